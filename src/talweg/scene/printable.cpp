#include "talweg/scene/printable.hpp"

namespace talweg {

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
