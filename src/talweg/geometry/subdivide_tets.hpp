/// Cuts every tetrahedron of a mesh into n³ equal parts along n sections of each edge.
/// The cut of a face depends only on the numbers of its corners, so neighbours fit: edgewise subdivision, Edelsbrunner
/// and Grayson, "Edgewise subdivision of a simplex", Discrete & Computational Geometry 24, 2000.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// A new point as weights of old ones: the weights are whole numbers that sum to n; unused places are {0, 0}.
struct SubdivisionPoint {
    std::array<int, 4> points;
    std::array<int, 4> weights;
    friend auto operator<=>(const SubdivisionPoint&, const SubdivisionPoint&) = default;
};

struct Subdivision {
    std::vector<SubdivisionPoint> points;
    std::vector<std::array<int, 4>> tets;  // of arbitrary orientation
};

Subdivision subdivide_tets(const std::vector<std::array<int, 4>>& tets, int n);

/// Where the new points lie between the old ones.
std::vector<Vec3> interpolate(const Subdivision& subdivision, const std::vector<Vec3>& old_points);

}  // namespace talweg
