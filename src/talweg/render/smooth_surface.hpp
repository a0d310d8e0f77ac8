/// Triangles with shared normals. Corners of one point share a normal where its faces turn by less than 40 degrees in
/// the first frame: a box keeps its sharp edges, a cloth stays smooth.
#pragma once
#include <array>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct SmoothSurface {
    using Triangle = std::array<int, 3>;

    std::vector<int> vertex_point = {};     // the point that each vertex follows
    std::vector<Triangle> triangles = {};   // of vertices
    std::vector<unsigned char> wires = {};  // per triangle: bit k, the side opposite to corner k is a line to draw

    SmoothSurface() = default;
    /// `x`: the first frame, indexed by point.
    SmoothSurface(const std::vector<Triangle>& point_triangles, const std::vector<Vec3>& x);

    /// Normals of the vertices, of length 1 where they have a direction: the sum of their faces', weighted by area.
    std::vector<Vec3> normals(const std::vector<Vec3>& x) const;
};

/// The sides of the triangles, each once, without the diagonals of parallelograms (longer than the sides): a sheet of
/// cells shows its cells. Per triangle as in SmoothSurface::wires.
std::vector<unsigned char> wire_sides(const std::vector<std::array<int, 3>>& triangles, const std::vector<Vec3>& x);

}  // namespace talweg
