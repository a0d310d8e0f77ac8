/// A viewer without a browser: plain HTTP requests, and a WebSocket that waits for every message.
#pragma once
#include <boost/asio/connect.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <string>

namespace talweg {

namespace beast = boost::beast;
using tcp = boost::asio::ip::tcp;

inline tcp::endpoint endpoint_of(std::uint16_t port) { return {boost::asio::ip::make_address("127.0.0.1"), port}; }

/// Where a server listens, and the token it asks for.
struct Door {
    std::uint16_t port;
    std::string token;

    /// From the address that the server prints.
    static Door of(const std::string& address) {
        const std::string key = "/?token=";
        return {static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))),
                address.substr(address.find(key) + key.size())};
    }
    std::string with_token(const std::string& target) const {
        return target + (target.find('?') == target.npos ? "?" : "&") + "token=" + token;
    }
    std::string host() const { return "127.0.0.1:" + std::to_string(port); }
};

/// Answer to a request with this Host header.
inline beast::http::response<beast::http::string_body> request(const Door& door, const std::string& host,
                                                               const std::string& target = "/",
                                                               const std::string& method = "GET") {
    boost::asio::io_context context;
    beast::tcp_stream stream(context);
    stream.connect(endpoint_of(door.port));
    beast::http::request<beast::http::empty_body> message;
    message.version(11);
    message.method_string(method);
    message.target(door.with_token(target));
    message.set(beast::http::field::host, host);
    message.set(beast::http::field::connection, "close");
    beast::http::write(stream, message);
    beast::flat_buffer buffer;
    beast::http::response_parser<beast::http::string_body> parser;
    parser.body_limit(100'000'000);
    if (method == "HEAD") parser.skip(true);
    beast::http::read(stream, buffer, parser);
    return parser.release();
}

class BrowserSocket {
public:
    /// Opens, or throws boost::system::system_error when it is refused.
    explicit BrowserSocket(const Door& door, const std::string& origin = "") {
        const std::string host = door.host();
        socket_.next_layer().connect(endpoint_of(door.port));
        socket_.read_message_max(0);
        socket_.set_option(beast::websocket::stream_base::decorator([&](beast::websocket::request_type& request) {
            request.set(beast::http::field::origin, origin.empty() ? "http://" + host : origin);
        }));
        socket_.handshake(host, door.with_token("/frames"));
    }

    struct Message {
        bool binary;
        std::string content;
    };
    Message read() {
        beast::flat_buffer buffer;
        socket_.read(buffer);
        return {socket_.got_binary(), beast::buffers_to_string(buffer.data())};
    }
    /// The next message of this kind; others are passed over.
    std::string read_kind(bool binary) {
        for (;;)
            if (Message message = read(); message.binary == binary) return message.content;
    }
    /// Ends the connection, also under a read that waits in another thread.
    void close() { socket_.next_layer().shutdown(tcp::socket::shutdown_both); }
    void write(const std::string& content, bool binary = false) {
        socket_.binary(binary);
        socket_.write(boost::asio::buffer(content));
    }

private:
    boost::asio::io_context context_;
    beast::websocket::stream<tcp::socket> socket_{context_};
};

}  // namespace talweg
