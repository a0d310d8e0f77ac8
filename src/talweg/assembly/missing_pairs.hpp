/// What terms couple beyond a pattern: pairs of nodes that it has no block for, and which of its blocks they need.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "talweg/assembly/block_matrix.hpp"

namespace talweg {

using NodePairs = std::vector<std::array<int, 2>>;  // (i, j), i < j, in order

struct MissingPairs {
    NodePairs pairs;
    std::vector<std::uint8_t> needed;  // by block of the pattern: 1 where a term couples its nodes

    MissingPairs(const BlockPattern& pattern, const Model& model,
                 const std::vector<std::shared_ptr<const Term>>& terms);
};

/// Both in one list; those of `few` are not among `many`.
NodePairs merged(const NodePairs& many, const NodePairs& few);

}  // namespace talweg
