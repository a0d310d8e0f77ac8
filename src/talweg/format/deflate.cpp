#include "talweg/format/deflate.hpp"

#include <zlib.h>

#include <new>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr std::size_t chunk = 128 << 10, at_once = 8 * chunk, dictionary = 32 << 10;

/// A chunk without header and checksum, ended so that another can follow.
std::string deflate_chunk(std::span<const unsigned char> before, std::span<const unsigned char> bytes, int level,
                          bool last) {
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
    if (!before.empty()) deflateSetDictionary(&stream, before.data(), static_cast<uInt>(before.size()));
    std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 16, '\0');  // and the marker at its end
    stream.next_in = const_cast<unsigned char*>(bytes.data());                            // zlib reads it only
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<unsigned char*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, last ? Z_FINISH : Z_SYNC_FLUSH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

/// Deflate in a window of 32 kB, and how hard it was tried (RFC 1950).
std::string header(int level) {
    const int effort = level < 2 ? 0 : level < 6 ? 1 : level == 6 ? 2 : 3;
    int both = (0x78 << 8) | (effort << 6);
    both += 31 - both % 31;
    return {static_cast<char>(both >> 8), static_cast<char>(both & 0xff)};
}

}  // namespace

void Deflate::append(std::span<const unsigned char> bytes) {
    while (!bytes.empty()) {
        const auto portion = bytes.first(std::min(bytes.size(), at_once - (held_.size() - done_)));
        held_.insert(held_.end(), portion.begin(), portion.end());
        checksum_ = adler32(checksum_, portion.data(), static_cast<uInt>(portion.size()));
        bytes = bytes.subspan(portion.size());
        if (held_.size() - done_ == at_once) compress(false);
    }
}

void Deflate::compress(bool last) {
    if (compressed_.empty()) compressed_ = header(level_);
    const std::size_t left = held_.size() - done_;
    const int count = std::max(1, static_cast<int>((left + chunk - 1) / chunk));
    std::vector<std::string> parts(count);
    const std::span<const unsigned char> all = held_;
    parallel_each(0, count, [&](int k) {
        const std::size_t begin = done_ + static_cast<std::size_t>(k) * chunk, known = std::min(begin, dictionary);
        parts[k] =
            deflate_chunk(all.subspan(begin - known, known), all.subspan(begin, std::min(chunk, all.size() - begin)),
                          level_, last && k + 1 == count);
    });
    for (const std::string& part : parts) compressed_ += part;
    done_ = std::min(held_.size(), dictionary);
    held_.erase(held_.begin(), held_.end() - static_cast<std::ptrdiff_t>(done_));
}

std::string Deflate::finish() {
    compress(true);
    for (int shift = 24; shift >= 0; shift -= 8) compressed_ += static_cast<char>((checksum_ >> shift) & 0xff);
    return std::move(compressed_);
}

std::string deflate_text(std::string_view text) {
    Deflate stream;
    stream.append({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    return stream.finish();
}

}  // namespace talweg
