/// Fills a closed surface with tetrahedra by a program that is installed beside talweg: gmsh (https://gmsh.info) or
/// TetGen (https://tetgen.org). They are called as programs, not linked.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

enum class TetMesher { gmsh, tetgen };

/// Whether the program can be found.
bool is_installed(TetMesher mesher);

/// The inside of the surface in tetrahedra of edges up to about `spacing` (m). Throws Error when the program is not
/// installed or fails, or when the surface is not closed, with its faults.
Mesh mesh_inside(const Mesh& surface, TetMesher mesher, double spacing);

}  // namespace talweg
