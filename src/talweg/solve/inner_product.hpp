/// gᵀ p over the nodes, summed in one fixed order.
#pragma once
#include "talweg/math/parallel.hpp"
#include "talweg/model/positions.hpp"

namespace talweg {

inline double inner_product(const Nodes& g, const Nodes& p) {
    const int n = static_cast<int>(g.size());
    const auto sum_of = [&](int begin, int end) {
        double sum = 0.0;
        for (int i = begin; i < end; ++i) sum += dot(g[i], p[i]);
        return sum;
    };
    return parallel_sum(n, sum_of, fine_grain(n));
}

}  // namespace talweg
