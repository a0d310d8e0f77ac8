/// glTF 2.0, text (.gltf) or binary (.glb), through assimp: every node's meshes, placed by the node transforms. Points
/// split for normals or texture seams are joined again within a node; nodes with a name become point groups.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_gltf(const Source& source);

}  // namespace talweg::read
