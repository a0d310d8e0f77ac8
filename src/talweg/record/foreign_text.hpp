/// Numbers and names out of files that others may have made, before they become places in memory or in files.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "talweg/math/error.hpp"

namespace talweg {

/// A whole number within [0, end), read in 64 bits; throws Error that says what it is and where it should lie.
template <class Json>
int number_below(const Json& json, std::int64_t end, const char* what) {
    if (!json.is_number_integer()) throw Error(fmt::format("{} is no whole number", what));
    const bool huge =
        json.is_number_unsigned() && json.template get<std::uint64_t>() >= static_cast<std::uint64_t>(end);
    if (huge || json.template get<std::int64_t>() < 0 || json.template get<std::int64_t>() >= end)
        throw Error(fmt::format("{} is {}, which is not from 0 to {}", what, json.dump(), end - 1));
    return json.template get<int>();
}

/// Whether it can be the name of a series or a field, which becomes part of paths, of lines of text and of files'
/// headers: letters, digits and underscores only.
inline bool is_recorded_name(const std::string& name) {
    return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// Throws when a name or a unit could end a line or steer a terminal: control characters.
inline void require_one_line(const std::string& text, const char* what) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            throw Error(fmt::format("{} has control characters", what));
}

}  // namespace talweg
