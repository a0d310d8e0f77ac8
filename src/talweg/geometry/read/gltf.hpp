/// glTF 2.0, text (.gltf) or binary (.glb): the triangles and lines of every node of the scene, placed by the node
/// transforms. Points split for normals or texture seams are joined again within a node; the names of nodes, meshes and
/// materials become point groups. Written here because assimp 5.2 takes 2 GB and 8 s to refuse a damaged file of 2 kB.
/// Specification: Khronos Group, glTF 2.0, https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

/// `looks`: what it says beside the shape, if anybody asks. glTF counts v downwards; here it is turned.
Mesh read_gltf(const Source& source, MeshLooks* looks = nullptr);

}  // namespace talweg::read
