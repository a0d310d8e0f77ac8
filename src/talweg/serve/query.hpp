/// The part of an address after the question mark: key=value, joined by &.
#pragma once
#include <string_view>

namespace talweg {

/// Empty when the key is not there.
inline std::string_view query_value(std::string_view target, std::string_view key) {
    std::size_t at = target.find('?');
    while (at != std::string_view::npos) {
        const std::string_view rest = target.substr(at + 1);
        if (rest.size() > key.size() && rest.starts_with(key) && rest[key.size()] == '=') {
            const std::string_view value = rest.substr(key.size() + 1);
            return value.substr(0, value.find('&'));
        }
        at = target.find('&', at + 1);
    }
    return {};
}

}  // namespace talweg
