/// The way back from Deflate, by zlib's own one-call function.
#pragma once
#include <zlib.h>

#include <string>

namespace talweg {

/// The `size` bytes that `stream` stands for; an empty text if it stands for anything else.
inline std::string inflate_text(const std::string& stream, std::size_t size) {
    std::string text(size + 1, '\0');  // one more, to notice a longer one
    uLongf found = text.size();
    const int error = uncompress(reinterpret_cast<Bytef*>(text.data()), &found,
                                 reinterpret_cast<const Bytef*>(stream.data()), stream.size());
    if (error != Z_OK || found != size) return {};
    text.pop_back();
    return text;
}

}  // namespace talweg
