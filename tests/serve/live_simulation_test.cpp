#include "talweg/serve/live_simulation.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "sample_scenes.hpp"

namespace talweg::live_simulation_test {
namespace {

/// Waits, up to half a minute, until `condition` holds.
template <class Condition>
bool eventually(const Condition& condition) {
    for (int tries = 0; tries < 3000; ++tries) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

class LiveSimulationTest : public ::testing::Test {
protected:
    explicit LiveSimulationTest() : simulation(resting_rope()) {}

    /// The newest frame's x, y or z of a point, and its column of the table.
    float coordinate(int point, int axis) {
        take();
        float value;
        std::memcpy(&value, frame->data() + 12 * point + 4 * axis, sizeof(value));
        return value;
    }
    double column(int index) {
        take();
        double value;
        std::memcpy(&value, frame->data() + 12 * 5 + 8 * index, sizeof(value));
        return value;
    }
    /// Waits for the first frame, if need be.
    void take() {
        ASSERT_TRUE(eventually([&] {
            while (Packet newer = simulation.next_frame(1, cursor)) frame = newer;
            return frame != nullptr;
        }));
    }
    Json status() { return Json::parse(*simulation.status().text); }

    LiveSimulation simulation;
    std::uint64_t cursor = 0;
    Packet frame;
};

TEST_F(LiveSimulationTest, greets_with_scene_topology_and_knobs) {
    const Json hello = Json::parse(simulation.hello());
    EXPECT_EQ(hello["kind"], "hello");
    EXPECT_EQ(hello["live"], true);
    EXPECT_EQ(hello["scene"]["title"], "Rope");
    EXPECT_EQ(hello["topology"]["bodies"][0]["point_count"], 5);
    EXPECT_EQ(hello["knobs"].size(), 5u);
    EXPECT_EQ(hello["columns"][1], "time");
}

TEST_F(LiveSimulationTest, runs_in_step_with_the_clock) {
    const auto start = std::chrono::steady_clock::now();
    simulation.start();
    ASSERT_TRUE(eventually([&] { return column(1) >= 0.3; }));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_GT(seconds, 0.25);  // not faster than time itself
}

TEST_F(LiveSimulationTest, single_steps_pause_and_reset) {
    simulation.start(false);
    EXPECT_EQ(column(0), 0.0);
    EXPECT_TRUE(simulation.handle(1, R"({"do": "step"})"));
    EXPECT_TRUE(simulation.handle(1, R"({"do": "step"})"));
    ASSERT_TRUE(eventually([&] { return column(0) == 2.0; }));
    EXPECT_EQ(status()["running"], false);
    simulation.handle(1, R"({"do": "run"})");
    ASSERT_TRUE(eventually([&] { return column(0) > 5.0; }));
    EXPECT_EQ(status()["running"], true);
    simulation.handle(1, R"({"do": "pause"})");
    ASSERT_TRUE(eventually([&] { return status()["running"] == false; }));
    simulation.handle(1, R"({"do": "reset"})");
    ASSERT_TRUE(eventually([&] { return column(0) == 0.0; }));
}

TEST_F(LiveSimulationTest, a_drag_takes_effect_at_the_next_step) {
    simulation.start(false);
    simulation.handle(1, R"({"do": "drag", "point": 4, "target": [1, -1, 0]})");
    simulation.handle(1, R"({"do": "step"})");
    ASSERT_TRUE(eventually([&] { return column(0) == 1.0; }));
    EXPECT_GT(coordinate(4, 0), 1e-4f);
}

TEST_F(LiveSimulationTest, who_leaves_lets_go) {
    simulation.start(false);
    simulation.handle(5, R"({"do": "drag", "point": 4, "target": [1, -1, 0]})");
    simulation.left(5);
    simulation.handle(1, R"({"do": "step"})");
    ASSERT_TRUE(eventually([&] { return column(0) == 1.0; }));
    EXPECT_LT(std::abs(coordinate(4, 0)), 1e-6f);
}

TEST_F(LiveSimulationTest, knobs_are_clamped_to_their_range_and_announced) {
    simulation.start(false);
    simulation.handle(1, R"({"do": "set", "knob": 0, "value": -1000})");
    simulation.handle(1, R"({"do": "set", "knob": 99, "value": 1})");
    ASSERT_TRUE(eventually([&] { return status()["knobs"][0] == -30.0; }));
    EXPECT_EQ(status()["problem"], "");
}

TEST_F(LiveSimulationTest, a_step_that_cannot_be_taken_stops_it_with_a_reason) {
    LiveSimulation broken(resting_rope({"integrator.type=forward_euler", "time.step=0.5", "gravity=[0,-10,0]"}));
    broken.start();
    broken.handle(1, R"({"do": "speed", "value": 1000})");
    ASSERT_TRUE(eventually([&] { return Json::parse(*broken.status().text)["running"] == false; }));
    EXPECT_NE(Json::parse(*broken.status().text)["problem"], "");
    EXPECT_TRUE(broken.handle(1, R"({"do": "reset"})"));
    ASSERT_TRUE(eventually([&] { return Json::parse(*broken.status().text)["problem"] == ""; }));
}

/// Bytes of the next frame for each of two viewers.
std::pair<std::size_t, std::size_t> sizes(LiveSimulation& simulation, std::uint64_t& cursor) {
    std::uint64_t other = 0;
    Packet one, two;
    EXPECT_TRUE(eventually([&] { return (one = simulation.next_frame(1, cursor)) != nullptr; }));
    two = simulation.next_frame(2, other);
    return {one->size(), two->size()};
}

TEST(LiveWishes, are_each_viewers_own_and_end_with_it) {
    LiveSimulation simulation(block_on_slope());
    simulation.start(false);
    const Json hello = Json::parse(simulation.hello());
    EXPECT_EQ(hello["contact"], true);
    EXPECT_EQ(hello["fields"][0]["name"], "displacement");
    EXPECT_EQ(hello["fields"][1]["name"], "cauchy_stress_1");
    const std::size_t points = hello["topology"]["bodies"].back()["first_point"].get<std::size_t>() +
                               hello["topology"]["bodies"].back()["point_count"].get<std::size_t>();
    const std::size_t plain = 12 * points + 8 * hello["columns"].size();
    std::uint64_t cursor = 0;
    EXPECT_EQ(sizes(simulation, cursor), std::pair(plain, plain));
    simulation.handle(1, R"({"do": "show", "contact": false, "field": 0})");
    EXPECT_EQ(sizes(simulation, cursor), std::pair(plain + 12 + 4 * points, plain));
    simulation.handle(1, R"({"do": "show", "contact": true, "field": null})");
    EXPECT_EQ(sizes(simulation, cursor), std::pair(plain + 8 + 8, plain)) << "nothing has touched yet";
    simulation.left(1);
    simulation.handle(2, R"({"do": "step"})");
    ASSERT_TRUE(eventually([&] {
        const Packet packet = simulation.next_frame(1, cursor);
        return packet && packet->size() == plain;
    }));
}

TEST_F(LiveSimulationTest, what_it_does_not_understand_is_ignored) {
    EXPECT_FALSE(simulation.handle(1, "make it so"));
    const std::uint64_t version = simulation.status().version;
    simulation.count_ignored(3);
    EXPECT_GT(simulation.status().version, version);
    EXPECT_EQ(status()["ignored"], 3);
}

TEST_F(LiveSimulationTest, waiting_orders_are_bounded) {
    int taken = 0;
    while (taken < 1'000'000 && simulation.handle(1, R"({"do": "release"})")) ++taken;
    EXPECT_LE(taken, 100'000);
}

}  // namespace
}  // namespace talweg::live_simulation_test
