/// The six motions that cost a free body no energy, at its nodes: what the softest solutions are made of, piece by
/// piece.
///
///     c = share · t + ω × c,   t and ω being the columns
///
/// where share is 1 at places and 0 at directions, the columns of affine maps, which turn alone. Coordinates are no
/// places, and take no part. On coarse levels a region has two nodes, for its moves and its turns.
#pragma once
#include <array>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/unknowns.hpp"

namespace talweg {

using NodeModes = Matrix<double, 3, 6>;  // of one node: its components by motions

/// Without places, moves alone. Prescribed components do not move.
inline std::vector<NodeModes> rigid_modes(const Nodes& places, const std::vector<NodeKind>& kinds,
                                          const Unknowns& unknowns) {
    const int n = unknowns.node_count();
    std::vector<NodeModes> modes(n, NodeModes::zero());
    const auto kind = [&](int i) { return kinds.empty() ? NodeKind::place : kinds[i]; };
    // Turns about the middle, in units of the size, for the sake of rounding.
    Vec3 low = Vec3::zero(), high = Vec3::zero();
    bool any = false;
    for (int i = 0; i < n && !places.empty(); ++i)
        if (kind(i) == NodeKind::place) {
            for (int a = 0; a < 3; ++a) {
                low[a] = any ? std::min(low[a], places[i][a]) : places[i][a];
                high[a] = any ? std::max(high[a], places[i][a]) : places[i][a];
            }
            any = true;
        }
    const Vec3 middle = 0.5 * (low + high);
    const double size = norm(high - low) > 0.0 ? norm(high - low) : 1.0;
    parallel_each(0, n, [&](int i) {
        if (kind(i) == NodeKind::coordinate) return;
        const bool is_place = kind(i) == NodeKind::place;
        const Vec3 r = places.empty() ? Vec3::zero() : (is_place ? places[i] - middle : places[i]) / size;
        const double rows[3][6] = {{1, 0, 0, 0, r[2], -r[1]}, {0, 1, 0, -r[2], 0, r[0]}, {0, 0, 1, r[1], -r[0], 0}};
        for (int a = 0; a < 3; ++a)
            for (int m = 0; m < 6; ++m)
                if (unknowns(i, a) >= 0) modes[i](a, m) = m < 3 && !is_place ? 0.0 : rows[a][m];
    });
    return modes;
}

}  // namespace talweg
