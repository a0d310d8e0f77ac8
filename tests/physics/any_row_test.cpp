/// Points follow nodes in whatever way: barriers, momenta, pins, hands, scripts and values that programs set act alike
/// on a body whose points are nodes, on one that rides in a lattice, and on one that is affine.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/model/momentum.hpp"
#include "talweg/run/simulation.hpp"
#include "talweg/serve/grip.hpp"

namespace talweg::any_row_test {
namespace {

using ::testing::HasSubstr;
using testing::SceneRun;

/// A cube of 20 cm and 8 kg, its middle at the given height.
struct Make {
    const char* name;
    const char* keys;
};
constexpr Make makes[] = {
    {"free", R"("shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [2, 2, 2] })"},
    {"lattice", R"("shape": { "type": "solid", "spacing": 0.1, "surface": { "type": "box", "size": [0.2, 0.2, 0.2],
                                                                         "cells": [2, 2, 2] } })"},
    {"affine", R"("affine": true, "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [2, 2, 2] })"}};

Scene scene_with(const Make& make, double height, const std::string& body, const std::string& more,
                 const std::string& others = "") {
    return parse_scene(
        fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 10 }}, "solver": {{ "tolerance": 1e-10 }}, {}
          "bodies": [{{ "name": "cube", "density": 1000, {}, "place": {{ "translate": [0, {}, 0] }}, {}
            "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }}] }}{}] }})",
                    more, make.keys, height, body, others),
        make.name);
}

Momentum momentum(const Model& model, const State& state) { return body_momenta(model, state.c, state.v)[0]; }

/// The mean of all points, which is a cube's centre.
Vec3 middle(const Positions& x) {
    Vec3 sum = Vec3::zero();
    for (const Vec3& p : x) sum += p / double(x.size());
    return sum;
}

TEST(AnyRow, MomentaAreThoseOfTheCube) {
    for (const Make& make : makes) {
        SceneRun run(scene_with(make, 1.0, R"("start": { "velocity": [1, 2, 3], "angular_velocity": [0, 0, 4] },)",
                                R"("gravity": [0, 0, 0],)"));
        const Momentum m = momentum(run.model(), run.state());
        EXPECT_NEAR(norm(m.linear - 8.0 * Vec3{1, 2, 3}), 0.0, 1e-12 * 30) << make.name;
        // Lumped masses sit farther out than the volume does: I is that of the mesh, 8 · 0.2²/6 of the volume.
        const Vec3 spin = m.angular - cross(Vec3{0, 1, 0}, m.linear);
        EXPECT_GT(spin[2], 0.99 * 4.0 * 8.0 * 0.04 / 6.0) << make.name;
        for (int n = 0; n < 5; ++n) ASSERT_TRUE(run.step().completed);
        EXPECT_NEAR(norm(momentum(run.model(), run.state()).linear - m.linear), 0.0, 1e-9) << make.name;
    }
}

TEST(AnyRow, BarriersAreAsStiff) {
    std::vector<double> kappas;
    for (const Make& make : makes) {
        SceneRun run(scene_with(make, 0.101, R"("start": { "velocity": [0, -0.5, 0] },)",
                                R"("contact": { "distance": 0.002 },
                                   "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }],)"));
        for (int n = 0; n < 3; ++n) ASSERT_TRUE(run.step().completed) << make.name;
        kappas.push_back(run.state().first_kappa);
    }
    for (const double kappa : kappas) {
        EXPECT_GT(kappa, kappas[0] / 5.0);
        EXPECT_LT(kappa, kappas[0] * 5.0);
    }
}

TEST(AnyRow, APinHoldsAndLeads) {
    for (const Make& make : makes) {
        Simulation simulation(scene_with(make, 1.0, "", ""));
        const int last = simulation.model().bodies[0].point_count - 1;
        const auto at = [&] { return positions(simulation.model(), simulation.state())[last]; };
        const Vec3 start = at(), target = start + Vec3{0, 0.02, 0.01};
        simulation.pin({{last}}, {}, 0.01);
        for (int n = 0; n < 3; ++n) ASSERT_TRUE(simulation.step()) << make.name;
        EXPECT_LT(norm(at() - start), 1e-12) << make.name;
        simulation.pin({{last}}, {target}, 0.05);
        for (int n = 0; n < 6; ++n) ASSERT_TRUE(simulation.step()) << make.name;
        EXPECT_LT(norm(at() - target), 1e-12) << make.name;
        simulation.release({{last}});
        for (int n = 0; n < 10; ++n) ASSERT_TRUE(simulation.step()) << make.name;
        EXPECT_LT(at()[1], target[1] - 0.02) << make.name;
    }
}

TEST(AnyRow, AHandPulls) {
    for (const Make& make : makes) {
        const Scene scene = scene_with(make, 1.0, "", R"("gravity": [0, 0, 0],)");
        World world = build_model(scene);
        const auto hands = std::make_shared<Hands>();
        world.model.terms.push_back(std::make_shared<Grip>(hands, world.model.point_count()));
        const auto stepper = make_stepper(world.model, step_settings(scene, world.model));
        const int last = world.model.bodies[0].point_count - 1;
        const Vec3 start = places(world.model, world.state)[last];
        hands->pull(1, last, start + Vec3{0.1, 0, 0}, {100.0, 0.0});
        const StepReport report = stepper->step(world.state);
        ASSERT_TRUE(report.completed) << make.name;
        // After one step the impulse is the hand's: h k times what is left of the way.
        const double left = 0.1 - (places(world.model, world.state)[last] - start)[0];
        EXPECT_NEAR(momentum(world.model, world.state).linear[0], 0.01 * 100.0 * left, 1e-8) << make.name;
        EXPECT_LT(left, 0.1) << make.name;
    }
}

TEST(AnyRow, AScriptLeads) {
    for (const Make& make : makes) {
        SceneRun run(scene_with(
            make, 1.0, R"("hold": [{ "select": { "all": true }, "motion": { "velocity": [0.3, 0, 0] } }],)", "",
            R"(, { "name": "stone", "shape": { "type": "rope", "from": [9, 0, 0], "to": [9, 1, 0],
                                       "segments": 1 }, "density": 1,
                                       "energies": [{ "type": "spring", "stiffness": 10 }] })"));
        const int cube = run.model().bodies[0].point_count;
        const auto place = [&] {
            Positions x = run.x();
            x.resize(cube);
            return middle(x);
        };
        const Vec3 start = place();
        for (int n = 0; n < 10; ++n) ASSERT_TRUE(run.step().completed) << make.name;
        EXPECT_LT(norm(place() - start - Vec3{0.03, 0, 0}), 1e-9) << make.name;
    }
}

/// What a program sets arrives, or is refused: never nothing.
TEST(AnyRow, PositionsAndVelocitiesCanBeSet) {
    for (const Make& make : makes) {
        Simulation simulation(scene_with(make, 1.0, "", R"("gravity": [0, 0, 0],)"));
        const Model& model = simulation.model();
        const Positions start = places(model, simulation.state());
        Positions moved = start, speeds;
        for (Vec3& p : moved) p = Vec3{-(p[1] - 1.0), 1.0 + p[0], p[2]} + Vec3{2, 0, 0};  // a quarter turn, and aside
        simulation.set_positions(moved);
        const Positions now = places(model, simulation.state());
        for (std::size_t i = 0; i < now.size(); ++i) EXPECT_LT(norm(now[i] - moved[i]), 1e-9) << make.name << " " << i;

        for (const Vec3& p : now) speeds.push_back(Vec3{1, 0, 0} + cross(Vec3{0, 0, 2}, p));
        simulation.set_velocities(speeds);
        const Momentum m = momentum(model, simulation.state());
        EXPECT_NEAR(norm(m.linear - 8.0 * (Vec3{1, 0, 0} + cross(Vec3{0, 0, 2}, Vec3{2, 1, 0}))), 0.0, 1e-7)
            << make.name;
        ASSERT_TRUE(simulation.step());
        EXPECT_NEAR(norm(momentum(model, simulation.state()).linear - m.linear), 0.0, 1e-8) << make.name;

        Positions dented = now;
        dented.back() = dented.back() + Vec3{0, 0, 1e-3};
        if (std::string(make.name) == "affine") {
            EXPECT_THAT(error_of([&] { simulation.set_positions(dented); }), HasSubstr("follows others"));
            EXPECT_THAT(error_of([&] { simulation.set_velocities(dented); }), HasSubstr("velocities cannot be set"));
        }
    }
}

}  // namespace
}  // namespace talweg::any_row_test
