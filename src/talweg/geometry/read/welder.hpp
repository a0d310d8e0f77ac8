/// Joins points at exactly the same place: formats like STL and glTF repeat a point for every triangle or normal.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg::read {

class Welder {
public:
    explicit Welder(std::vector<Vec3>& points) : points_(points) {}

    /// Index of the point at p; appended when it is new to this welder.
    int add(const Vec3& p) {
        // + 0.0 turns −0 into 0, which is the same place.
        const Key key{std::bit_cast<std::uint64_t>(p[0] + 0.0), std::bit_cast<std::uint64_t>(p[1] + 0.0),
                      std::bit_cast<std::uint64_t>(p[2] + 0.0)};
        const auto [entry, is_new] = index_.try_emplace(key, int(points_.size()));
        if (is_new) points_.push_back(p);
        return entry->second;
    }

private:
    using Key = std::array<std::uint64_t, 3>;
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t h = 0;
            for (const std::uint64_t k : key) {
                h = (h ^ k) * 0x9e3779b97f4a7c15u;
                h ^= h >> 29;
            }
            return h;
        }
    };
    std::vector<Vec3>& points_;
    std::unordered_map<Key, int, Hash> index_;
};

}  // namespace talweg::read
