/// Any mesh file as a Mesh.
#pragma once
#include <filesystem>

#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg {

/// Reads a mesh file; its first bytes, or else its extension, tell the format. Surfaces: obj, ply, stl, gltf, glb.
/// Surfaces and volumes: msh (gmsh 2.2, 4.1), vtk, vtu, vtp, mesh and meshb (medit), node and ele (TetGen). Points keep
/// the numbering of the file (STL and glTF repeat points: those are joined). The mesh has the highest dimension its
/// elements have, "structural" edges (each edge of an element once), the outer surface of its tets as triangles, and
/// the file's named parts as point groups. Throws Error with place and remedy.
/// `looks`: texture coordinates of obj, gltf and glb, and the quads of obj, if anybody asks; others leave it empty.
Mesh read_mesh(const std::filesystem::path& path, MeshLooks* looks = nullptr);
Mesh read_mesh(const read::Source& source, MeshLooks* looks = nullptr);

}  // namespace talweg
