/// The lecture's square of springs, made by hand: what tests of the engine step without reading a scene.
#pragma once
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/gravity.hpp"
#include "talweg/energies/spring.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/state/state.hpp"

namespace talweg::testing {

struct World {
    Model model;
    State state;
};

struct SpringGrid {
    int cells = 4;
    double stiffness = 1e5, stretch = 1.0;
    Vec3 gravity = Vec3::zero();
    std::vector<int> held = {};
    bool planar = true;

    World make() const {
        const Mesh mesh = make_grid({1.0, 1.0}, {cells, cells});
        VertexBody body;
        body.drawn.name = "square";
        body.rest = body.start = mesh.points;
        for (Vec3& x : body.start) x[0] *= stretch;
        body.velocity.assign(mesh.points.size(), Vec3::zero());
        body.mass.assign(mesh.points.size(), 1000.0 / double(mesh.points.size()));
        if (!held.empty()) body.holds.push_back({held, all_axes, {}});
        ModelBuilder builder(planar);
        builder.add_vertices(body);
        builder.set_gravity(gravity);

        std::vector<int> points;
        std::vector<Spring::Element> springs;
        for (const char* group : {"structural", "shear"})
            for (const auto& [a, b] : mesh.edge_groups.at(group)) {
                points.insert(points.end(), {a, b});
                springs.push_back(Spring::make({{{mesh.points[a], mesh.points[b]}}, 0.0, 2}, &stiffness));
            }
        builder.add_term(std::make_shared<Elements<Spring>>(points, springs));
        if (norm(gravity) > 0.0) {
            std::vector<int> all(mesh.points.size());
            std::vector<Gravity::Element> weights;
            for (std::size_t i = 0; i < all.size(); ++i) {
                all[i] = static_cast<int>(i);
                weights.push_back({body.mass[i] * gravity});
            }
            builder.add_term(std::make_shared<Elements<Gravity>>(all, weights));
        }
        World world;
        world.model = builder.finish();
        world.state = {builder.start(), builder.velocity(), 0.0, 0, 0.0};
        return world;
    }
};

}  // namespace talweg::testing
