#include "talweg/format/deflate.hpp"

#include <array>
#include <new>

namespace talweg {

Deflate::Deflate(int level) {
    if (deflateInit(&stream_, level) != Z_OK) throw std::bad_alloc();
}

Deflate::~Deflate() { deflateEnd(&stream_); }

std::string Deflate::finish() {
    pump({}, Z_FINISH);
    return std::move(compressed_);
}

void Deflate::pump(std::span<const unsigned char> bytes, int flush) {
    std::array<unsigned char, 1 << 16> block;
    // zlib counts input in 32 bits: larger pieces go in portions.
    constexpr std::size_t portion = std::size_t{1} << 30;
    do {
        const std::size_t count = std::min(bytes.size(), portion);
        stream_.next_in = const_cast<unsigned char*>(bytes.data());  // zlib reads it only
        stream_.avail_in = static_cast<uInt>(count);
        bytes = bytes.subspan(count);
        do {
            stream_.next_out = block.data();
            stream_.avail_out = static_cast<uInt>(block.size());
            deflate(&stream_, flush);
            compressed_.append(reinterpret_cast<const char*>(block.data()), block.size() - stream_.avail_out);
        } while (stream_.avail_out == 0);
    } while (!bytes.empty());
}

std::string deflate_text(std::string_view text) {
    Deflate stream(9);
    stream.append({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    return stream.finish();
}

}  // namespace talweg
