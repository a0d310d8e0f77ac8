/// Patterns of nodes that are coupled as a list says.
#pragma once
#include <array>
#include <vector>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::testing {

inline BlockPattern pattern_of(int nodes, const std::vector<std::array<int, 2>>& pairs) {
    ModelBuilder builder;
    for (int i = 0; i < nodes; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    for (const auto& [i, j] : pairs) builder.add_coupling(i, j, 0.1);
    return BlockPattern(builder.finish());
}

}  // namespace talweg::testing
