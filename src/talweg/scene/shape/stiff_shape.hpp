/// Bodies that can only move affinely: whatever their surface, four points with a quarter of the mass each carry it; in
/// planar scenes three with a third.
#pragma once
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

/// The inside of a closed surface, or with a wall the surface or the wires themselves, as one tetrahedron with its
/// volume, centre and second moments, or those that the body is given, in which the surface's points ride; points of no
/// triangle are left out. Groups keep their names; "surface" has all points that ride. In planar scenes three points
/// carry the triangles. Throws Error when the surface is open or inside out, or no body has the inertia that is given.
BodyShape stiff_shape(const Mesh& mesh, const BodySpec& body, bool planar);

}  // namespace talweg
