/// Linear relations between nodes, Σ weight·c = value with scalar weights, kept exactly by leaving nodes out: those
/// that the others determine. What is left is c = Z q + d, a sparse basis of the relations' null space.
///
/// Gauss–Jordan over sparse rows, the shortest first; a node is left out that few rows know and whose weight is among
/// the row's larger ones, so that rows stay short and no weight grows. A relation whose weights all fall below
/// `rank_threshold` times their first sizes says nothing new: it is redundant, or contradicts the others.
#pragma once
#include <cstdint>

#include "talweg/model/point_map.hpp"

namespace talweg {

struct Relation {
    std::vector<NodeWeight> row;
    Vec3 value = Vec3::zero();
    int follower = -1;  // the node that had best be left out; −1: any
};

inline constexpr double rank_threshold = 1e-9;

struct FreeNodes {
    std::vector<int> kept;       // the old number of every node that is left
    PointMap rows;               // Z, by old node
    Nodes offset;                // d, likewise
    std::vector<int> redundant;  // relations that follow from others

    int count() const { return static_cast<int>(kept.size()); }
};

/// The relation that cannot hold together with those before it: it asks for another value, or for a move of nodes that
/// may not follow.
struct Contradiction {
    int relation;
    bool held;  // whether everything that it speaks of is held
};

/// Whether a node may be left out: not those that are held or led. What speaks of nothing but nodes that stay where
/// they start is redundant, if it holds there.
enum class Follows : std::uint8_t { no, yes, fixed };

/// By node, with where it starts. Values are compared to within rank_threshold of the size of the whole. Throws
/// Contradiction.
FreeNodes eliminate(std::span<const Relation> relations, const std::vector<Follows>& may_follow, const Nodes& start);

}  // namespace talweg
