#include "talweg/format/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace talweg {

namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void Sha256::take(const std::uint8_t* block) {
    std::uint32_t w[64];
    for (int t = 0; t < 16; ++t)
        w[t] = std::uint32_t(block[4 * t]) << 24 | std::uint32_t(block[4 * t + 1]) << 16 |
               std::uint32_t(block[4 * t + 2]) << 8 | std::uint32_t(block[4 * t + 3]);
    for (int t = 16; t < 64; ++t) {
        const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
        const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (int t = 0; t < 64; ++t) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + constants[t] + w[t];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::uint32_t taken[8] = {a, b, c, d, e, f, g, h};
    for (int k = 0; k < 8; ++k) state_[k] += taken[k];
}

void Sha256::add(std::span<const std::byte> bytes) {
    const auto* next = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t left = bytes.size();
    while (left > 0) {
        const std::size_t held = count_ % 64;
        if (held == 0 && left >= 64) {
            take(next);
            count_ += 64;
            next += 64;
            left -= 64;
            continue;
        }
        const std::size_t part = std::min(left, 64 - held);
        std::memcpy(waiting_.data() + held, next, part);
        count_ += part;
        next += part;
        left -= part;
        if (count_ % 64 == 0) take(waiting_.data());
    }
}

void Sha256::add(std::span<const double> numbers) {
    const std::uint64_t size = numbers.size();
    add(std::as_bytes(std::span(&size, 1)));
    add(std::as_bytes(numbers));
}

std::array<std::uint8_t, 32> Sha256::value() const {
    Sha256 last = *this;
    const std::uint64_t bits = 8 * count_;
    const std::uint8_t one = 0x80, zero = 0;
    last.add(std::as_bytes(std::span(&one, 1)));
    while (last.count_ % 64 != 56) last.add(std::as_bytes(std::span(&zero, 1)));
    std::uint8_t length[8];
    for (int k = 0; k < 8; ++k) length[k] = static_cast<std::uint8_t>(bits >> (56 - 8 * k));
    last.add(std::as_bytes(std::span(length)));
    std::array<std::uint8_t, 32> digest;
    for (int k = 0; k < 32; ++k) digest[k] = static_cast<std::uint8_t>(last.state_[k / 4] >> (24 - 8 * (k % 4)));
    return digest;
}

std::string hexadecimal(const std::array<std::uint8_t, 32>& digest) {
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

}  // namespace talweg
