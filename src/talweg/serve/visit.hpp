/// One connection to the server: HTTP requests for the page, or a WebSocket with frames. All of it happens on the
/// server's thread.
#pragma once
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <memory>
#include <set>

#include "talweg/serve/access.hpp"
#include "talweg/serve/source.hpp"

namespace talweg {

/// Somebody with an open WebSocket.
class Viewer {
public:
    virtual ~Viewer() = default;
    /// There may be something new for this viewer.
    virtual void tell() = 0;
};

/// What connections share.
struct Clients {
    std::shared_ptr<Source> source;
    Access access;
    std::set<Viewer*> viewers;
    std::uint64_t next_viewer = 1;
    std::uint64_t ignored_messages = 0;
    std::atomic<bool> told = false;  // news are on their way to the server's thread
    // Every connection holds one more reference: how many there are.
    std::shared_ptr<const int> seats = std::make_shared<const int>(0);

    void tell() {
        told = false;
        const std::set<Viewer*> present = viewers;
        for (Viewer* viewer : present)
            if (viewers.contains(viewer)) viewer->tell();
    }
};

/// Takes over a connection; it ends by itself.
void begin_visit(boost::asio::ip::tcp::socket socket, std::shared_ptr<Clients> clients);

}  // namespace talweg
