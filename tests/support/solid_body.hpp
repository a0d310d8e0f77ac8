/// An elastic body of one material, made by hand from a mesh: what tests of solids step without reading a scene.
#pragma once
#include "support/spring_grid.hpp"
#include "talweg/energies/force.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::testing {

template <class Energy>
std::shared_ptr<const Term> elements_on(const Mesh& mesh, const std::vector<double>& values) {
    constexpr int n = Energy::point_count;
    std::vector<int> points;
    std::vector<typename Energy::Element> elements;
    const auto add = [&](const auto& cells) {
        for (const auto& cell : cells) {
            RestElement<n> rest = {{}, 0.0, mesh.dimension};
            for (int i = 0; i < n; ++i) {
                points.push_back(cell[i]);
                rest.x[i] = mesh.points[cell[i]];
            }
            elements.push_back(Energy::make(rest, values.data()));
        }
    };
    if constexpr (n == 3)
        add(mesh.triangles);
    else
        add(mesh.tets);
    return std::make_shared<Elements<Energy>>(std::move(points), std::move(elements));
}

struct PointForce {
    int point;
    Vec3 force;  // N
};

template <class Energy>
struct SolidBody {
    Mesh mesh;
    std::vector<double> values;  // of the energy's parameters
    double density = 1000.0;     // kg/m³, or kg/m² of a planar body
    std::vector<Hold> holds = {};
    std::vector<PointForce> forces = {};
    bool consistent = false;  // mass
    Positions start = {};     // empty: at rest
    Positions velocity = {};  // empty: still
    std::vector<std::shared_ptr<const Term>> more = {};

    World make() const {
        VertexBody body;
        body.rest = mesh.points;
        body.start = start.empty() ? mesh.points : start;
        body.velocity = velocity.empty() ? Positions(mesh.points.size(), Vec3::zero()) : velocity;
        body.mass = point_shares(mesh);
        for (double& mass : body.mass) mass *= density;
        if (consistent)
            for (const auto& [i, j, share] : pair_shares(mesh)) body.couplings.push_back({i, j, density * share});
        body.holds = holds;
        ModelBuilder builder(Planar<Energy>);
        builder.add_vertices(body);
        builder.add_term(elements_on<Energy>(mesh, values));
        for (const auto& term : more) builder.add_term(term);
        if (!forces.empty()) {
            std::vector<int> points;
            std::vector<Force::Element> elements;
            for (const auto& [point, force] : forces) {
                points.push_back(point);
                elements.push_back({force});
            }
            builder.add_term(std::make_shared<Elements<Force>>(points, elements));
        }
        World world;
        world.model = builder.finish();
        world.state = {builder.start(), builder.velocity(), 0.0, 0, 0.0};
        return world;
    }
};

/// A force shared by the points of a straight side in proportion to the length they stand for.
/// Its points come evenly spaced and in order; the two ends have half of what the others have.
inline std::vector<PointForce> side_force(const std::vector<int>& side, const Vec3& force) {
    std::vector<PointForce> forces;
    const double part = 1.0 / double(side.size() - 1);
    for (std::size_t k = 0; k < side.size(); ++k)
        forces.push_back({side[k], (k == 0 || k + 1 == side.size() ? 0.5 : 1.0) * part * force});
    return forces;
}

inline StepSettings tight(const std::string& integrator, double dt, double tolerance = 1e-12) {
    StepSettings settings;
    settings.integrator = integrator;
    settings.dt = dt;
    settings.newton.tolerance = tolerance;
    return settings;
}

/// The equilibrium, by one quasi-static step.
inline StepReport settle(World& world, double tolerance = 1e-12) {
    return make_stepper(world.model, tight("quasi_static", 1.0, tolerance))->step(world.state);
}

}  // namespace talweg::testing
