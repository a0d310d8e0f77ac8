/// gᵀ p over the nodes, summed in one fixed order.
#pragma once
#include "talweg/math/parallel.hpp"
#include "talweg/model/positions.hpp"

namespace talweg {

inline double inner_product(const Nodes& g, const Nodes& p) {
    return parallel_sum(static_cast<int>(g.size()), [&](int begin, int end) {
        double sum = 0.0;
        for (int i = begin; i < end; ++i) sum += dot(g[i], p[i]);
        return sum;
    });
}

}  // namespace talweg
