/// Liquids against thin cloth and thin walls, looked at in every step; and what they do to solid bodies, and these to
/// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::thin_walls_test {
namespace {

using testing::SceneRun;

/// The surface of a box about the origin: thin walls, which have no inside of their own.
void write_box(const std::filesystem::path& path, const Vec3& half) {
    std::string text;
    for (int k = 0; k < 8; ++k)
        text += fmt::format("v {} {} {}\n", (k & 1 ? 1 : -1) * half[0], (k & 2 ? 1 : -1) * half[1],
                            (k & 4 ? 1 : -1) * half[2]);
    text +=
        "f 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\n"
        "f 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";
    replace_file(path, text);
}

constexpr double half = 0.3, spacing = 0.05;

/// Water in a box of thin walls that is shaken, on a sheet that is held along two sides across it.
Scene shaken(const std::filesystem::path& folder, int side) {
    write_box(folder / "box.obj", {half, half, half});
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.005 }}, "contact": {{ "distance": 0.004 }}, "bodies": [
          {{ "name": "water", "density": 1000, "liquid": {{ "compression": 0.05 }},
             "place": {{ "translate": [0, 0.12, 0] }},
             "shape": {{ "type": "particles", "size": [{0}, {0}, {0}], "spacing": {1} }} }},
          {{ "name": "cloth", "density": 1, "shape": {{ "type": "cloth", "size": [0.58, 0.58], "cells": [6, 6] }},
             "place": {{ "translate": [0, -0.12, 0] }},
             "energies": [{{ "type": "spring", "stiffness": 2e4 }}],
             "hold": [{{ "select": {{ "group": "left" }} }}, {{ "select": {{ "group": "right" }} }}] }}],
          "obstacles": [{{ "name": "box", "shape": {{ "type": "mesh", "file": "box.obj" }} }}] }})",
                                   side * spacing, spacing),
                       "shaken", folder, {});
}

/// Particles that have left the box, counted over all steps.
TEST(ThinWalls, LetNoParticleThrough) {
    const bool all = std::getenv("TALWEG_ALL") != nullptr;
    const TemporaryDirectory folder;
    SceneRun run(shaken(folder / "", all ? 10 : 6));
    const int count = run.model().bodies.at(0).point_count, steps = all ? 1000 : 60;
    double nearest = 1.0;
    for (int n = 0; n < steps; ++n) {
        // Hurled about: every particle gets a push of a metre per second now and then, each time another way.
        if (n % 20 == 10) {
            const Vec3 push{n % 40 == 10 ? 2.0 : -2.0, n % 60 == 10 ? 3.0 : -1.0, n % 80 < 40 ? 1.5 : -1.5};
            for (int i = 0; i < count; ++i) run.state().v[i] += push;
        }
        ASSERT_TRUE(run.step().completed) << n;
        const Positions x = run.x();
        for (int i = 0; i < count; ++i)
            for (int a = 0; a < 3; ++a) {
                nearest = std::min(nearest, half - std::fabs(x[i][a]));
                ASSERT_LT(std::fabs(x[i][a]), half) << "particle " << i << ", step " << n;
            }
    }
    std::cout << fmt::format("{} particle-steps, none outside; nearest to a wall {:.4f} m\n",
                             static_cast<long long>(count) * steps, nearest);
    EXPECT_LT(nearest, 0.03) << "they have met the walls";
}

/// A drop that hits a body at rest, far from everything: what it loses the body has.
void expect_exchange(const std::string& body) {
    SceneRun run(parse_scene(
        fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.004 }}, "contact": {{ "distance": 0.002 }},
          "solver": {{ "tolerance": 1e-7 }}, "bodies": [
          {{ "name": "drop", "density": 1000, "liquid": {{ "bulk_modulus": 2e4, "viscosity": 1 }},
             "place": {{ "translate": [-0.2, 0, 0] }}, "start": {{ "velocity": [2, 0, 0] }},
             "shape": {{ "type": "particles", "region": "ball", "size": [0.2, 0.2, 0.2], "spacing": 0.04 }} }},
          {{ "name": "body", "density": 500,
             "shape": {{ "type": "box", "size": [0.15, 0.3, 0.3], "cells": [1, 2, 2] }}, {} }}] }})",
                    body),
        "meeting", ".", {}));
    const auto momenta = [&] { return body_momenta(run.model(), run.state().c, run.state().v); };
    const Vec3 before = momenta()[0].linear;
    for (int n = 0; n < 60; ++n) ASSERT_TRUE(run.step().completed);
    const auto after = momenta();
    std::cout << fmt::format("drop {:.4f} to {:.4f} N s, body {:.4f} N s\n", before[0], after[0].linear[0],
                             after[1].linear[0]);
    EXPECT_GT(after[1].linear[0], 0.2 * before[0]) << "it was pushed";
    EXPECT_LT(after[0].linear[0], 0.8 * before[0]) << "and has pushed back";
    EXPECT_LT(norm(after[0].linear + after[1].linear - before), 1e-5 * before[0]);
}

TEST(ThinWalls, LiquidsPushRigidBodiesAndAreHeldByThem) { expect_exchange(R"("rigid": true)"); }

TEST(ThinWalls, LiquidsPushSoftBodiesAndAreHeldByThem) {
    expect_exchange(R"("energies": [{ "type": "neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.3 }])");
}

}  // namespace
}  // namespace talweg::thin_walls_test
