/// Projective dynamics: the minimum that implicit Euler finds, by one matrix that stays.
#include "talweg/step/projective_stepper.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::projective_stepper_test {
namespace {

using testing::SceneRun;

double apart(const Positions& a, const Positions& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, norm(a[i] - b[i]));
    return most;
}

void take(SceneRun& run, int steps) {
    for (int n = 0; n < steps; ++n) ASSERT_TRUE(run.step().completed);
}

struct Body {
    const char *shape, *energy;
    double density;
};
constexpr const char* sheet = R"({ "type": "cloth", "size": [1, 1], "cells": [6, 6] })";
constexpr const char* box = R"({ "type": "box", "size": [0.3, 0.1, 0.1], "cells": [6, 2, 2] })";

Scene scene_of(const Body& body, const std::vector<std::string>& settings) {
    return parse_scene(
        fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "body", "density": {}, "shape": {},
            "start": {{ "angular_velocity": [0, 2, 3] }}, "energies": [{}],
            "hold": [{{ "select": {{ "group": "left" }} }}] }}] }})",
                    body.density, body.shape, body.energy),
        "scene.json", ".", settings);
}

TEST(ProjectiveDynamics, ReachesTheMinimumOfItsEnergies) {
    for (const Body& body :
         {Body{sheet, R"({ "type": "hooke_spring", "stiffness": 100 })", 0.2},
          Body{sheet, R"({ "type": "zero_length_spring", "stiffness": 20 })", 0.2},
          Body{sheet, R"({ "type": "membrane_corotational", "youngs_modulus": 1e5, "poissons_ratio": 0.3,
                           "thickness": 1e-3 })",
               0.2},
          Body{box, R"({ "type": "arap", "youngs_modulus": 2e4 })", 1000},
          Body{box, R"({ "type": "corotational", "youngs_modulus": 2e4, "poissons_ratio": 0.3 })", 1000}}) {
        SceneRun newton(scene_of(body, {"solver.tolerance=1e-12"}));
        SceneRun projective(scene_of(body, {"integrator.type=projective_dynamics", "integrator.iterations=1500"}));
        const Positions start = newton.x();
        take(newton, 4);
        take(projective, 4);
        EXPECT_GT(apart(newton.x(), start), 5e-3) << body.energy;
        EXPECT_LT(apart(newton.x(), projective.x()), 1e-8) << body.energy;
        EXPECT_EQ(dynamic_cast<ProjectiveStepper&>(projective.stepper()).factor_count(), 1);
    }
}

TEST(ProjectiveDynamics, ComesCloserWithEveryIteration) {
    const Body body{box, R"({ "type": "corotational", "youngs_modulus": 1e5, "poissons_ratio": 0.3 })", 1000};
    SceneRun newton(scene_of(body, {"solver.tolerance=1e-12"}));
    take(newton, 1);
    double before = 1.0;
    for (const int iterations : {1, 4, 16, 64, 256}) {
        SceneRun run(scene_of(
            body, {"integrator.type=projective_dynamics", fmt::format("integrator.iterations={}", iterations)}));
        take(run, 1);
        const double error = apart(newton.x(), run.x());
        EXPECT_LT(error, 0.6 * before) << iterations;
        before = error;
    }
}

TEST(ProjectiveDynamics, BendsLikeHingesWhileAnglesAreSmall) {
    const Body stiff{
        sheet, R"({ "type": "hooke_spring", "stiffness": 500 }, { "type": "hinge_bending", "rigidity": 0.02 })", 0.2};
    SceneRun newton(scene_of(stiff, {"bodies[0].start.angular_velocity=[0, 0, 0]"}));
    SceneRun projective(scene_of(stiff, {"integrator.type=projective_dynamics", "integrator.iterations=2000",
                                         "bodies[0].start.angular_velocity=[0, 0, 0]"}));
    SceneRun limp(scene_of({sheet, R"({ "type": "hooke_spring", "stiffness": 500 })", 0.2},
                           {"bodies[0].start.angular_velocity=[0, 0, 0]"}));
    for (SceneRun* run : {&newton, &projective, &limp}) take(*run, 10);
    const double apart_now = apart(newton.x(), projective.x()), by_bending = apart(newton.x(), limp.x());
    EXPECT_LT(apart_now, 0.2 * by_bending) << apart_now << " of " << by_bending;
}

/// A soft cube of 0.1 m that falls from 2 cm onto something.
std::string falling(const std::string& obstacle, double friction) {
    return fmt::format(R"({{ "time": {{ "step": 0.005 }}, "contact": {{ "friction": {} }},
        "bodies": [{{ "name": "cube", "density": 1000, "damping": {{ "mass": 1 }},
          "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [2, 2, 2] }},
          "place": {{ "translate": [0, 0.07, 0] }},
          "energies": [{{ "type": "corotational", "youngs_modulus": 5e4, "poissons_ratio": 0.3 }}] }}],
        "obstacles": [{}] }})",
                       friction, obstacle);
}

class OnObstacles : public ::testing::TestWithParam<const char*> {};

TEST_P(OnObstacles, NothingIsInside) {
    struct Obstacle {
        const char* shape;
        double (*height)(const Vec3& x);  // over the surface
    };
    for (const Obstacle& each :
         {Obstacle{R"({ "name": "ground", "shape": { "type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0] } })",
                   [](const Vec3& x) { return x[1]; }},
          Obstacle{R"({ "name": "ball", "shape": { "type": "ball", "center": [0, -0.5, 0], "radius": 0.5 } })",
                   [](const Vec3& x) {
                       return norm(x - Vec3{0, -0.5, 0}) - 0.5;
                   }},
          Obstacle{R"({ "name": "log", "shape": { "type": "capsule", "from": [-1, -0.5, 0], "to": [1, -0.5, 0],
                        "radius": 0.5 } })",
                   [](const Vec3& x) { return std::hypot(x[1] + 0.5, x[2]) - 0.5; }},
          Obstacle{R"({ "name": "block", "shape": { "type": "block", "center": [0, -0.2, 0], "size": [1, 0.4, 1] } })",
                   [](const Vec3& x) { return x[1]; }}}) {
        SceneRun run(
            parse_scene(falling(each.shape, 0.5), "scene.json", ".", {std::string("integrator.type=") + GetParam()}));
        for (int n = 0; n < 200; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed);
            ASSERT_GT(report.gap, 0.0);
            const Positions x = run.x();
            for (int i = 0; i < run.model().bodies[0].point_count; ++i) ASSERT_GT(each.height(x[i]), 0.0) << each.shape;
        }
        const Positions x = run.x();
        double lowest = 1.0, highest = -1.0;
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) {
            lowest = std::min(lowest, each.height(x[i]));
            highest = std::max(highest, x[i][1]);
        }
        EXPECT_LT(lowest, 2e-3) << "it lies on " << each.shape;
        EXPECT_GT(highest, 0.08) << "and has kept its height on " << each.shape;
        EXPECT_LT(highest, 0.12);
    }
}

TEST_P(OnObstacles, FrictionHoldsOnASlopeThatItCanHoldOn) {
    // tan 20° = 0.364
    const char* slope = R"({ "name": "slope", "shape": { "type": "plane", "point": [0, 0, 0],
                             "normal": [0.3420201433, 0.9396926208, 0] } })";
    const auto slid = [&](double friction) {
        SceneRun run(parse_scene(falling(slope, friction), "scene.json", ".",
                                 {std::string("integrator.type=") + GetParam(),
                                  "bodies[0].place.rotate={\"axis\": [0, 0, 1], \"angle\": -20}",
                                  "bodies[0].place.translate=[0.017169, 0.047173, 0]", "bodies[0].damping.mass=0"}));
        const double before = run.x()[0][0];
        take(run, 80);
        return run.x()[0][0] - before;
    };
    const double free = 0.5 * 9.81 * 0.3420201433 * 0.9396926208 * 0.4 * 0.4;
    EXPECT_NEAR(slid(0.0), free, 0.1 * free);
    EXPECT_LT(slid(0.8), 0.05 * free);
}

INSTANTIATE_TEST_SUITE_P(Methods, OnObstacles, ::testing::Values("position_based", "xpbd", "projective_dynamics"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace talweg::projective_stepper_test
