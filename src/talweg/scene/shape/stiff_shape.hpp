/// Bodies that can only move affinely: whatever their surface, four points with a quarter of the mass each carry it.
#pragma once
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

/// The inside of a closed surface as one tetrahedron with its volume, centre and second moments, in which the surface's
/// points ride; points of no triangle are left out. Groups keep their names; "surface" has all points that ride. Throws
/// Error when the surface is open or inside out.
BodyShape stiff_shape(const Mesh& mesh);

}  // namespace talweg
