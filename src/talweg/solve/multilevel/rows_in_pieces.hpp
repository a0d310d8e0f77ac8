/// Rows of different lengths that are found in parallel, some in each piece: where they begin, and one list of all.
#pragma once
#include <algorithm>
#include <vector>

#include "talweg/math/parallel.hpp"

namespace talweg {

/// 0, and after every row the sum of all counts so far.
inline std::vector<int> begins_of(const std::vector<int>& counts) {
    std::vector<int> begins(counts.size() + 1, 0);
    for (std::size_t i = 0; i < counts.size(); ++i) begins[i + 1] = begins[i] + counts[i];
    return begins;
}

/// The lists of all pieces, one behind the other.
template <class Value>
std::vector<Value> joined(const std::vector<std::vector<Value>>& pieces) {
    std::vector<std::size_t> begins(pieces.size() + 1, 0);
    for (std::size_t k = 0; k < pieces.size(); ++k) begins[k + 1] = begins[k] + pieces[k].size();
    std::vector<Value> all(begins.back());
    parallel_each(0, static_cast<int>(pieces.size()), [&](int k) {
        std::copy(pieces[k].begin(), pieces[k].end(), all.begin() + static_cast<std::ptrdiff_t>(begins[k]));
    });
    return all;
}

}  // namespace talweg
