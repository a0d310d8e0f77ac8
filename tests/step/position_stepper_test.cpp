/// Position-based dynamics and XPBD: what they reach, and by how much they miss the minimum that implicit Euler finds.
#include "talweg/step/position_stepper.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "support/scene_run.hpp"
#include "support/threads.hpp"

namespace talweg::position_stepper_test {
namespace {

using testing::SceneRun;

Scene scene_of(const std::string& text, const std::vector<std::string>& settings = {}) {
    return parse_scene(text, "scene.json", ".", settings);
}

double apart(const Positions& a, const Positions& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, norm(a[i] - b[i]));
    return most;
}

void take(SceneRun& run, int steps) {
    for (int n = 0; n < steps; ++n) ASSERT_TRUE(run.step().completed);
}

/// A cloth of 20 × 20 points, 1 m wide, 0.2 kg/m², that hangs from two corners.
std::string cloth(const std::string& energies, const std::string& more = "") {
    return R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "cloth", "density": 0.2,
        "shape": { "type": "cloth", "size": [1, 1], "cells": [19, 19] }, "energies": [)" +
           energies + R"(], "hold": [{ "select": { "every": [{ "group": "corners" }, { "group": "back" }] } }] }])" +
           more + " }";
}
constexpr const char* hooke = R"({ "type": "hooke_spring", "on": ["structural", "shear"], "stiffness": 100 })";

TEST(PositionBased, IsThePrintedLoop) {
    constexpr int solver_iterations = 10;
    constexpr double dt = 0.01;
    SceneRun run(scene_of(cloth(hooke), {"integrator.type=position_based", "integrator.iterations=10"}));
    const Model& model = run.model();

    // The vertices, their masses, and who is held; the springs in their order, with their lengths.
    Positions x = run.x(), v(400, Vec3::zero()), p(400);
    std::vector<double> w(400, 0.0);
    for (int i = 0; i < 400; ++i)
        if (const int node = model.map.single_node(i); node >= 0) w[i] = 1.0 / model.mass.diagonal[node];
    const auto is_spring = [](const auto& term) { return term->name() == "hooke_spring"; };
    const Term& springs = **std::find_if(model.terms.begin(), model.terms.end(), is_spring);
    ASSERT_EQ(springs.element_count(), 2 * 20 * 19 + 2 * 19 * 19);
    const Positions rest = x;
    EXPECT_EQ(std::count(w.begin(), w.end(), 0.0), 2);

    for (int step = 0; step < 40; ++step) {
        // 5: v ← v + Δt w f_ext(x); 6: p ← x + Δt v
        for (int i = 0; i < 400; ++i)
            if (w[i] > 0.0) v[i] += dt * Vec3{0.0, -9.81, 0.0};
        for (int i = 0; i < 400; ++i) p[i] = x[i] + dt * v[i];
        // 8–10: solverIteration times, projectConstraints: |p_a − p_b| = l
        for (int iteration = 0; iteration < solver_iterations; ++iteration)
            for (int s = 0; s < springs.element_count(); ++s) {
                const int a = springs.points()[2 * s], b = springs.points()[2 * s + 1];
                const double length = norm(rest[b] - rest[a]), now = norm(p[b] - p[a]);
                if (w[a] + w[b] == 0.0) continue;
                const Vec3 n = (p[b] - p[a]) / now;
                const double scale = (now - length) / (w[a] + w[b]);
                p[a] += w[a] * scale * n;
                p[b] -= w[b] * scale * n;
            }
        // 11–14: v ← (p − x)/Δt, x ← p
        for (int i = 0; i < 400; ++i) {
            v[i] = (p[i] - x[i]) / dt;
            x[i] = p[i];
        }
        ASSERT_TRUE(run.step().completed);
    }
    EXPECT_LT(apart(run.x(), x), 1e-9);
    double lowest = 0.0;
    for (const Vec3& at : x) lowest = std::min(lowest, at[1]);
    EXPECT_LT(lowest, -0.5) << "it has swung down";
}

std::string rope(double stiffness) {
    return fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "rope", "density": 0.1,
        "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [0, -1, 0], "segments": 20 }},
        "energies": [{{ "type": "hooke_spring", "stiffness": {} }}, {{ "type": "drag", "rate": 5 }}],
        "hold": [{{ "select": {{ "group": "start" }} }}] }}] }})",
                       stiffness);
}

/// How long a hanging rope of 1 m is after 4 s.
double length_of_rope(const Scene& scene) {
    SceneRun run(scene);
    take(run, 400);
    return -run.x().back()[1];
}

TEST(PositionBased, StiffnessIsTheNumberOfIterationsAndNotTheMaterial) {
    double stretch[4];
    for (int k = 0; k < 4; ++k) {
        const std::vector<std::string> settings = {"integrator.type=position_based",
                                                   fmt::format("integrator.iterations={}", 1 << (2 * k))};
        stretch[k] = length_of_rope(scene_of(rope(10), settings)) - 1.0;
        EXPECT_EQ(stretch[k], length_of_rope(scene_of(rope(1e4), settings)) - 1.0);
        std::cout << "position_based, " << (1 << (2 * k)) << " iterations: stretched by " << stretch[k] << " m\n";
    }
    for (int k = 1; k < 4; ++k) EXPECT_LT(stretch[k], 0.5 * stretch[k - 1]);
    // The material's own stretch is w l/(2k) of its weight: XPBD keeps it.
    const double weight = 0.1 * 9.81, expected = 0.5 * weight / 10.0;
    const double by_xpbd = length_of_rope(scene_of(rope(10), {"integrator.type=xpbd"})) - 1.0;
    const double by_more =
        length_of_rope(scene_of(rope(10), {"integrator.type=xpbd", "integrator.iterations=20"})) - 1.0;
    std::cout << "xpbd: " << by_xpbd << " m, 20 iterations " << by_more << " m; the material: " << expected << " m\n";
    EXPECT_NEAR(by_xpbd, expected, 0.05 * expected);
    EXPECT_NEAR(by_more, expected, 1e-3 * expected);
}

TEST(PositionBased, KeepsProvotsLimitAndLetsSpringsBeForcesBelowIt) {
    const double loose = length_of_rope(scene_of(rope(0.5), {"integrator.type=symplectic_euler", "time.step=0.005"}));
    EXPECT_GT(loose, 1.4);
    SceneRun run(scene_of(
        rope(0.5), {"integrator.type=position_based", "integrator.iterations=200", "integrator.stretch_limit=1.1"}));
    take(run, 400);
    const Positions x = run.x();
    double most = 0.0;
    for (std::size_t i = 1; i < x.size(); ++i) most = std::max(most, norm(x[i] - x[i - 1]) / 0.05);
    EXPECT_LT(most, 1.101);
    EXPECT_GT(most, 1.099) << "near the top it is at its limit";
    EXPECT_LT(norm(x[20] - x[19]) / 0.05, 1.09) << "near the end it is not";
}

constexpr const char* tight = "solver.tolerance=1e-12";
constexpr const char* implicit = "integrator.type=implicit_euler";

TEST(Xpbd, ReachesTheMinimumWhereConstraintsAreLinear) {
    const std::string net = cloth(R"({ "type": "zero_length_spring", "on": ["structural", "shear"], "stiffness": 5 })");
    const std::string block = R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "block", "density": 1000,
        "shape": { "type": "box", "size": [0.2, 0.1, 0.1], "cells": [4, 2, 2] },
        "energies": [{ "type": "linear_elastic", "youngs_modulus": 2e4, "poissons_ratio": 0.3 }],
        "hold": [{ "select": { "group": "left" } }] }] })";
    for (const std::string& text : {net, block}) {
        SceneRun newton(scene_of(text, {implicit, tight}));
        SceneRun xpbd(scene_of(text, {"integrator.type=xpbd", "integrator.substeps=1", "integrator.iterations=4000"}));
        const Positions start = newton.x();
        take(newton, 3);
        take(xpbd, 3);
        EXPECT_GT(apart(newton.x(), start), 1e-3);
        EXPECT_LT(apart(newton.x(), xpbd.x()), 1e-10);
    }
}

double violation_of(SceneRun& run) { return dynamic_cast<PositionStepper&>(run.stepper()).violation(); }

/// A sheet or block of an energy, thrown into motion, and what XPBD leaves of C + α̃ λ.
double violation_with(const std::string& shape, const std::string& energy, int iterations) {
    SceneRun run(scene_of(
        fmt::format(R"({{ "time": {{ "step": 0.005 }}, "bodies": [{{ "name": "body", "density": {},
        "shape": {}, "start": {{ "angular_velocity": [0, 5, 3] }}, "energies": [{}],
        "hold": [{{ "select": {{ "group": "left" }} }}] }}] }})",
                    shape.find("box") != shape.npos ? 1000 : 0.2, shape, energy),
        {"integrator.type=xpbd", "integrator.substeps=1", fmt::format("integrator.iterations={}", iterations)}));
    take(run, 3);
    return violation_of(run);
}

TEST(Xpbd, EndsWhereEveryConstraintIsAsItsMultiplierSays) {
    const std::string sheet = R"({ "type": "cloth", "size": [1, 1], "cells": [4, 4] })";
    const std::string box = R"({ "type": "box", "size": [0.2, 0.1, 0.1], "cells": [3, 2, 2] })";
    struct Case {
        const std::string& shape;
        const char* energy;
    };
    for (const Case& each :
         {Case{sheet, R"({ "type": "hooke_spring", "stiffness": 200 })"},
          {sheet, R"({ "type": "spring", "stiffness": 100 })"},
          {sheet,
           R"({ "type": "membrane_corotational", "youngs_modulus": 1e5, "poissons_ratio": 0.3, "thickness": 1e-3 })"},
          {box, R"({ "type": "corotational", "youngs_modulus": 3e4, "poissons_ratio": 0.3 })"},
          {box, R"({ "type": "st_venant_kirchhoff", "youngs_modulus": 3e4, "poissons_ratio": 0.3 })"},
          {box, R"({ "type": "stable_neo_hookean", "youngs_modulus": 3e4, "poissons_ratio": 0.3 })"}}) {
        const double few = violation_with(each.shape, each.energy, 2),
                     many = violation_with(each.shape, each.energy, 2000);
        EXPECT_GT(few, 1e-8) << each.energy;
        EXPECT_LT(many, 1e-10) << each.energy;
    }
}

/// Three Hooke springs in a chain that swings down.
std::string chain(double h, double stiffness) {
    return fmt::format(R"({{ "time": {{ "step": {} }}, "bodies": [{{ "name": "chain", "density": 3,
        "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [3, 0, 0], "segments": 3 }},
        "energies": [{{ "type": "hooke_spring", "stiffness": {} }}],
        "hold": [{{ "select": {{ "group": "start" }} }}] }}] }})",
                       h, stiffness);
}

/// How far one step of XPBD, converged, ends from the minimum, and how far the step leads; both from the same motion.
std::array<double, 2> gap_to_minimum(double h, double stiffness) {
    SceneRun before(scene_of(chain(0.033, stiffness), {implicit, tight}));
    take(before, 10);
    SceneRun newton(scene_of(chain(h, stiffness), {implicit, tight}));
    SceneRun xpbd(scene_of(chain(h, stiffness),
                           {"integrator.type=xpbd", "integrator.substeps=1", "integrator.iterations=20000"}));
    newton.state() = xpbd.state() = before.state();
    take(newton, 1);
    take(xpbd, 1);
    EXPECT_LT(violation_of(xpbd), 1e-10);
    return {apart(newton.x(), xpbd.x()), apart(newton.x(), before.x())};
}

TEST(Xpbd, MissesTheMinimumByAGapThatFallsWithTheStep) {
    for (const double stiffness : {1e2, 1e3, 1e4}) {
        double before = 0.0;
        for (const double h : {0.033, 0.0165, 0.00825, 0.004125}) {
            const auto [gap, move] = gap_to_minimum(h, stiffness);
            std::cout << fmt::format("k = {:g} N, h = {:g} s: {:.2e} m from the minimum in a move of {:.2e} m\n",
                                     stiffness, h, gap, move);
            if (before > 1e-12) {
                EXPECT_LT(gap, 0.5 * before) << stiffness << " " << h;
            } else if (before == 0.0) {
                EXPECT_GT(gap, 1e-8);
            }
            before = gap;
        }
    }
}

TEST(Xpbd, AndTheOthersAreBitwiseTheSameForAnyThreadsAndAfterARestart) {
    const std::string text = cloth(std::string(hooke) + R"(, { "type": "hinge_bending", "rigidity": 1e-4 })",
                                   R"(, "contact": {}, "obstacles": [{ "name": "ball",
                                   "shape": { "type": "ball", "center": [0, -0.35, 0.1], "radius": 0.3 } }])");
    for (const char* method : {"xpbd", "position_based", "projective_dynamics"}) {
        const Scene scene = scene_of(text, {std::string("integrator.type=") + method});
        const auto end = [&](int threads, bool restart) {
            return testing::with_threads(threads, [&] {
                SceneRun first(scene), second(scene);
                take(first, 10);
                if (!restart) {
                    take(first, 10);
                    return first.state();
                }
                second.state() = restore(save(first.state()));
                take(second, 10);
                return second.state();
            });
        };
        const State one = end(1, false), four = end(4, false), resumed = end(2, true);
        EXPECT_TRUE(one.c == four.c && one.v == four.v) << method;
        EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v) << method;
    }
}

}  // namespace
}  // namespace talweg::position_stepper_test
