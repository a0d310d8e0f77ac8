/// Regions of nodes that hang together firmly, found in the order of nodes: each becomes one unit of the next level.
///
/// Units u and v are firmly coupled where ‖A_uv‖² > θ² ‖A_uu‖ ‖A_vv‖. A unit whose surroundings are all free becomes
/// the middle of a region; what is left over joins the region that it is coupled to most firmly (Vaněk, Mandel and
/// Brezina, "Algebraic multigrid by smoothed aggregation", Computing 56, 1996). Units that nothing holds firmly –
/// where inertia dominates, or loose nodes – stay outside: the smoother alone solves them well.
#pragma once
#include "talweg/solve/multilevel/full_rows.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

/// Nodes, and regions of some dozens of them, which are worth a thread.
inline constexpr int node_grain = 256, region_grain = 8;

struct Aggregates {
    int count = 0;
    std::vector<int> of_unit;  // −1: none
};

/// A unit is `width` nodes one after another.
Aggregates aggregate(const BlockMatrix& a, const FullRows& rows, const Unknowns& unknowns, int width);

}  // namespace talweg
