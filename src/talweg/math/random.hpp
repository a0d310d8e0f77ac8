/// Numbers that look random and are the same on every machine (SplitMix64: Steele, Lea, Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014).
#pragma once
#include <cstddef>
#include <cstdint>

namespace talweg {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    /// In [0, 1).
    double number() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(number() * static_cast<double>(count)); }

private:
    std::uint64_t state_;
};

}  // namespace talweg
