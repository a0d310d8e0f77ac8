/// 64-bit digest of a sequence of bytes: guards a checkpoint against damage and tells one scene from another. Not
/// cryptographic. Eight bytes at a time, each mixed by multiplications and rotations, so that a large state costs a
/// fraction of its write.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace talweg {

class Digest {
public:
    void add(std::span<const std::byte> bytes) {
        length_ += bytes.size();
        for (; bytes.size() >= 8; bytes = bytes.subspan(8)) mix(bytes.data(), 8);
        if (!bytes.empty()) mix(bytes.data(), bytes.size());
    }

    std::uint64_t value() const {
        std::uint64_t h = value_ ^ length_;
        for (int round = 0; round < 2; ++round) h = (h ^ (h >> 32)) * odd_;
        return h ^ (h >> 29);
    }

private:
    void mix(const std::byte* bytes, std::size_t count) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, count);
        // The word is spread before it meets the value: a lone top bit would otherwise survive as one bit, which the
        // next word could cancel.
        word = std::rotl(word * odd_, 29) * odd_;
        value_ = (std::rotl(value_, 31) ^ word) * odd_;
    }

    static constexpr std::uint64_t odd_ = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
    std::uint64_t value_ = odd_, length_ = 0;
};

inline std::uint64_t digest(std::span<const std::byte> bytes) {
    Digest d;
    d.add(bytes);
    return d.value();
}

/// Sixteen hexadecimal digits.
std::string to_hex(std::uint64_t value);

}  // namespace talweg
