#include "talweg/serve/access.hpp"

#include <fmt/format.h>

#include <random>

#include "talweg/serve/query.hpp"

namespace talweg {

namespace {

using namespace std::string_view_literals;

/// Takes as long for a wrong token as for the right one.
bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned char difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

}  // namespace

bool Access::allows_request(std::string_view host_header, std::string_view target) const {
    if (!same_secret(query_value(target, "token"), token)) return false;
    if (!is_loopback(host)) return true;
    for (const std::string_view name : {std::string_view(host), "127.0.0.1"sv, "localhost"sv, "[::1]"sv})
        if (host_header == fmt::format("{}:{}", name, port)) return true;
    return false;
}

bool Access::allows_socket(std::string_view host_header, std::string_view origin, std::string_view target) const {
    return allows_request(host_header, target) && origin == fmt::format("http://{}", host_header);
}

std::string Access::address() const {
    const bool colons = host.find(':') != std::string::npos;
    const std::string place = colons ? "[" + host + "]" : host;
    return fmt::format("http://{}:{}/?token={}", place, port, token);
}

bool is_loopback(std::string_view host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

std::string random_token() {
    std::random_device random;
    std::string token;
    for (int word = 0; word < 4; ++word) token += fmt::format("{:08x}", random());
    return token;
}

}  // namespace talweg
