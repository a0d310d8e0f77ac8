#include "talweg/geometry/shapes/puzzle.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/shapes/planar_filling.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {
namespace {

// All relative to the side of the square.
constexpr double corner_radius = 0.06, tab_radius = 0.15, tab_offset = 0.1;

// Signed distance of the piece with side 1 (exact in sign, and continuous).
double distance(double x, double y) {
    const auto circle = [&](double cx, double cy) { return std::hypot(x - cx, y - cy) - tab_radius; };
    const double dx = std::abs(x) - (0.5 - corner_radius), dy = std::abs(y) - (0.5 - corner_radius);
    const double square =
        std::hypot(std::max(dx, 0.0), std::max(dy, 0.0)) + std::min(std::max(dx, dy), 0.0) - corner_radius;
    const double tabs = std::min(circle(0.5 + tab_offset, 0.0), circle(0.0, 0.5 + tab_offset));
    const double hollows = std::min(circle(-0.5 + tab_offset, 0.0), circle(0.0, -0.5 + tab_offset));
    return std::max(std::min(square, tabs), -hollows);
}

}  // namespace

Mesh make_puzzle(double size, int cells) {
    shapes::require_length("puzzle", "size", size);
    shapes::require_count("puzzle", "cells", cells, 8);
    shapes::require_size("puzzle", {cells, cells, 16});
    Mesh mesh = shapes::fill_plane(distance, 0.5 + tab_offset + tab_radius, 1.0 / cells);
    for (Vec3& p : mesh.points) p *= size;
    return mesh;
}

}  // namespace talweg
