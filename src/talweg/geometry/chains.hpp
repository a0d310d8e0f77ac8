/// Lines of edges, and frames along them.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// Points one after another; closed: the last is joined to the first.
struct Chain {
    std::vector<int> points;
    bool closed = false;

    int edge_count() const { return static_cast<int>(points.size()) - (closed ? 0 : 1); }
    /// The two ends of an edge.
    std::array<int, 2> edge(int k) const { return {points[k], points[(k + 1) % points.size()]}; }
};

/// The lines that edges make, by their smallest numbers: open ones from the end of smaller number, closed ones from
/// their smallest number along the edge that comes first. Throws Error where a line forks, or an edge is there twice.
std::vector<Chain> find_chains(std::span<const std::array<int, 2>> edges);

/// By how much a direction across a closed line has turned about its first edge once it is carried around by the
/// smallest rotations, radians within ±π: what lies in a plane misses nothing. 0 of an open line.
double missing_turn(const Chain& chain, std::span<const Vec3> points);

/// A unit vector across each edge, carried from edge to edge by the smallest rotation. The first is what of `axis`
/// stands across the first edge, or, where that is next to nothing, of a coordinate axis. Around a closed line what
/// is missing to a whole turn is spread evenly. Throws Error where the line folds back on itself.
std::vector<Vec3> carried_directors(const Chain& chain, std::span<const Vec3> points, const Vec3& axis);

}  // namespace talweg
