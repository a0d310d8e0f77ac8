/// A zlib stream being made: bytes go in as they come, the compressed ones pile up. Browsers read it back themselves.
///
/// The input is cut into chunks of fixed size that are compressed in parallel, each with the end of the one before as
/// its dictionary, so that little is lost by cutting (Adler, pigz, 2007). The stream is the same for any number of
/// threads.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace talweg {

class Deflate {
public:
    explicit Deflate(int level = 6) : level_(level) {}

    void append(std::span<const unsigned char> bytes);
    /// Compressed bytes so far; up to a megabyte of input may still be held back.
    std::size_t size() const { return compressed_.size(); }
    /// Ends the stream and hands it over.
    std::string finish();

private:
    void compress(bool last);

    int level_;
    std::vector<unsigned char> held_;  // the end of what was compressed, and after it what was not yet
    std::size_t done_ = 0;             // so many of them were
    unsigned long checksum_ = 1;
    std::string compressed_;
};

/// All of `text` as one zlib stream.
std::string deflate_text(std::string_view text);

}  // namespace talweg
