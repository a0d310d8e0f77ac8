/// SHA-256 (FIPS 180-4): names of contents that nobody can make two of.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace talweg {

class Sha256 {
public:
    void add(std::span<const std::byte> bytes);
    /// Numbers by their bytes, with how many there are before them.
    void add(std::span<const double> numbers);
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    std::array<std::uint8_t, 32> value() const;

private:
    void take(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> waiting_ = {};
    std::uint64_t count_ = 0;  // bytes
};

/// 64 letters.
std::string hexadecimal(const std::array<std::uint8_t, 32>& digest);

}  // namespace talweg
