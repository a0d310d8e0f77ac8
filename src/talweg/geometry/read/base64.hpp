/// Base64 (RFC 4648), as glTF and VTK files embed raw bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace talweg::read {

/// The decoded bytes, or nothing when the text has other characters than base64 and white space, or ends inside a byte.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace talweg::read
