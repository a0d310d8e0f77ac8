/// The books of a run: momenta and impulses add up, and reactions are what holds a body.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"
#include "talweg/solve/settlement.hpp"

namespace talweg::books_test {
namespace {

using testing::RecordedRun;

/// Numbers six to a body: linear, then angular.
Vec3 linear(const std::vector<double>& row, int body) { return {row[6 * body], row[6 * body + 1], row[6 * body + 2]}; }
Vec3 angular(const std::vector<double>& row, int body) {
    return {row[6 * body + 3], row[6 * body + 4], row[6 * body + 5]};
}

constexpr const char* parts[] = {"impulse_loads", "impulse_holds", "impulse_integrator", "impulse_contact",
                                 "impulse_friction"};

/// Σ impulses − change of momentum, over what a converged step may leave: the largest of steps and bodies.
struct Errors {
    double linear = 0.0, angular = 0.0;
};

Errors left_over(const RecordedRun& run) {
    const RecordedSeries series = run.series();
    const auto momentum = series.rows("momentum");
    const auto sizes = series.rows("impulse_sizes");
    std::vector<std::vector<std::vector<double>>> impulses;
    for (const char* part : parts) impulses.push_back(series.rows(part));
    Errors errors;
    const World world = build_model(run.scene);
    for (std::size_t n = 1; n < momentum.size(); ++n)
        for (int body = 0; body < int(momentum[0].size() / 6); ++body) {
            const double mass = world.model.bodies[body].mass;
            if (world.model.bodies[body].obstacle) continue;
            Vec3 p = linear(momentum[n - 1], body) - linear(momentum[n], body);
            Vec3 l = angular(momentum[n - 1], body) - angular(momentum[n], body);
            for (const auto& impulse : impulses) {
                p += linear(impulse[n], body);
                l += angular(impulse[n], body);
            }
            // What a converged step may leave: m ε + θ Σ|f| h.
            const double allowed = mass * run.summary.tolerance + settled_part * sizes[n][body];
            errors.linear = std::max(errors.linear, norm(p) / allowed);
            errors.angular = std::max(errors.angular, norm(l) / allowed);
        }
    return errors;
}

std::string thrown(const char* solver) {
    return fmt::format(R"x({{ "time": {{ "step": 0.01, "frames": 60 }}, "solver": {},
      "contact": {{ "distance": 0.002, "friction": 0.4 }},
      "bodies": [
        {{ "name": "a", "shape": {{ "type": "box", "size": [0.3, 0.2, 0.2], "cells": [2, 1, 1] }}, "density": 1000,
           "place": {{ "translate": [0, 0.12, 0] }}, "start": {{ "velocity": [1, 0, 0] }},
           "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }}] }},
        {{ "name": "b", "shape": {{ "type": "solid", "spacing": 0.1,
             "surface": {{ "type": "sphere", "radius": 0.1, "divisions": 2 }} }}, "density": 500,
           "place": {{ "translate": [0.1, 0.4, 0.02] }}, "start": {{ "angular_velocity": [3, 0, 5] }},
           "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 2e5, "poissons_ratio": 0.4 }}] }},
        {{ "name": "c", "shape": {{ "type": "cloth", "size": [0.4, 0.4], "cells": [3, 3] }}, "density": 0.3,
           "place": {{ "translate": [0, 0.6, 0] }},
           "hold": [{{ "select": {{ "group": "corners" }} }}],
           "energies": [{{ "type": "spring", "stiffness": 100 }}] }}],
      "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane" }} }}] }})x",
                       solver);
}

TEST(Books, ImpulsesAddUpToTheChangeOfMomentum) {
    const RecordedRun usual(thrown("{}"));
    ASSERT_EQ(usual.summary.ended, "finished") << usual.summary.advice;
    const Errors errors = left_over(usual);
    EXPECT_LE(errors.linear, 1.0);
    EXPECT_LE(errors.angular, 1.0);  // lever arms here are below 1 m
    EXPECT_GT(usual.largest("contact"), 0.0);
}

TEST(Books, ReactionsOfALoadedBeamEqualItsLoad) {
    const RecordedRun run(R"({ "integrator": { "type": "quasi_static" }, "time": { "step": 1, "frames": 3 },
      "solver": { "tolerance": 1e-9 },
      "bodies": [{ "name": "beam", "shape": { "type": "beam", "size": [1, 0.1, 0.1], "cells_through": 2 },
        "density": 1000, "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e7, "poissons_ratio": 0.3 }],
        "hold": [{ "select": { "group": "left" } }],
        "loads": [{ "type": "body_force", "force_density": [300, 0, "500*t"] }] }] })");
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const auto holds = run.series().rows("impulse_holds"), loads = run.series().rows("impulse_loads");
    for (std::size_t n = 1; n < holds.size(); ++n) {
        // h = 1 s: impulses are forces. Volume 0.01 m³.
        const Vec3 load{3.0, -98.1, 5.0 * double(n)};
        EXPECT_LT(norm(linear(loads[n], 0) - load), 1e-9 * norm(load));
        EXPECT_LT(norm(linear(holds[n], 0) + load), 1e-6 * norm(load));
        EXPECT_LT(norm(angular(holds[n], 0) + angular(loads[n], 0)), 1e-6 * norm(angular(loads[n], 0)));
    }
}

TEST(Books, ReactionOfWhatHangsIsItsWeight) {
    const RecordedRun run(R"({ "time": { "step": 0.05, "frames": 200 },
      "bodies": [{ "name": "box", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1] },
        "density": 1000, "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }],
        "damping": { "mass": 5 }, "hold": [{ "select": { "group": "top" } }] }] })");
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const auto holds = run.series().rows("impulse_holds");
    EXPECT_NEAR(holds.back()[1] / 0.05, 8.0 * 9.81, 8.0 * 9.81 * 1e-3);
}

TEST(Books, OfAResumedRunAreWhole) {
    // In the middle of contact and friction: the same rows, bit by bit, as of a run that went through.
    const RecordedRun whole(thrown("{}")), parted(thrown("{}"), {"time.frames=23"});
    SimulationOptions options;
    options.threads = 1;
    simulate(whole.scene, build_model(whole.scene), RunClaim(parted.run().path, RunMode::resume), options);
    const RecordedSeries expected = whole.series(), found = parted.series();
    EXPECT_GE(expected.entries().size(), 7u);
    for (const RecordedSeries::Entry& entry : expected.entries()) {
        EXPECT_EQ(expected.rows(entry.name).size(), whole.summary.steps + 1) << entry.name;
        EXPECT_EQ(found.rows(entry.name), expected.rows(entry.name)) << entry.name;
    }
}

}  // namespace
}  // namespace talweg::books_test
