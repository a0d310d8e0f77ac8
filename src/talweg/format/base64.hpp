/// Bytes as text: base64 with the standard alphabet and padding (RFC 4648).
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace talweg {

/// Length of the text of `bytes` bytes.
constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

/// Appends the text of `bytes` to `text`.
void append_base64(std::string& text, std::string_view bytes);

/// The first `most` decoded bytes, or fewer when the text ends before. Several padded streams may follow each other, as
/// in VTK's files. Nothing when the text read has other characters than base64 and white space, or ends inside a byte.
std::optional<std::string> decode_base64(std::string_view text, std::size_t most = std::string::npos);

}  // namespace talweg
