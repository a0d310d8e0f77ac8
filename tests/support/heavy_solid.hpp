/// A solid under gravity, held at some points: what solvers are tested and timed with.
#pragma once
#include "support/solid_body.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/geometry/shapes/box.hpp"

namespace talweg::testing {

template <class Material = StableNeoHookean>
World heavy_solid(const Mesh& mesh, const std::vector<int>& held, double youngs_modulus, double poissons_ratio = 0.3) {
    SolidBody<Tetrahedron<Material>> body;
    body.mesh = mesh;
    body.values = {youngs_modulus, poissons_ratio};
    body.holds = {{held, all_axes, {}}};
    std::vector<int> points;
    std::vector<Gravity::Element> weights;
    for (double volume : point_shares(mesh)) {
        points.push_back(static_cast<int>(points.size()));
        weights.push_back({body.density * volume * Vec3{0.0, -9.81, 0.0}});
    }
    body.more = {std::make_shared<Elements<Gravity>>(points, weights)};
    return body.make();
}

/// A beam four times as long as high, of 24·cells³ tetrahedra, held at one end.
inline World heavy_beam(int cells, double youngs_modulus = 1e6) {
    const Mesh mesh = make_box({4.0, 1.0, 1.0}, {4 * cells, cells, cells}, 6);
    return heavy_solid(mesh, mesh.point_groups.at("left"), youngs_modulus);
}

}  // namespace talweg::testing
