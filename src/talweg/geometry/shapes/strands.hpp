/// Hair: straight strands that grow from a surface.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct Strands {
    int count = 0, segments = 0;  // of all; of each
    double length = 0.0;          // m
    Vec3 lean = Vec3::zero();     // added to the normal before it is made a direction
    int seed = 0;
};

/// Roots are spread over the triangles evenly by area (Halton's points, shifted by the seed); strands leave along the
/// normals. Points strand by strand from the root on. Groups "roots" (the first segment of each), "tips"; edges
/// "structural" and "bending". Throws Error where the surface has no area.
Mesh make_strands(const Mesh& surface, const Strands& strands);

}  // namespace talweg
