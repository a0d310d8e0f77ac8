/// A first flat layout of a surface that is like a disc, in which no triangle is turned over.
///
/// The border goes around a circle, every inner point into the middle of its neighbours; such a layout of a
/// triangulation has no folds (W. T. Tutte, "How to draw a graph", Proc. London Math. Soc. 13, 1963; M. S. Floater,
/// "One-to-one piecewise linear mappings over triangulations", Math. Comp. 72, 2003).
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// The points in the plane z = 0, around the origin; the circle has the area of the surface and is divided by the
/// lengths of the border edges. Throws Error when the surface is not like a disc or too distorted for rounding.
std::vector<Vec3> tutte_layout(const Mesh& surface);

/// A triangle laid into the plane z = 0 without distortion: a at the origin, b on the x axis, c above it.
std::array<Vec3, 3> laid_flat(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace talweg
