/// The promise of the documentation, as a number: from any state, one step at default settings ends with centres and
/// spins that differ from those of a step at 1e-9 by no more than ε + θ Σ|f| h/m.
#include <gtest/gtest.h>

#include <random>

#include "support/blocks.hpp"
#include "talweg/solve/settlement.hpp"

namespace talweg::default_promise_test {
namespace {

using namespace testing;

/// A few blocks of random make, stiffness and place, thrown at one another and at the ground.
std::string random_bodies(std::mt19937& random, bool contact) {
    const auto number = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    std::string bodies;
    for (int k = 0; k < 3; ++k) {
        const double e = std::pow(10.0, number(4.5, 9.0)), size = number(0.1, 0.4);
        bodies += fmt::format(
            R"({}{{ "name": "b{}", "density": {},
                   "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [2, 1, {}] }},
                   "energies": [{{ "type": "{}", "youngs_modulus": {}, "poissons_ratio": {} }}],
                   "place": {{ "rotate": {{ "axis": [{}, 1, {}], "angle": {} }}, "translate": [{}, {}, {}] }},
                   "start": {{ "velocity": [{}, {}, {}], "angular_velocity": [{}, {}, {}] }} }})",
            k > 0 ? "," : "", k, number(200, 3000), size, number(0.05, 0.3), number(0.1, 0.3), 1 + k % 2,
            k % 2 == 0 ? "neo_hookean" : "stable_neo_hookean", e, number(0.1, 0.4), number(-1, 1), number(-1, 1),
            contact ? number(-20, 20) : number(-180, 180), number(-0.1, 0.1), 0.35 + 0.5 * k, number(-0.1, 0.1),
            number(-1, 1), number(-2, 0), number(-1, 1), number(-3, 3), number(-3, 3), number(-3, 3));
    }
    return bodies;
}

Scene random_scene(unsigned seed, const char* solver) {
    std::mt19937 random(seed);
    const bool contact = seed % 4 != 0;
    const double dt = std::pow(10.0, std::uniform_real_distribution<double>(-2.7, -1.2)(random));
    const double slip = std::pow(10.0, std::uniform_real_distribution<double>(-4.0, -2.0)(random));
    const std::string touching = fmt::format(R"("contact": {{ "friction": 0.4, "slip_speed": {} }},
                       "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}],)",
                                             slip);
    return parse_scene(fmt::format(R"({{ "time": {{ "step": {} }}, "solver": {}, {} "bodies": [{}] }})", dt, solver,
                                   contact ? touching : "", random_bodies(random, contact)),
                       "random", ".", {});
}

TEST(DefaultPromise, OneStepFromAnyStateIsWithinWhatTheDocumentationSays) {
    int compared = 0;
    for (unsigned seed = 1; seed <= 24; ++seed) {
        const Scene usual = random_scene(seed, "{}");
        SceneRun tight(random_scene(seed, R"({ "tolerance": 1e-9 })"));
        SceneRun one(usual);
        const double tolerance = step_settings(usual, one.model()).newton.tolerance;
        for (int n = 0; n < 25; ++n) {
            one.state() = tight.state();
            const StepReport at_default = one.step(), truth = tight.step();
            ASSERT_TRUE(at_default.completed && truth.completed) << "seed " << seed << ": " << at_default.advice;
            if (at_default.substeps != 1 || truth.substeps != 1) continue;
            const double dt = usual.time.step;
            for (int body = 0; body < 3; ++body) {
                const double mass = mass_of(one.model(), body);
                double forces = 0.0;  // Σ|f| of what touches it
                if (!truth.contact.on_point.empty())
                    for (int i = 0; i < one.model().bodies[body].point_count; ++i)
                        forces += norm(truth.contact.on_point[one.model().bodies[body].first_point + i]);
                const double allowed = tolerance + settled_part * forces * dt / mass;
                const Vec3 off = velocity_of(one, body) - velocity_of(tight, body);
                EXPECT_LE(norm(off), allowed) << "seed " << seed << ", step " << n << ", body " << body;
                // Spin times the radius of gyration, by which a moment of momentum is divided.
                double radius = 0.0;  // of the farthest node; gyration's is shorter, moments of forces have longer arms
                for (int i = 0; i < one.model().node_count(); ++i)
                    if (one.model().node_body[i] == body)
                        radius = std::max(radius, norm(one.state().c[i] - centre_of(one, body)));
                const auto spin = [&](SceneRun& run) {
                    const Momentum m = body_momenta(run.model(), run.state().c, run.state().v)[body];
                    return m.angular - cross(centre_of(run, body), m.linear);
                };
                EXPECT_LE(norm(spin(one) - spin(tight)), allowed * mass * radius) << "seed " << seed << ", step " << n;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace talweg::default_promise_test
