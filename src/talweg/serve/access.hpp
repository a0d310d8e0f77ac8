/// Who may talk to the server: who knows the token that stands in the printed address, so that other users of the same
/// machine cannot watch and steer. On loopback additionally: only pages that the server itself gave, recognised by the
/// Host and Origin that browsers send and scripts cannot forge (so neither another web page nor a name that was made to
/// point here gets in).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace talweg {

struct Access {
    std::string host;  // the address the server listens on
    std::string token;
    std::uint16_t port = 0;

    /// Whether a request for `target` ("/?token=…") with this Host header may be answered.
    bool allows_request(std::string_view host_header, std::string_view target) const;
    /// Whether a WebSocket may be opened: as above, and by a page that came from here.
    bool allows_socket(std::string_view host_header, std::string_view origin, std::string_view target) const;
    /// What to type into a browser.
    std::string address() const;
};

/// Listens on this machine only?
bool is_loopback(std::string_view host);

/// 128 random bits from the system, as hexadecimal text.
std::string random_token();

}  // namespace talweg
