#include "talweg/format/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace talweg {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_sextets() {
    std::array<std::int8_t, 256> values{};
    for (std::int8_t& v : values) v = -1;
    for (std::size_t i = 0; i < alphabet.size(); ++i) values[static_cast<unsigned char>(alphabet[i])] = std::int8_t(i);
    return values;
}
constexpr std::array<std::int8_t, 256> sextets = make_sextets();

}  // namespace

void append_base64(std::string& text, std::string_view bytes) {
    text.reserve(text.size() + base64_size(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? alphabet[group >> (18 - 6 * k) & 63] : '=';
    }
}

std::optional<std::string> decode_base64(std::string_view text, std::size_t most) {
    std::string bytes;
    bytes.reserve(std::min(most, text.size() / 4 * 3 + 3));
    std::uint32_t bits = 0;
    int characters = 0, padding = 0;  // of the current group of four
    for (std::size_t i = 0; i < text.size() && bytes.size() < most; ++i) {
        const char c = text[i];
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
        const int value = sextets[static_cast<unsigned char>(c)];
        if (c == '=' ? ++padding > 2 : value < 0 || padding > 0) return std::nullopt;
        bits = bits << 6 | std::uint32_t(c == '=' ? 0 : value);
        if (++characters < 4) continue;
        for (int b = 0; b < 3 - padding; ++b) bytes += char(bits >> (16 - 8 * b) & 0xff);
        characters = padding = 0;
    }
    // The last group may lack its padding, but a lone character is less than a byte.
    if (bytes.size() < most && characters > 0) {
        const int filled = characters - padding;
        if (filled < 2) return std::nullopt;
        bits <<= 6 * (4 - characters);
        for (int b = 0; b < filled - 1; ++b) bytes += char(bits >> (16 - 8 * b) & 0xff);
    }
    if (bytes.size() > most) bytes.resize(most);
    return bytes;
}

}  // namespace talweg
