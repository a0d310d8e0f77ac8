#include "talweg/serve/server.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/read.hpp>
#include <random>
#include <thread>

#include "browser_socket.hpp"
#include "sample_scenes.hpp"
#include "talweg/math/error.hpp"
#include "talweg/report/page_text.hpp"
#include "talweg/serve/live_simulation.hpp"

namespace talweg::server_test {
namespace {

using beast::http::status;
using ::testing::HasSubstr;

/// A server with a live rope behind it, in a thread, until the end of the test.
class ServerTest : public ::testing::Test {
protected:
    ServerTest()
        : simulation(std::make_shared<LiveSimulation>(resting_rope({"gravity=[0,-1,0]"}))),
          server({}, simulation),
          door(Door::of(server.address())) {
        simulation->start();
        thread = std::jthread([this] { server.run(); });
    }
    ~ServerTest() override { server.stop(); }

    /// Whether somebody new is greeted and gets a frame.
    bool answers() const {
        BrowserSocket viewer(door);
        return Json::parse(viewer.read().content)["kind"] == "hello" &&
               viewer.read_kind(true).size() == 5 * 12 + 10 * 8;
    }

    std::shared_ptr<LiveSimulation> simulation;
    Server server;
    Door door;
    std::jthread thread;
};

TEST_F(ServerTest, gives_the_page_and_nothing_else) {
    const auto page = request(door, door.host());
    EXPECT_EQ(page.result(), status::ok);
    EXPECT_EQ(page.body(), page_text());
    EXPECT_THAT(std::string(page["Content-Security-Policy"]), HasSubstr("default-src 'none'"));
    EXPECT_EQ(request(door, door.host(), "/etc/passwd").result(), status::not_found);
    EXPECT_EQ(request(door, door.host(), "/../../etc/passwd").result(), status::not_found);
    EXPECT_EQ(request(door, door.host(), "/", "POST").result(), status::method_not_allowed);
    EXPECT_EQ(request(door, door.host(), "/", "HEAD").body(), "");
}

TEST_F(ServerTest, turns_away_foreign_names_and_pages) {
    EXPECT_EQ(request(door, "evil.example:" + std::to_string(door.port)).result(), status::forbidden);
    EXPECT_THROW(BrowserSocket(door, "http://evil.example"), boost::system::system_error);
    EXPECT_THROW(BrowserSocket(door, "null"), boost::system::system_error);
    EXPECT_TRUE(answers());
}

TEST_F(ServerTest, greets_then_tells_the_status_then_sends_frames) {
    BrowserSocket viewer(door);
    EXPECT_EQ(Json::parse(viewer.read().content)["kind"], "hello");
    const auto second = viewer.read();
    EXPECT_FALSE(second.binary);
    EXPECT_EQ(Json::parse(second.content)["kind"], "status");
    EXPECT_TRUE(viewer.read().binary);
}

TEST_F(ServerTest, serves_several_viewers_who_steer_one_simulation) {
    BrowserSocket one(door), two(door);
    one.read_kind(true);
    two.read_kind(true);
    one.write(R"({"do": "pause"})");
    for (BrowserSocket* viewer : {&one, &two})
        while (Json::parse(viewer->read_kind(false)).value("running", true)) continue;
}

/// Frames of a megabyte that say their number, as many as the test asks for.
class NumberedFrames final : public Source {
public:
    std::string hello() override { return "{}"; }
    StatusText status() override { return {}; }
    Packet next_frame(std::uint64_t, std::uint64_t& cursor) override {
        if (cursor == newest_) return nullptr;
        cursor = newest_;
        auto packet = std::make_shared<std::string>(1'000'000, ' ');
        packet->replace(0, 8, fmt::format("{:8}", cursor));
        return packet;
    }
    bool handle(std::uint64_t, std::string_view) override { return false; }
    void left(std::uint64_t) override {}
    void count_ignored(std::uint64_t) override {}
    void publish() {
        ++newest_;
        on_news();
    }

private:
    std::atomic<std::uint64_t> newest_ = 0;
};

TEST(Server, a_viewer_who_does_not_read_misses_frames_and_holds_up_nobody) {
    constexpr int frames = 60;
    const auto source = std::make_shared<NumberedFrames>();
    Server server({}, source);
    std::jthread thread([&] { server.run(); });
    const Door door = Door::of(server.address());
    BrowserSocket idle(door), awake(door);
    for (int frame = 1; frame <= frames; ++frame) {
        source->publish();
        EXPECT_EQ(std::stoi(awake.read_kind(true).substr(0, 8)), frame);
    }
    // What was on its way stands in the system's buffers; then comes the newest, and what lay between never does.
    int taken = 0, last = 0;
    for (; last < frames; ++taken) {
        const int number = std::stoi(idle.read_kind(true).substr(0, 8));
        EXPECT_GT(number, last);
        last = number;
    }
    EXPECT_LT(taken, frames / 2);
    server.stop();
}

TEST_F(ServerTest, counts_what_it_does_not_understand) {
    BrowserSocket viewer(door);
    viewer.write("what?");
    viewer.write(R"({"do": "pause"})", true);  // orders are text
    for (;;)
        if (Json::parse(viewer.read_kind(false)).value("ignored", 0) == 2) break;
}

TEST_F(ServerTest, survives_ten_thousand_random_messages) {
    std::mt19937 random(5);
    const std::vector<std::string> seeds = {R"({"do": "drag", "point": 3, "target": [1, -2, 0]})",
                                            R"({"do": "step"})",
                                            R"({"do": "set", "knob": 1, "value": 0.02})",
                                            R"({"do": "reset"})",
                                            R"({"do": "speed", "value": 2})",
                                            R"({"do": "show", "contact": true, "field": 1})",
                                            R"({"do": "run"})"};
    BrowserSocket viewer(door);
    std::jthread reader([&] {
        // Frames come all the while; without a reader they would fill the way.
        try {
            for (;;) viewer.read();
        } catch (const boost::system::system_error&) {
            // The viewer was closed: the test is over.
        }
    });
    for (int message = 0; message < 10'000; ++message) {
        std::string text = seeds[random() % seeds.size()];
        for (unsigned changes = random() % 4; changes > 0; --changes)
            text[random() % text.size()] = static_cast<char>(random() % 128);
        if (random() % 4 == 0) text.resize(random() % 200, '7');
        viewer.write(text, random() % 8 == 0);
    }
    EXPECT_TRUE(answers());
    viewer.close();
}

TEST_F(ServerTest, a_message_that_is_too_long_costs_its_sender_the_connection) {
    BrowserSocket viewer(door);
    EXPECT_THROW(
        {
            viewer.write(std::string(1'000'000, 'x'));  // may itself already find the door closed
            for (;;) viewer.read();
        },
        boost::system::system_error);
    EXPECT_TRUE(answers());
}

TEST_F(ServerTest, survives_bytes_that_are_no_protocol) {
    std::mt19937 random(6);
    for (int round = 0; round < 200; ++round) {
        boost::asio::io_context context;
        tcp::socket socket(context);
        socket.connect(endpoint_of(door.port));
        std::string noise(random() % 3000, '\0');
        for (char& byte : noise) byte = static_cast<char>(random());
        boost::system::error_code ignored;
        boost::asio::write(socket, boost::asio::buffer(noise), ignored);
    }
    EXPECT_TRUE(answers());
}

/// Contact and fields there are to be asked for: one viewer asks wildly, another gets plain frames all the while.
TEST(Server, wild_wishes_of_one_viewer_do_not_reach_another) {
    const auto simulation = std::make_shared<LiveSimulation>(block_on_slope());
    Server server({}, simulation);
    simulation->start();
    std::jthread thread([&] { server.run(); });
    const Door door = Door::of(server.address());
    BrowserSocket wild(door), plain(door);
    const std::size_t frame = plain.read_kind(true).size();
    std::jthread reader([&] {
        try {
            for (;;) wild.read();
        } catch (const boost::system::system_error&) {
            // It was closed: the test is over.
        }
    });
    std::mt19937 random(9);
    for (int message = 0; message < 2'000; ++message) {
        wild.write(fmt::format(R"({{"do": "show", "contact": {}, "field": {}}})", random() % 2 == 0,
                               random() % 4 == 0 ? "null" : std::to_string(random() % 9)));
        if (message % 100 == 0) {
            EXPECT_EQ(plain.read_kind(true).size(), frame);
        }
    }
    EXPECT_EQ(request(door, door.host(), "/recorded?contact=1&from=0").result(), status::not_found)
        << "nothing is recorded of a live scene";
    wild.close();
    server.stop();
}

TEST(Server, asks_for_its_token_wherever_it_listens) {
    for (const char* place : {"0.0.0.0", "127.0.0.1"}) {
        const auto simulation = std::make_shared<LiveSimulation>(resting_rope());
        Server server({place, 0}, simulation);
        const Door door = Door::of(server.address());
        std::jthread thread([&] { server.run(); });
        for (const char* wrong : {"", "0"}) {
            const Door stranger{door.port, wrong};
            EXPECT_EQ(request(stranger, door.host()).result(), status::forbidden) << place;
            EXPECT_EQ(request(stranger, door.host(), "/recorded?field=0&from=0").result(), status::forbidden) << place;
            EXPECT_THROW(BrowserSocket{stranger}, boost::system::system_error) << place;
        }
        EXPECT_EQ(request(door, door.host()).result(), status::ok) << place;
        EXPECT_EQ(Json::parse(BrowserSocket(door).read().content)["kind"], "hello") << place;
        server.stop();
    }
}

/// A run whose files are removed while it is looked at.
class Vanishing final : public Source {
public:
    std::string hello() override { return gone("{}"); }
    StatusText status() override { return {1, std::make_shared<std::string>(gone("{}"))}; }
    Packet next_frame(std::uint64_t, std::uint64_t&) override { return nullptr; }
    std::optional<std::string> recorded(std::string_view) override { return gone("bytes"); }
    bool handle(std::uint64_t, std::string_view message) override { return gone(std::string(message)).empty(); }
    void left(std::uint64_t) override {}
    void count_ignored(std::uint64_t) override {}

    std::atomic<bool> here = true;

private:
    std::string gone(std::string text) const { return here ? text : throw Error("cannot read run.json"); }
};

TEST(Server, outlives_what_fails_for_its_viewers) {
    const auto source = std::make_shared<Vanishing>();
    Server server({}, source);
    std::jthread thread([&] { server.run(); });
    const Door door = Door::of(server.address());
    BrowserSocket early(door);
    EXPECT_EQ(early.read().content, "{}");
    source->here = false;
    early.write("what?");
    EXPECT_THROW(for (;;) early.read(), boost::system::system_error);
    EXPECT_THROW(BrowserSocket(door).read(), boost::system::system_error);
    const auto answer = request(door, door.host(), "/recorded?field=0&from=0");
    EXPECT_EQ(answer.result(), status::internal_server_error);
    EXPECT_THAT(answer.body(), HasSubstr("cannot read run.json"));
    source->here = true;
    EXPECT_EQ(BrowserSocket(door).read().content, "{}");
    server.stop();
}

/// Rings without a pause, from a thread of its own that ends with it.
class Ringing final : public Source {
public:
    std::string hello() override { return "{}"; }
    StatusText status() override { return {}; }
    Packet next_frame(std::uint64_t, std::uint64_t&) override { return nullptr; }
    bool handle(std::uint64_t, std::string_view) override { return false; }
    void left(std::uint64_t) override {}
    void count_ignored(std::uint64_t) override {}
    void start() {
        thread_ = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) on_news();
        });
    }

private:
    std::jthread thread_;
};

/// Were the ringing thread ever left as the last owner of its source, it would have to wait for its own end.
TEST(Server, goes_while_its_source_is_ringing) {
    for (int round = 0; round < 300; ++round) {
        auto source = std::make_shared<Ringing>();
        Server server({}, source);
        std::jthread thread([&] { server.run(); });
        source->start();
        source.reset();
        server.stop();
    }
}

TEST_F(ServerTest, takes_as_many_connections_as_it_can_bear) {
    boost::asio::io_context context;
    std::vector<tcp::socket> idle;
    for (int i = 0; i < 400; ++i) idle.emplace_back(context).connect(endpoint_of(door.port));
    // Those beyond the limit are closed at once: a read ends.
    char byte = 0;
    EXPECT_THROW(boost::asio::read(idle.back(), boost::asio::buffer(&byte, 1)), boost::system::system_error);
    idle.clear();
    for (int attempt = 0;; ++attempt) try {
            EXPECT_TRUE(answers());
            break;
        } catch (const boost::system::system_error&) {
            ASSERT_LT(attempt, 1000) << "the server did not notice that the others left";
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
}

TEST(Server, says_when_it_cannot_listen) {
    const auto simulation = std::make_shared<LiveSimulation>(resting_rope());
    Server first({}, simulation);
    EXPECT_THROW(Server({"127.0.0.1", Door::of(first.address()).port}, simulation), Error);
    EXPECT_THROW(Server({"no address", 0}, simulation), Error);
    EXPECT_THROW(Server({"203.0.113.1", 0}, simulation), Error);
}

}  // namespace
}  // namespace talweg::server_test
