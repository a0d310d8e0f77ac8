/// The surface on which a smooth field is zero, as triangles: marching tetrahedra on a body-centred lattice.
///
/// Every tetrahedron whose corners differ in sign gives one or two triangles between the crossings of its edges. Edges
/// are shared by all tetrahedra around them, so the surface is closed, manifold and turned one way whatever the field
/// does, without a table of ambiguous cases (Doi, Koide, "An Efficient Method of Triangulating Equi-Valued Surfaces by
/// Using Tetrahedral Cells", 1991; on the body-centred lattice: Treece, Prager, Gee, "Regularised Marching
/// Tetrahedra", 1999).
#pragma once
#include <functional>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct ImplicitSurface {
    std::function<double(const Vec3&)> value;   // negative inside
    std::function<bool(const Box&)> may_cross;  // false: the box certainly holds no piece of the surface
};

/// Of a field that changes by at most `slope` per metre, as distances do by 1: the box is crossed only if the value in
/// its middle is within reach of zero.
ImplicitSurface with_slope(std::function<double(const Vec3&)> value, double slope);

/// Triangles outward (towards growing values), points within a tenth of a lattice edge of where the field is zero
/// along that edge: `tidy_surface` puts them onto it. The box must hold the surface: what leaves it is cut off, open.
/// `spacing`: edge length of the lattice's cubes (m); what is thinner may be missed. Boxes are halved where
/// `may_cross` says so, down to cubes: work and memory go with the surface, not with the box. The same bits on every
/// call. Throws Error where more than 20 million cubes would be looked at.
Mesh isosurface(const ImplicitSurface& surface, const Box& box, double spacing);

}  // namespace talweg
