/// Gmsh MSH 2.2 and 4.1, text or binary. Physical groups become point groups; nodes keep the order of the file.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_msh(const Source& source);

}  // namespace talweg::read
