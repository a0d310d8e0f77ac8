#include "talweg/geometry/read/base64.hpp"

#include <array>
#include <cstdint>

namespace talweg::read {
namespace {

constexpr std::array<std::int8_t, 256> make_values() {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::int8_t, 256> values{};
    for (std::int8_t& v : values) v = -1;
    for (std::size_t i = 0; i < alphabet.size(); ++i) values[static_cast<unsigned char>(alphabet[i])] = std::int8_t(i);
    return values;
}
constexpr std::array<std::int8_t, 256> values = make_values();

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int have = 0, padding = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
        if (c == '=') {
            if (++padding > 2) return std::nullopt;
            continue;
        }
        const int value = values[static_cast<unsigned char>(c)];
        if (value < 0 || padding > 0) return std::nullopt;
        bits = bits << 6 | std::uint32_t(value);
        have += 6;
        if (have >= 8) {
            have -= 8;
            bytes += char(bits >> have & 0xff);
        }
    }
    // Six bits left over are a lone character: half a byte is missing.
    if (have == 6) return std::nullopt;
    return bytes;
}

}  // namespace talweg::read
