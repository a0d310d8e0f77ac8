/// A zlib stream being made: bytes go in as they come, the compressed ones pile up. Browsers read it back themselves.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include <zlib.h>

namespace talweg {

class Deflate {
public:
    explicit Deflate(int level = 6);
    ~Deflate();
    Deflate(const Deflate&) = delete;
    Deflate& operator=(const Deflate&) = delete;

    void append(std::span<const unsigned char> bytes) { pump(bytes, Z_NO_FLUSH); }
    /// Compressed bytes so far; up to some hundred kilobytes of input may still be held back.
    std::size_t size() const { return compressed_.size(); }
    /// Ends the stream and hands it over.
    std::string finish();

private:
    void pump(std::span<const unsigned char> bytes, int flush);

    z_stream stream_{};
    std::string compressed_;
};

/// All of `text` as one zlib stream.
std::string deflate_text(std::string_view text);

}  // namespace talweg
