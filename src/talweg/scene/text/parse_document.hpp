/// Reads JSON with // and /* */ comments and remembers the line of every key and entry.
///
/// Strict where silence would hurt: NaN and Infinity, numbers a double cannot hold, duplicate keys, trailing commas and
/// broken UTF-8 are errors, each with file, line, column and a remedy. Columns count characters, from 1.
#pragma once
#include <string>
#include <string_view>

#include "talweg/scene/text/document.hpp"

namespace talweg {

/// Deeper nesting is refused, so that no later walk over the value can exhaust the stack.
inline constexpr int max_json_depth = 100;

/// `source` is what messages call the text: a file name. Throws Error at the first thing that is not JSON.
Document parse_document(std::string_view text, std::string source);

}  // namespace talweg
