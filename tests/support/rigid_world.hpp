/// Rigid bodies made by hand, with nodes where a test wants them: held ones are pins, shared ones are joints.
#pragma once
#include "support/solid_body.hpp"
#include "talweg/energies/st_venant_kirchhoff.hpp"
#include "talweg/geometry/moments.hpp"

namespace talweg::testing {

class RigidWorld {
public:
    explicit RigidWorld(const Vec3& gravity = Vec3::zero()) : gravity_(gravity) { builder_.set_gravity(gravity); }

    int node(const Vec3& place, const Vec3& velocity = Vec3::zero(), Axes held = 0) {
        places_.push_back(place);
        held_.push_back(held);
        return builder_.add_node(place, velocity, 0.0, held);
    }

    /// A body on four nodes, with a mass (kg), centre and spread (m²): ∫ρ w_a w_b of its affine weights w.
    void body(const std::array<int, 4>& nodes, double mass, const Moments& moments) {
        std::array<Vec3, 4> corners;
        for (int a = 0; a < 4; ++a) corners[a] = places_[nodes[a]];
        Body drawn;
        drawn.name = "body " + std::to_string(builder_.model().bodies.size());
        drawn.first_point = builder_.model().point_count();
        drawn.rigid = true;
        drawn.dimension = 3;
        drawn.mass = mass;
        Mesh mesh;
        mesh.dimension = 3;
        mesh.points.resize(drawn.first_point);
        for (int a = 0; a < 4; ++a) {
            const NodeWeight row{nodes[a], 1.0};
            builder_.add_point(corners[a], {&row, 1});
            mesh.points.push_back(corners[a]);
            if (held_[nodes[a]]) drawn.held.push_back(drawn.first_point + a);
            points_.push_back(drawn.first_point + a);
            weights_.push_back({mass * affine_weights(corners, moments.center)[a] * gravity_});
        }
        for (const Vec3& x : equimomental_points(moments)) {
            const std::array<double, 4> w = affine_weights(corners, x);
            for (int a = 0; a < 4; ++a)
                for (int b = a; b < 4; ++b) builder_.add_coupling(nodes[a], nodes[b], 0.25 * mass * w[a] * w[b]);
        }
        const int first = drawn.first_point;
        mesh.tets = {{first, first + 1, first + 2, first + 3}};
        if (signed_volume(corners[0], corners[1], corners[2], corners[3]) < 0.0)
            std::swap(mesh.tets[0][2], mesh.tets[0][3]);
        builder_.add_term(elements_on<Tetrahedron<StVenantKirchhoff>>(mesh, {8e8, 0.0}));
        builder_.add_body(drawn);
    }

    World make() {
        if (norm(gravity_) > 0.0) builder_.add_term(std::make_shared<Elements<Gravity>>(points_, weights_));
        World world;
        world.model = builder_.finish();
        world.state = {builder_.start(), builder_.velocity(), 0.0, 0, 0.0};
        return world;
    }

private:
    ModelBuilder builder_;
    Vec3 gravity_;
    Positions places_;
    std::vector<Axes> held_;
    std::vector<int> points_;
    std::vector<Gravity::Element> weights_;
};

}  // namespace talweg::testing
