#include "talweg/serve/watcher.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace talweg {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t most_message_bytes = 4096;
constexpr auto look_again = std::chrono::milliseconds(250);  // for news that nobody announced

class Watcher final : public Viewer, public std::enable_shared_from_this<Watcher> {
public:
    Watcher(beast::tcp_stream stream, std::shared_ptr<Clients> clients)
        : socket_(std::move(stream)),
          timer_(socket_.get_executor()),
          clients_(std::move(clients)),
          seat_(clients_->seats) {
        number_ = clients_->next_viewer++;
    }

    ~Watcher() override {
        if (clients_->viewers.erase(this) > 0) clients_->source->left(number_);
    }

    void accept(const beast::http::request<beast::http::empty_body>& request) {
        // A page that draws slowly answers late; only one that is gone shall be given up.
        const websocket::stream_base::timeout limits{std::chrono::seconds(30), std::chrono::minutes(5), true};
        socket_.set_option(limits);
        socket_.read_message_max(most_message_bytes);
        socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
            if (error) return;
            self->clients_->viewers.insert(self.get());
            self->write_text(std::make_shared<std::string>(self->clients_->source->hello()));
            self->read();
            self->wait();
        });
    }

    /// A viewer whose source fails is let go: it may come again.
    void tell() override {
        try {
            tell_news();
        } catch (const std::exception&) {
            leave();
            beast::get_lowest_layer(socket_).close();
        }
    }

private:
    void tell_news() {
        if (writing_) return;
        Source& source = *clients_->source;
        const StatusText status = source.status();
        if (status.version != status_seen_) {
            status_seen_ = status.version;
            return write_text(status.text);
        }
        if (Packet frame = source.next_frame(number_, frame_seen_)) write(std::move(frame), true);
    }

    void write_text(Packet text) { write(std::move(text), false); }

    void write(Packet packet, bool binary) {
        writing_ = std::move(packet);
        socket_.binary(binary);
        socket_.async_write(boost::asio::buffer(*writing_),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->writing_.reset();
                                if (!error) self->tell();
                            });
    }

    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (error) return self->leave();
            Clients& clients = *self->clients_;
            const std::string message = beast::buffers_to_string(self->buffer_.data());
            self->buffer_.consume(self->buffer_.size());
            if (!self->socket_.got_text() || !clients.source->handle(self->number_, message))
                clients.source->count_ignored(++clients.ignored_messages);
            self->read();
        });
    }

    void leave() {
        timer_.cancel();
        if (clients_->viewers.erase(this) > 0) clients_->source->left(number_);
    }

    void wait() {
        timer_.expires_after(look_again);
        timer_.async_wait([weak = weak_from_this()](beast::error_code error) {
            const auto self = weak.lock();
            if (error || !self) return;
            self->tell();
            self->wait();
        });
    }

    websocket::stream<beast::tcp_stream> socket_;
    boost::asio::steady_timer timer_;
    std::shared_ptr<Clients> clients_;
    std::shared_ptr<const int> seat_;
    beast::flat_buffer buffer_;
    Packet writing_;  // until it has left
    std::uint64_t number_ = 0, status_seen_ = 0, frame_seen_ = 0;
};

}  // namespace

void watch(beast::tcp_stream stream, beast::http::request<beast::http::empty_body> request,
           std::shared_ptr<Clients> clients) {
    std::make_shared<Watcher>(std::move(stream), std::move(clients))->accept(request);
}

}  // namespace talweg
