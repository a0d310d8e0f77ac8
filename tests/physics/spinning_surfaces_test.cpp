/// Balls and capsules that spin rub: what touches them is dragged along by their surface, at default settings.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"

namespace talweg::spinning_surfaces_test {
namespace {

using testing::RecordedRun;

constexpr double g = 9.81, mu = 0.5;

/// A block on rollers with a surface speed of 1 m/s, along +x.
TEST(SpinningSurface, RollersAccelerateABlockByMuG) {
    std::string rollers;
    for (int k = -3; k <= 3; ++k)
        rollers += fmt::format(R"x({0}{{ "name": "roller{1}", "shape": {{ "type": "capsule", "from": [{2}, 0, -0.5],
            "to": [{2}, 0, 0.5], "radius": 0.05 }},
            "motion": {{ "angular_velocity": [0, 0, -20], "center": [{2}, 0, 0] }} }})x",
                               k == -3 ? "" : ", ", k + 3, 0.15 * k);
    const RecordedRun run(fmt::format(R"x({{ "time": {{ "step": 0.01, "frames": 40 }},
      "contact": {{ "distance": 0.002, "friction": 0.5 }},
      "bodies": [{{ "name": "block", "shape": {{ "type": "box", "size": [0.6, 0.1, 0.3], "cells": [4, 1, 2] }},
        "place": {{ "translate": [0, 0.1022, 0] }}, "density": 1000,
        "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e7, "poissons_ratio": 0.3 }}] }}],
      "obstacles": [{}] }})x",
                                      rollers));
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    // μ g once it rests on them, until it is as fast as the surfaces.
    const auto momentum = run.series().rows("momentum");
    const double mass = 18.0, dt = 0.01;
    EXPECT_NEAR((momentum[14][0] - momentum[4][0]) / mass, mu * g * 10 * dt, 0.03 * mu * g * 10 * dt);
    EXPECT_NEAR(momentum.back()[0] / mass, 20 * 0.05, 0.05);
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
}

/// A plate that lies on the top of a large ball that spins about the vertical through it.
TEST(SpinningSurface, ABallTurnsThePlateOnIt) {
    const RecordedRun run(
        R"({ "time": { "step": 0.01, "frames": 60 }, "contact": { "distance": 0.002, "friction": 0.5 },
      "bodies": [{ "name": "plate", "shape": { "type": "box", "size": [0.4, 0.05, 0.4], "cells": [4, 1, 4] },
        "place": { "translate": [0, 1.0268, 0] }, "density": 1000,
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] }],
      "obstacles": [{ "name": "ball", "shape": { "type": "ball", "radius": 1 },
                      "motion": { "angular_velocity": [0, 5, 0] } }] })");
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const auto rows = run.series().rows("momentum");
    const double spin = rows.back()[4];  // plate.turn_y
    // Masses lumped at the points of n × n cells turn as if they had a moment of inertia larger by 2/n².
    const double inertia = 8.0 * (0.4 * 0.4 / 6.0) * (1.0 + 2.0 / 16.0);
    EXPECT_NEAR(spin, inertia * 5.0, 0.02 * inertia * 5.0);
}

TEST(SpinningSurface, WithoutFrictionIsNotFelt) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 30 }, "contact": { "distance": 0.002 },
      "bodies": [{ "name": "plate", "shape": { "type": "box", "size": [0.4, 0.05, 0.4], "cells": [2, 1, 2] },
        "place": { "translate": [0, 1.0268, 0] }, "density": 1000,
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] }],
      "obstacles": [{ "name": "ball", "shape": { "type": "ball", "radius": 1 },
                      "motion": { "angular_velocity": [0, 5, 0] } }] })");
    ASSERT_EQ(run.summary.ended, "finished");
    EXPECT_LT(std::fabs(run.series().rows("momentum").back()[4]), 1e-9);
}

}  // namespace
}  // namespace talweg::spinning_surfaces_test
