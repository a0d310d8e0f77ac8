/// The server behind `talweg view`: gives the page over HTTP, and frames over a WebSocket to any number of viewers. One
/// thread; a viewer that is slow to take frames misses some and holds up nobody.
#pragma once
#include <memory>
#include <string>

#include "talweg/serve/source.hpp"

namespace talweg {

struct ServerSettings {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;  // 0: any that is free
};

class Server {
public:
    /// Listens at once. Throws Error when it cannot.
    Server(const ServerSettings& settings, std::shared_ptr<Source> source);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// What to type into a browser, with the token that viewers need.
    std::string address() const;
    /// Serves until `stop` is called, from any thread.
    void run();
    void stop();

private:
    struct Parts;
    struct Bell;
    std::unique_ptr<Parts> parts_;
    std::shared_ptr<Bell> bell_;
};

}  // namespace talweg
