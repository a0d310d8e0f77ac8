/// The mesh doctor: everything about a mesh by itself that a simulation with contact would suffer from.
#pragma once
#include "talweg/geometry/doctor/ailment.hpp"
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// The heaviest first. Indices count from 0, as in the mesh. `planar`: it lies in the plane z = 0, where triangles are
/// solids, not a surface.
std::vector<Ailment> diagnose_mesh(const Mesh& mesh, bool planar = false);

}  // namespace talweg
