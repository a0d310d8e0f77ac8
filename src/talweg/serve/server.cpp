#include "talweg/serve/server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <mutex>

#include "talweg/math/error.hpp"
#include "talweg/serve/visit.hpp"

namespace talweg {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

struct Server::Parts {
    asio::io_context context{1};
    tcp::acceptor acceptor{context};
    asio::steady_timer rest{context};
    std::shared_ptr<Clients> clients = std::make_shared<Clients>();

    void accept() {
        acceptor.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
            if (error == asio::error::operation_aborted) return;
            if (error) return accept_later();
            accept();
            if (clients->seats.use_count() <= most_connections) begin_visit(std::move(socket), clients);
        });
    }
    /// No more files can be opened, say: asking again at once would ask for ever.
    void accept_later() {
        rest.expires_after(std::chrono::milliseconds(100));
        rest.async_wait([this](const boost::system::error_code& error) {
            if (!error) accept();
        });
    }
    static constexpr long most_connections = 256;
};

/// What a source rings when there are news, from a thread of its own. It reaches the server while there is one and
/// never owns any of it: the last owner of the source must not be the source's own thread.
struct Server::Bell {
    std::mutex mutex;
    Parts* parts;

    void ring() {
        const std::lock_guard lock(mutex);
        if (parts && !parts->clients->told.exchange(true))
            asio::post(parts->context, [clients = parts->clients] { clients->tell(); });
    }
    void take_down() {
        const std::lock_guard lock(mutex);
        parts = nullptr;
    }
};

Server::Server(const ServerSettings& settings, std::shared_ptr<Source> source)
    : parts_(std::make_unique<Parts>()), bell_(std::make_shared<Bell>()) {
    boost::system::error_code error;
    const auto refuse_on = [&](const char* what) {
        if (error)
            throw Error(std::string("cannot ") + what + " " + settings.host + ":" + std::to_string(settings.port) +
                        ": " + error.message() + "; choose another --host or --port");
    };
    const auto place = asio::ip::make_address(settings.host == "localhost" ? "127.0.0.1" : settings.host, error);
    refuse_on("understand");
    tcp::acceptor& acceptor = parts_->acceptor;
    acceptor.open(place.is_v6() ? tcp::v6() : tcp::v4(), error);
    refuse_on("open");
    acceptor.set_option(asio::socket_base::reuse_address(true), error);
    acceptor.bind({place, settings.port}, error);
    refuse_on("use");
    acceptor.listen(asio::socket_base::max_listen_connections, error);
    refuse_on("listen on");

    Clients& clients = *parts_->clients;
    clients.source = std::move(source);
    clients.access = {settings.host, random_token(), acceptor.local_endpoint().port()};
    // The source may outlive this server: its news then go nowhere.
    bell_->parts = parts_.get();
    clients.source->on_news = [bell = bell_] { bell->ring(); };
    parts_->accept();
}

Server::~Server() { bell_->take_down(); }

std::string Server::address() const { return parts_->clients->access.address(); }

void Server::run() {
    // What goes wrong for one viewer, such as a file that was removed while it was looked at, ends no other's visit:
    // the connection whose work threw is dropped with that work.
    while (!parts_->context.stopped()) try {
            parts_->context.run();
        } catch (const std::exception&) {
        }
}

void Server::stop() { parts_->context.stop(); }

}  // namespace talweg
