/// Everything that meets although it must stay apart, and how near the rest comes: crossings and touches by exact
/// predicates, thickness by plain distances, both found through bounding trees, n log n.
#pragma once
#include <limits>
#include <span>

#include "talweg/geometry/intersection/surfaces.hpp"

namespace talweg {

/// Two features – points, edges, triangles by their points – that meet or are near.
struct ClosePair {
    enum class Kind {
        crosses,   // one passes through the other
        touches,   // they have a place in common, no more
        too_near,  // nearer than their thickness allows
        behind,    // a point is not in front of a half-space
        near,      // no fault: just the nearest
    };
    Kind kind;
    std::vector<int> first, second;  // points; of a half-space its origin
    double gap;                      // m, thickness subtracted; 0 where surfaces cross
    Vec3 place;

    bool is_fault() const { return kind != Kind::near; }
};

struct ClosePairs {
    std::vector<ClosePair> faults;
    std::vector<ClosePair> near;  // pairs whose gap is below the reach, and no fault: of too many, the nearest
    std::size_t in_reach = 0;     // pairs whose gap was measured

    /// The smallest gap among them; infinite when nothing is in reach.
    double smallest_gap() const;
};

/// Coordinates must be finite. The result does not depend on the number of threads.
ClosePairs find_close_pairs(const Surfaces& surfaces, std::span<const Vec3> x, double reach);

/// "passes through", "touches"…
const char* describe(ClosePair::Kind kind);

}  // namespace talweg
