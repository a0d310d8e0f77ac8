#include "talweg/scene/text/printable.hpp"

namespace talweg {

std::string without_controls(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto byte = static_cast<unsigned char>(result[i]);
        // U+0080 to U+009F are controls, too, which UTF-8 writes as C2 and one of these.
        const bool second = byte >= 0x80 && byte <= 0x9F && i > 0 && result[i - 1] == '\xC2';
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F || second) result[i] = '?';
        if (second) result[i - 1] = '?';
    }
    return result;
}

std::string printable(std::string_view text) {
    constexpr int longest = 40;
    std::string result;
    int characters = 0;
    for (const char c : text) {
        const bool begins_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        if (begins_character && ++characters > longest) return result + "…";
        const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        result += control ? '?' : c;
    }
    return result;
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

std::string listed(const std::vector<std::string>& words) {
    std::string result;
    for (const std::string& word : words) result += (result.empty() ? "" : ", ") + word;
    return result;
}

}  // namespace talweg
