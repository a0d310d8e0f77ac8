#include "talweg/solve/mixed_hessian.hpp"

#include <gtest/gtest.h>

#include "support/random_world.hpp"
#include "support/scene_run.hpp"

namespace talweg::mixed_hessian_test {
namespace {

using testing::RandomWorld;

double distance(const std::vector<Mat3>& a, const std::vector<Mat3>& b) {
    double largest = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k)
        for (int i = 0; i < 9; ++i) largest = std::max(largest, std::fabs(a[k](i % 3, i / 3) - b[k](i % 3, i / 3)));
    return largest;
}

TEST(MixedHessian, IsWhatItsShareSays) {
    for (int seed = 0; seed < 6; ++seed) {
        RandomWorld world(seed);
        const Landscape at = world.landscape();
        const Nodes c = world.nodes();
        Backend backend(world.model(), "cholesky");
        const std::vector<Mat3> exact = backend.assemble(at, c, Hessian::exact).hessian.values;
        const Nodes gradient = backend.system().gradient;
        const std::vector<Mat3> projected = backend.assemble(at, c, Hessian::projected).hessian.values;
        const double size = distance(projected, std::vector<Mat3>(projected.size()));
        EXPECT_GT(distance(exact, projected), 1e-3 * size) << seed;  // or any mixture would do
        MixedHessian mixed(backend, backend.free_system());
        for (const double share : {0.0, 1.0 / 256.0, 0.25, 1.0, 0.5, 0.0, 0.125}) {
            std::vector<Mat3> expected = exact;
            for (std::size_t k = 0; k < exact.size(); ++k)
                expected[k] = (1.0 - share) * exact[k] + share * projected[k];
            const System& system = mixed.assemble(at, c, share);
            EXPECT_LE(distance(system.hessian.values, expected), 1e-14 * size) << seed << ' ' << share;
            EXPECT_EQ(system.gradient, gradient) << seed << ' ' << share;
        }
    }
}

TEST(MixedHessian, AssemblesBothOnceInAPlace) {
    RandomWorld world(3);
    const Landscape at = world.landscape();
    const Nodes c = world.nodes();
    Backend backend(world.model(), "cholesky");
    MixedHessian mixed(backend, backend.free_system());
    const auto systems = [&](double share) {
        const auto before = backend.costs().systems;
        mixed.assemble(at, c, share);
        return backend.costs().systems - before;
    };
    EXPECT_EQ(systems(0.0), 1);
    EXPECT_EQ(systems(0.25), 1);  // the exact one is there
    EXPECT_EQ(systems(0.5), 0);
    mixed.leave();
    EXPECT_EQ(systems(0.25), 2);
    EXPECT_EQ(systems(1.0), 1);
    EXPECT_EQ(systems(0.25), 2);
}

/// Cotton that is held at its middle and let go: around it the cloth is squeezed, and wrinkles. However roughly a
/// solver finds directions of mixed Hessians, no move leads up, and the step ends where nothing is left.
TEST(MixedHessian, LeavesTheSaddlesOfClothThatBuckles) {
    for (const std::string solver : {"auto", "cg", "multilevel", "reuse"}) {
        testing::SceneRun run(parse_scene(
            R"({ "time": { "step": 0.05, "frames": 1 }, "bodies": [{ "name": "cloth", "material": "cotton",
                 "hold": [{ "select": { "box": { "min": [-0.02, -1, -0.02], "max": [0.02, 1, 0.02] } } }],
                 "shape": { "type": "cloth", "size": [1, 1], "cells": [50, 50] } }] })",
            "cloth", ".", {"solver.linear=" + solver}));
        const StepReport report = run.step();
        EXPECT_TRUE(report.completed) << solver;
        EXPECT_TRUE(report.left.settled()) << solver;
        EXPECT_FALSE(report.at_floor) << solver;
        EXPECT_LT(report.iterations.size(), 100u) << solver;  // 157 by projection alone, 61 when this was written
        for (std::size_t k = 1; k < report.iterations.size(); ++k)
            EXPECT_LE(report.iterations[k].energy, report.iterations[k - 1].energy) << solver << ' ' << k;
    }
}

}  // namespace
}  // namespace talweg::mixed_hessian_test
