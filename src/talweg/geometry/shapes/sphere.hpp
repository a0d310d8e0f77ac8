/// A solid ball.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Ball centred at the origin: the 20 tetrahedra between an icosahedron's faces and its middle, each cut along
/// `divisions` sections of its edges, with the flat shells blown up to spheres. 20·divisions³ tets. Group surface.
Mesh make_sphere(double radius, int divisions);

}  // namespace talweg
