#include "talweg/serve/visit.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <optional>

#include "talweg/report/page_text.hpp"
#include "talweg/serve/watcher.hpp"

namespace talweg {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr auto patience = std::chrono::seconds(30);
constexpr std::uint32_t most_header_bytes = 8192;
constexpr std::size_t most_viewers = 64;

// The page runs only its own inline script and talks only to this server.
constexpr const char* page_rules =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "media-src blob:; font-src data:; connect-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors "
    "'none'";

class Visit : public std::enable_shared_from_this<Visit> {
public:
    Visit(boost::asio::ip::tcp::socket socket, std::shared_ptr<Clients> clients)
        : stream_(std::move(socket)), clients_(std::move(clients)), seat_(clients_->seats) {}

    void read() {
        parser_.emplace();
        parser_->header_limit(most_header_bytes);
        parser_->body_limit(0);
        stream_.expires_after(patience);
        http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error) self->try_to_answer();
        });
    }

private:
    using Request = http::request<http::empty_body>;
    using Response = http::response<http::string_body>;

    static std::string_view text(beast::string_view view) { return {view.data(), view.size()}; }

    void try_to_answer() {
        try {
            answer();
        } catch (const std::exception& error) {
            send(http::status::internal_server_error, std::string(error.what()) + "\n");
        }
    }

    void answer() {
        const Request& request = parser_->get();
        const std::string_view host = text(request[http::field::host]), target = text(request.target());
        if (beast::websocket::is_upgrade(request)) {
            if (!clients_->access.allows_socket(host, text(request[http::field::origin]), target))
                return send(http::status::forbidden, "This page may not talk to talweg.\n");
            if (clients_->viewers.size() >= most_viewers)
                return send(http::status::service_unavailable, "Too many viewers.\n");
            stream_.expires_never();
            return watch(std::move(stream_), parser_->release(), clients_);
        }
        if (!clients_->access.allows_request(host, target))
            return send(http::status::forbidden, "Use the address that talweg printed, with its token.\n");
        if (request.method() != http::verb::get && request.method() != http::verb::head)
            return send(http::status::method_not_allowed, "Only GET is understood here.\n");
        const std::string_view path = target.substr(0, target.find('?'));
        if (path == "/recorded")
            if (std::optional<std::string> bytes = clients_->source->recorded(target))
                return send(http::status::ok, std::move(*bytes), "application/octet-stream");
        if (path != "/") return send(http::status::not_found, "Nothing here.\n");
        send(http::status::ok, clients_->source->page().value_or(std::string(page_text())), "text/html; charset=utf-8");
    }

    void send(http::status status, std::string body, const char* type = "text/plain; charset=utf-8") {
        const Request& request = parser_->get();
        response_ = Response(status, request.version());
        response_.set(http::field::content_type, type);
        response_.set(http::field::cache_control, "no-store");
        response_.set("Content-Security-Policy", page_rules);
        response_.set("X-Content-Type-Options", "nosniff");
        response_.set("Referrer-Policy", "no-referrer");
        response_.keep_alive(request.keep_alive());
        response_.body() = std::move(body);
        response_.prepare_payload();
        if (request.method() == http::verb::head) response_.body().clear();
        http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error && self->response_.keep_alive()) return self->read();
            self->stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, error);
        });
    }

    beast::tcp_stream stream_;
    std::shared_ptr<Clients> clients_;
    std::shared_ptr<const int> seat_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::empty_body>> parser_;
    Response response_;
};

}  // namespace

void begin_visit(boost::asio::ip::tcp::socket socket, std::shared_ptr<Clients> clients) {
    std::make_shared<Visit>(std::move(socket), std::move(clients))->read();
}

}  // namespace talweg
