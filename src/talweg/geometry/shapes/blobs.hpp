/// Balls and capsules grown together: one smooth closed surface, as of clay animals.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// A ball around a place, or a capsule around the line between two.
struct Blob {
    std::vector<Vec3> at;  // one or two (m)
    double radius;         // m
    std::string group;     // of the points nearest to it; empty: none

    bool operator==(const Blob&) const = default;
};

/// The surface f(x) = 0 of f = −k log Σ exp(−dᵢ(x)/k), dᵢ the distance to ball or capsule i and k = `blend` (m): a
/// smooth minimum in any order of the parts, of slope 1 at most, which fills the grooves between them. It is that of
/// the distance where one part is alone, and up to k log n farther out where n parts lie over one another.
/// `spacing` (m): about the edge length of the triangles; at most the smallest radius. Outward; point groups by name.
Mesh make_blobs(const std::vector<Blob>& parts, double blend, double spacing);

/// f of these parts at x (m).
double blob_distance(const std::vector<Blob>& parts, double blend, const Vec3& x);

}  // namespace talweg
