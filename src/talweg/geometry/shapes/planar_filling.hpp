/// Fills a planar region, given by a signed distance, with triangles of nearly equal size and bounded angles: a regular
/// grid of equilateral triangles whose points near the boundary move onto it and whose other boundary edges are cut.
/// The planar sister of: Labelle and Shewchuk, "Isosurface stuffing", ACM Transactions on Graphics 26 (3), 2007.
#pragma once
#include <functional>

#include "talweg/geometry/mesh.hpp"

namespace talweg::shapes {

/// Triangles of edge length about `spacing` in the xy plane, facing +z, covering where distance(x, y) < 0 inside the
/// square |x|, |y| ≤ reach. Group rim: the points on the boundary.
Mesh fill_plane(const std::function<double(double, double)>& distance, double reach, double spacing);

}  // namespace talweg::shapes
