/// Sewn pairs, laid out by their first point: many questions are then answered by looking at one short row.
#pragma once
#include "talweg/geometry/sewn_pairs.hpp"

namespace talweg {

class JoinedRows {
public:
    JoinedRows() = default;
    explicit JoinedRows(const SewnPairs& pairs) {
        const auto& all = pairs.all();  // both ways round, in order
        if (all.empty()) return;
        first_.resize(static_cast<std::size_t>(all.back()[0]) + 2, 0);
        for (const auto& [p, q] : all) {
            ++first_[p + 1];
            others_.push_back(q);
        }
        for (std::size_t p = 0; p + 1 < first_.size(); ++p) first_[p + 1] += first_[p];
    }

    /// Whether any point of the one feature is joined to any of the other.
    template <class A, class B>
    bool join(const A& a, const B& b) const {
        if (others_.empty()) return false;
        for (const int i : a) {
            if (static_cast<std::size_t>(i) + 1 >= first_.size() || first_[i] == first_[i + 1]) continue;
            const auto begin = others_.begin() + first_[i], end = others_.begin() + first_[i + 1];
            for (const int j : b)
                if (std::binary_search(begin, end, j)) return true;
        }
        return false;
    }

private:
    std::vector<std::ptrdiff_t> first_;
    std::vector<int> others_;
};

}  // namespace talweg
