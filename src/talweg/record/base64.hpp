/// Bytes as text: base64 with the standard alphabet and padding (RFC 4648).
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace talweg {

/// Length of the text of `bytes` bytes.
constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

/// Appends the text of `bytes` to `text`.
void append_base64(std::string& text, std::string_view bytes);

}  // namespace talweg
