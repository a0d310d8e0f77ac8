/// Liquids against thin cloth and thin walls, looked at in every step; and what they do to solid bodies, and these to
/// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/model/momentum.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::thin_walls_test {
namespace {

using testing::SceneRun;

bool all_tests() { return std::getenv("TALWEG_ALL") != nullptr; }

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

/// Water in a box of thin walls, on a sheet that is held along two sides across it; thrown about by a field.
std::string shaken(const std::filesystem::path& box, int wide, int high, int frames) {
    return fmt::format(R"({{ "time": {{ "step": 0.005, "frames": {3} }}, "contact": {{ "distance": 0.004 }}, "bodies": [
          {{ "name": "water", "density": 1000, "liquid": {{ "compression": 0.05 }},
             "place": {{ "translate": [0, {4}, 0] }},
             "fields": [{{ "type": "uniform",
                           "acceleration": ["40*sin(23*t) ", "30*sin(31*t) ", "40*cos(17*t) "] }}],
             "shape": {{ "type": "particles", "size": [{0}, {1}, {0}], "spacing": {2} }} }},
          {{ "name": "cloth", "density": 1, "shape": {{ "type": "cloth", "size": [0.58, 0.58], "cells": [6, 6] }},
             "place": {{ "translate": [0, -0.15, 0] }},
             "energies": [{{ "type": "spring", "stiffness": 2e4 }}],
             "hold": [{{ "select": {{ "group": "left" }} }}, {{ "select": {{ "group": "right" }} }}] }}],
          "obstacles": [{{ "name": "box", "shape": {{ "type": "mesh", "file": "{5}" }} }}] }})",
                       wide * spacing, high * spacing, spacing, frames, -0.11 + 0.5 * high * spacing, box.string());
}

/// A million particle-steps, or a tenth of that; the box is looked at after each.
TEST(ThinWalls, LetNoParticleThrough) {
    const TemporaryDirectory folder;
    write_box(folder / "box.obj", {half, half, half});
    const int steps = all_tests() ? 1280 : 400;
    const std::string text = all_tests() ? shaken(folder / "box.obj", 10, 8, 1) : shaken(folder / "box.obj", 8, 4, 1);
    SceneRun run(parse_scene(text, "shaken", ".", {}));
    const int count = run.model().bodies.at(0).point_count;
    double nearest = 1.0, fastest = 0.0;
    for (int n = 0; n < steps; ++n) {
        ASSERT_TRUE(run.step().completed) << n;
        const Positions x = run.x();
        for (int i = 0; i < count; ++i) {
            fastest = std::max(fastest, norm(run.state().v[i]));
            for (int a = 0; a < 3; ++a) {
                nearest = std::min(nearest, half - std::fabs(x[i][a]));
                ASSERT_LT(std::fabs(x[i][a]), half) << "particle " << i << ", step " << n;
            }
        }
    }
    std::cout << fmt::format("{} particle-steps, none outside; nearest to a wall {:.4f} m, fastest {:.2f} m/s\n",
                             static_cast<long long>(count) * steps, nearest, fastest);
    EXPECT_GE(static_cast<long long>(count) * steps, all_tests() ? 1000000 : 100000);
    EXPECT_LT(nearest, 0.03) << "they have touched the walls";
    EXPECT_GT(fastest, 2.0);
}

TEST(ThinWalls, TheRefereeFindsNothingThatWentThrough) {
    const TemporaryDirectory folder;
    write_box(folder / "box.obj", {half, half, half});
    const testing::RecordedRun recorded(shaken(folder / "box.obj", 6, 4, 40));
    ASSERT_EQ(recorded.summary.ended, "finished") << recorded.summary.advice;
    const Certificate certificate = recorded.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// A drop that hits a body at rest, far from everything: what it loses the body has.
void expect_exchange(const std::string& body) {
    SceneRun run(parse_scene(
        fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.004 }}, "contact": {{ "distance": 0.002 }},
          "solver": {{ "tolerance": 1e-7 }}, "bodies": [
          {{ "name": "drop", "density": 1000, "liquid": {{ "bulk_modulus": 2e4, "viscosity": 1 }},
             "place": {{ "translate": [-0.2, 0, 0] }}, "start": {{ "velocity": [2, 0, 0] }},
             "shape": {{ "type": "particles", "region": "ball", "size": [0.2, 0.2, 0.2], "spacing": 0.04 }} }},
          {{ "name": "body", {} }}] }})",
                    body),
        "drop", ".", {}));
    const auto momenta = [&] { return body_momenta(run.model(), run.state().c, run.state().v); };
    const Vec3 before = momenta()[0].linear;
    for (int n = 0; n < 60; ++n) ASSERT_TRUE(run.step().completed);
    const auto after = momenta();
    const double error = norm(after[0].linear + after[1].linear - before) / before[0];
    std::cout << fmt::format("drop {:.4f} to {:.4f} N s, body {:.4f} N s; of the whole {:.1e} lost\n", before[0],
                             after[0].linear[0], after[1].linear[0], error);
    EXPECT_GT(after[1].linear[0], 0.2 * before[0]) << "it was pushed";
    EXPECT_LT(after[0].linear[0], 0.8 * before[0]) << "and has pushed back";
    EXPECT_LT(error, 1e-5);
}
constexpr const char* block = R"("density": 500,
    "shape": { "type": "box", "size": [0.15, 0.3, 0.3], "cells": [1, 2, 2] }, )";

TEST(ThinWalls, LiquidsPushRigidBodiesAndAreHeldByThem) { expect_exchange(std::string(block) + R"("rigid": true)"); }

TEST(ThinWalls, LiquidsPushSoftBodiesAndAreHeldByThem) {
    expect_exchange(std::string(block) +
                    R"("energies": [{ "type": "neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.3 }])");
}

TEST(ThinWalls, LiquidsPushShellsAndAreHeldByThem) {
    expect_exchange(R"("density": 20, "shape": { "type": "cloth", "size": [0.4, 0.4], "cells": [5, 5] },
        "place": { "rotate": { "axis": [0, 0, 1], "angle": 90 } },
        "energies": [{ "type": "membrane_stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3,
                       "thickness": 0.01 }, { "type": "hinge_bending", "rigidity": 0.01 }])");
}

/// Archimedes: a box of relative density s floats with the part s of its height below the surface. Planar, `across`
/// particles along its height; half as wide again, so that it floats upright.
double floating_depth(int across, double relative) {
    const double high = 0.2, wide = 1.5 * high, w = high / across, width = 4.0 * high, depth = 1.5 * high;
    const double step = across >= 20 ? 0.005 : 0.01;
    SceneRun run(parse_scene(
        fmt::format(R"({{ "planar": true, "time": {{ "step": {0} }}, "contact": {{ "distance": {1} }}, "bodies": [
          {{ "name": "water", "density": 1000, "liquid": {{ "viscosity": 5, "compression": 0.01 }},
             "shape": {{ "type": "particles", "size": [{2}, {3}, 0], "spacing": {4} }},
             "place": {{ "translate": [{5}, {6}, 0] }} }},
          {{ "name": "box", "rigid": true, "density": {7}, "damping": {{ "mass": 1 }},
             "shape": {{ "type": "rectangle", "size": [{8}, {9}], "cells": [1, 1] }},
             "place": {{ "translate": [{5}, {10}, 0] }} }}],
          "obstacles": [
            {{ "name": "floor", "shape": {{ "type": "plane", "normal": [0, 1, 0] }} }},
            {{ "name": "left", "shape": {{ "type": "plane", "normal": [1, 0, 0] }} }},
            {{ "name": "right", "shape": {{ "type": "plane", "point": [{2}, 0, 0], "normal": [-1, 0, 0] }} }}] }})",
                    step, 0.02 * w, width, depth, w, 0.5 * width, 0.5 * depth, 1000.0 * relative, wide, high,
                    depth + 0.5 * high + 0.05 * w),
        "float", ".", {}));
    const Body &water = run.model().bodies.at(0), &box = run.model().bodies.at(1);
    // The mean over the last 0.9 s, a bob up and down.
    const int steps = static_cast<int>(2.7 / step), last = static_cast<int>(0.9 / step);
    double sunk = 0.0;
    for (int n = 0; n < steps; ++n) {
        EXPECT_TRUE(run.step().completed) << n;
        if (n < steps - last) continue;
        const Positions x = run.x();
        double low = -0.5 * high;  // the last four points are its corners
        for (int i = box.point_count - 4; i < box.point_count; ++i) low += 0.25 * x[box.first_point + i][1];
        // The level away from the box: what water there is on either side of it, over the width.
        const double near = 0.5 * (width - wide) - 2.0 * w;
        double area = 0.0;
        for (int i = 0; i < water.point_count; ++i)
            if (const double at = x[water.first_point + i][0]; at < near || at > width - near) area += w * w;
        sunk += (area / (2.0 * near) - low) / high / last;
    }
    std::cout << fmt::format("{} particles along a side, relative density {}: sunk by {:.4f} of its height\n", across,
                             relative, sunk);
    return sunk;
}

TEST(ThinWalls, ABoxFloatsAtTheDepthOfItsWeight) {
    EXPECT_NEAR(floating_depth(8, 0.5), 0.5, 0.05 * 0.5);
    if (!all_tests()) return;
    EXPECT_NEAR(floating_depth(20, 0.5), 0.5, 0.03 * 0.5);
}

}  // namespace
}  // namespace talweg::thin_walls_test
