/// What is wrong with, or odd about, the mesh of a body, before it is simulated.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

struct MeshReport {
    // For the user: slivers, points at the same place, points of no element, holes; all of which the doctor of meshes
    // finds too.
    std::vector<std::string> notes;
    std::vector<std::string> overlaps;  // of parts, which he knows nothing of
    std::vector<int> loose_points;      // of no element: they are kept, and stand still
};

/// Whether its points come from a file.
bool is_read(const BodySpec& body);
/// The mesh as the doctor should see it: points inside tets belong to them.
Mesh mesh_to_examine(const BodyShape& shape);

/// Throws Error with the indices of tetrahedra that are flat or inside out.
MeshReport examine_body(const BodySpec& body, const BodyShape& shape);

}  // namespace talweg
