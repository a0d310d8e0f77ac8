/// The mesh doctor: everything about a mesh by itself that a simulation with contact would suffer from.
#pragma once
#include <limits>

#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct MeshQuestions {
    bool planar = false;        // it lies in the plane z = 0, where triangles are solids, not a surface
    bool borders = true;        // whether it is open; of sheets that need not be asked
    bool read = true;           // from a file, whose unit nobody knows
    bool intersections = true;  // whether it passes through itself; not needed where it may
    int first_embedded = std::numeric_limits<int>::max();  // points from there on follow the others
};

/// The heaviest first. Indices count from 0, as in the mesh.
std::vector<Issue> diagnose_mesh(const Mesh& mesh, const MeshQuestions& questions = {});

}  // namespace talweg
