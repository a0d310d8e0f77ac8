/// All places where the edges of a scene pass through its triangles, or through each other in the plane: decided by
/// exact predicates, found through a bounding tree. Features that share a point are not compared: they always meet
/// there.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// Positions in the lists that were given.
struct EdgeTriangleIntersection {
    int edge, triangle;
    friend bool operator==(const EdgeTriangleIntersection&, const EdgeTriangleIntersection&) = default;
};
struct EdgeEdgeIntersection {
    int first, second;  // first < second
    friend bool operator==(const EdgeEdgeIntersection&, const EdgeEdgeIntersection&) = default;
};

/// In space. `edges` are those of the triangles (unique_edges) and of whatever else has edges. In ascending order.
std::vector<EdgeTriangleIntersection> find_intersections(std::span<const Vec3> points,
                                                         std::span<const std::array<int, 2>> edges,
                                                         std::span<const std::array<int, 3>> triangles);
/// In the plane z = 0: edges that cross or touch each other. In ascending order.
std::vector<EdgeEdgeIntersection> find_planar_intersections(std::span<const Vec3> points,
                                                            std::span<const std::array<int, 2>> edges);

}  // namespace talweg
