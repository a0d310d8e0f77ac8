/// Pairs of points that are joined, so that features around the one and features around the other always touch and are
/// not compared: as features that share a point are not.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace talweg {

class SewnPairs {
public:
    SewnPairs() = default;
    explicit SewnPairs(const std::vector<std::array<int, 2>>& pairs) {
        int most = -1;
        for (const auto& [p, q] : pairs) {
            pairs_.push_back({p, q});
            pairs_.push_back({q, p});
            most = std::max({most, p, q});
        }
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
        known_.resize(static_cast<std::size_t>(most + 1), 0);
        for (const auto& [p, q] : pairs_) known_[p] = 1;
    }

    bool empty() const { return pairs_.empty(); }
    bool contains(int p, int q) const {
        return knows(p) && knows(q) && std::binary_search(pairs_.begin(), pairs_.end(), std::array{p, q});
    }
    /// Whether any point of the one feature is sewn to any of the other.
    template <class A, class B>
    bool join(const A& a, const B& b) const {
        if (pairs_.empty()) return false;
        for (const int i : a)
            for (const int j : b)
                if (contains(i, j)) return true;
        return false;
    }
    /// Each pair twice, both ways round, in order.
    const std::vector<std::array<int, 2>>& all() const { return pairs_; }

private:
    bool knows(int p) const { return static_cast<std::size_t>(p) < known_.size() && known_[p] != 0; }

    std::vector<std::array<int, 2>> pairs_;
    std::vector<std::uint8_t> known_;  // by point
};

}  // namespace talweg
