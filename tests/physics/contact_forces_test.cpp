/// The forces that a step reports are those that changed the momenta.
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::contact_forces_test {
namespace {

const char* const pile = R"({ "time": { "step": 0.01 }, "solver": { "tolerance": 1e-9 },
  "contact": { "distance": 0.01, "friction": 0.3 },
  "bodies": [
    { "name": "low", "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] }, "density": 1000,
      "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }],
      "place": { "translate": [0, 0.511, 0] } },
    { "name": "high", "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] }, "density": 500,
      "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }],
      "place": { "translate": [0.3, 1.55, 0.2], "rotate": { "axis": [0, 1, 0], "angle": 20 } },
      "start": { "velocity": [1, -1, 0.5] } }],
  "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })";

Vec3 momentum(const testing::SceneRun& run, const State& state, int body) {
    const Model& model = run.model();
    Vec3 sum = Vec3::zero();
    for (int i = 0; i < model.bodies[body].point_count; ++i) {
        const int node = model.map.single_node(model.bodies[body].first_point + i);
        sum += model.mass.diagonal[node] * state.v[node];
    }
    return sum;
}

double mass(const Model& model, int body) {
    double sum = 0.0;
    for (int i = 0; i < model.bodies[body].point_count; ++i)
        sum += model.mass.diagonal[model.map.single_node(model.bodies[body].first_point + i)];
    return sum;
}

TEST(ContactForces, AreTheRateOfMomentum) {
    testing::SceneRun run(parse_scene(pile, "pile", ".", {}));
    double most = 0.0, most_friction = 0.0;
    for (int step = 0; step < 40; ++step) {
        const State before = run.state();
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        Vec3 of_pairs[3] = {Vec3::zero(), Vec3::zero(), Vec3::zero()};
        for (const ContactForces::Pair& pair : report.contact.pairs) {
            EXPECT_LE(pair.first, pair.second);
            EXPECT_GT(pair.contacts, 0);
            of_pairs[pair.first] += pair.force;
            of_pairs[pair.second] -= pair.force;
        }
        Vec3 all = Vec3::zero();
        for (int body = 0; body < 2; ++body) {
            const Body& b = run.model().bodies[body];
            Vec3 force = Vec3::zero();
            for (int i = 0; i < b.point_count; ++i) force += report.contact.on_point[b.first_point + i];
            const Vec3 rate = (momentum(run, run.state(), body) - momentum(run, before, body)) / 0.01;
            const double weight = 9.81 * mass(run.model(), body);
            EXPECT_LE(norm(rate - force - mass(run.model(), body) * run.model().gravity),
                      1e-6 * (norm(rate) + norm(force) + weight))
                << step;
            EXPECT_LE(norm(of_pairs[body] - force), 1e-9 * weight);
            most = std::max(most, norm(force) / weight);
            most_friction = std::max(most_friction, std::hypot(force[0], force[2]) / weight);
            all += force;
        }
        EXPECT_LE(norm(of_pairs[2] + all), 1e-9 * (norm(all) + 1.0));
    }
    EXPECT_GT(most, 1.0) << "they did collide";
    EXPECT_GT(most_friction, 0.1) << "and rub";
}

}  // namespace
}  // namespace talweg::contact_forces_test
