#include "talweg/scene/text/parse_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

/// Length of the longest prefix that JSON's grammar takes as a number: -?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?
std::size_t number_length(std::string_view text) {
    std::size_t at = 0;
    const auto next = [&](char c) { return at < text.size() && text[at] == c; };
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        return at > begin;
    };
    if (next('-')) ++at;
    if (next('0'))
        ++at;
    else if (!digits())
        return 0;
    std::size_t length = at;
    if (next('.')) {
        ++at;
        if (!digits()) return length;
        length = at;
    }
    if (next('e') || next('E')) {
        ++at;
        if (next('+') || next('-')) ++at;
        if (digits()) length = at;
    }
    return length;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::string remedy(std::string_view written) {
    const std::string text = printable(written), word = lower(written);
    const std::string unsigned_word = word.substr(std::min(word.find_first_not_of("+-"), word.size()));
    if (unsigned_word == "nan" || unsigned_word == "inf" || unsigned_word == "infinity")
        return fmt::format("{} is not a number a scene can hold; write a finite one", text);
    if (word == "true" || word == "false") return fmt::format("{} is written {} in JSON", text, word);
    if (word == "none" || word == "nil") return fmt::format("{} is written null in JSON", text);
    if (text.starts_with('\'')) return "text is written in double quotes, not in single ones";
    const bool numeric = unsigned_word.find_first_of("0123456789") <= 1;
    if (numeric) return fmt::format("\"{}\" is not a number as JSON writes it; examples: 0.5, -2, 1e-3", text);
    return fmt::format("unexpected {}; text is written in double quotes", text);
}

}  // namespace

NumberText parse_number(std::string_view text) {
    if (text.empty() || number_length(text) != text.size()) return {nullptr, remedy(text)};
    const char *const begin = text.data(), *const end = begin + text.size();
    std::int64_t integer = 0;
    if (const auto read = std::from_chars(begin, end, integer); read.ec == std::errc() && read.ptr == end)
        return {integer, {}};
    double real = 0.0;
    if (std::from_chars(begin, end, real).ec != std::errc())
        return {nullptr,
                fmt::format("{} is outside the range of numbers, 2.3e-308 to 1.7e308 in size", printable(text))};
    return {real, {}};
}

}  // namespace talweg
