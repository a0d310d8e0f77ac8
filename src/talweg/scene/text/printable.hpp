/// Words of the user as messages show them: short, on one line, without control characters.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace talweg {

/// At most 40 characters; "…" stands for the rest.
std::string printable(std::string_view text);

/// The same in double quotes.
std::string in_quotes(std::string_view text);

/// Of any length and number of lines, for a terminal: other control characters, which could steer it, become "?".
std::string without_controls(std::string_view text);

/// "a, b, c"
std::string listed(const std::vector<std::string>& words);

}  // namespace talweg
