/// Small triangles scattered in a unit cube: everything near everything, for tests against brute force.
#pragma once
#include "math/random_matrices.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/model/contact_world.hpp"

namespace talweg::testing {

struct LooseWorld {
    ContactWorld world;
    Positions x;

    LooseWorld(int triangles, double size, RandomMatrices& random, double d_hat = 0.05) {
        ContactSurface& s = world.surface;
        for (int t = 0; t < triangles; ++t) {
            const Vec3 center = random.matrix<3, 1>();
            for (int k = 0; k < 3; ++k) {
                s.points.push_back(static_cast<int>(x.size()));
                x.push_back(center + size * random.matrix<3, 1>());
            }
            const int last = static_cast<int>(x.size());
            s.triangles.push_back({last - 3, last - 2, last - 1});
        }
        s.edges = unique_edges(s.triangles);
        s.point_area.assign(x.size(), 0.01);
        s.edge_area.assign(s.edges.size(), 0.01);
        for (const auto& [a, b] : s.edges) s.edge_length_squared.push_back(norm_squared(x[b] - x[a]));
        s.part.assign(x.size(), 0);
        s.radius.assign(x.size(), 0.0);
        s.prescribed.assign(x.size(), 0);
        world.rules.d_hat = d_hat;
        world.rules.touching = TouchingBodies(1);
        world.rules.friction = 0.3;
        world.rules.slip_speed = 1e-3;
    }
};

}  // namespace talweg::testing
