#include "talweg/geometry/complete_mesh.hpp"

#include <utility>

#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/outer_surface.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {

void complete_solid(Mesh& mesh) {
    mesh.dimension = 3;
    mesh.triangles = outer_surface(mesh.tets);
    mesh.edge_groups["structural"] = unique_edges(mesh.tets);
}

void complete_sheet(Mesh& mesh) {
    mesh.dimension = 2;
    mesh.edge_groups["structural"] = unique_edges(mesh.triangles);
}

void orient_tets(Mesh& mesh) {
    const auto& x = mesh.points;
    for (auto& t : mesh.tets)
        if (signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) < 0.0) std::swap(t[2], t[3]);
}

}  // namespace talweg
