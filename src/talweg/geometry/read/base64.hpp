/// Base64 (RFC 4648), as glTF and VTK files embed raw bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace talweg::read {

/// The first `most` decoded bytes, or fewer when the text ends before. Several padded streams may follow each other.
/// Nothing when the text read has other characters than base64 and white space, or ends inside a byte.
std::optional<std::string> decode_base64(std::string_view text, std::size_t most = std::string::npos);

}  // namespace talweg::read
