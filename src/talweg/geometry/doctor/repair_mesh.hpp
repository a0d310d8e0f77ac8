/// What the mesh doctor can mend by itself, when asked: each repair changes what it names and nothing else.
#pragma once
#include <string>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct Repairs {
    bool weld = false;    // points at the same place become one
    bool drop = false;    // triangles without area, second triangles on the same corners, points of no element
    bool orient = false;  // the triangles of each part face the same way; outward where it is closed
};

/// "weld,drop": throws Error for anything else.
Repairs parse_repairs(const std::string& names);

struct RepairedMesh {
    Mesh mesh;  // triangles and points only
    int welded_points = 0, dropped_triangles = 0, dropped_points = 0, turned_triangles = 0;
};

/// Of a surface mesh; throws Error for solids, whose tetrahedra would no longer fit.
RepairedMesh repair_mesh(const Mesh& mesh, const Repairs& repairs);

}  // namespace talweg
