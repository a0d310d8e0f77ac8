/// Position-based fluids beside the minimised liquid: what they keep, and by how much they miss what is measured.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "support/dam_break.hpp"
#include "support/threads.hpp"

namespace talweg::position_based_liquids_test {
namespace {

using testing::SceneRun;

constexpr double g = 9.81;

struct Tank {
    double width, filled, height, spacing, step;  // m, m of the width that is liquid, m, m, s
    std::string liquid = "{}";
    int iterations = 20;

    Scene scene() const {
        return parse_scene(fmt::format(
                               R"({{ "planar": true, "time": {{ "step": {} }}, "contact": {{}},
                "integrator": {{ "type": "position_based", "iterations": {} }}, "bodies": [
                  {{ "name": "water", "density": 1000, "liquid": {}, "place": {{ "translate": [{}, {}, 0] }},
                     "shape": {{ "type": "particles", "size": [{}, {}, 0], "spacing": {} }} }}],
                "obstacles": [
                  {{ "name": "floor", "shape": {{ "type": "plane", "normal": [0, 1, 0] }} }},
                  {{ "name": "left", "shape": {{ "type": "plane", "normal": [1, 0, 0] }} }},
                  {{ "name": "right",
                     "shape": {{ "type": "plane", "point": [{}, 0, 0], "normal": [-1, 0, 0] }} }}] }})",
                               step, iterations, liquid, 0.5 * filled, 0.5 * height, filled, height, spacing, width),
                           "tank", ".", {});
    }
};

/// Heights are of the particles, which come first, and not of the planes' origins.
double mean_height(const SceneRun& run) {
    const int count = run.model().bodies.at(0).point_count;
    const Positions x = run.x();
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += x[i][1] / count;
    return sum;
}

/// How much of its volume a tank of 14 × 14 particles has, in the mean of the last half of two seconds; and by how much
/// it varies in that time.
struct Rest {
    double volume, varies;
};
Rest rest(int iterations) {
    const Tank tank{
        .width = 0.35, .filled = 0.35, .height = 0.35, .spacing = 0.025, .step = 0.01, .iterations = iterations};
    SceneRun run(tank.scene());
    double low = 10.0, high = 0.0, sum = 0.0;
    for (int n = 0; n < 200; ++n) {
        EXPECT_TRUE(run.step().completed);
        if (n < 100) continue;
        const double part = 2.0 * mean_height(run) / tank.height;
        low = std::min(low, part);
        high = std::max(high, part);
        sum += part / 100;
    }
    return {sum, high - low};
}

TEST(PositionBasedLiquids, KeepTheirVolumeTheBetterTheMoreIterations) {
    const Rest few = rest(5), usual = rest(20), many = rest(80);
    for (const auto& [iterations, found] : {std::pair{5, few}, {20, usual}, {80, many}})
        std::cout << fmt::format("{} iterations: {:.4f} of the volume, varies by {:.4f}\n", iterations, found.volume,
                                 found.varies);
    EXPECT_NEAR(usual.volume, 1.0, 0.03);
    EXPECT_NEAR(many.volume, 1.0, 0.01);
    EXPECT_LT(few.volume, usual.volume - 0.03);
    EXPECT_LT(usual.varies, 0.01);
}

TEST(PositionBasedLiquids, KeepMomentum) {
    const auto drop = [](const char* name, double x, double speed, double density) {
        return fmt::format(R"({{ "name": "{}", "density": {},
            "liquid": {{ "bulk_modulus": 1, "viscosity": 1 }}, "place": {{ "translate": [{}, {}, 0] }},
            "start": {{ "velocity": [{}, 0, 0] }},
            "shape": {{ "type": "particles", "region": "ball", "size": [0.2, 0.2, 0.2], "spacing": 0.025 }} }})",
                           name, density, x, 0.2 * x, speed);
    };
    SceneRun run(parse_scene(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.005 }},
                "integrator": {{ "type": "position_based" }}, "bodies": [{}, {}] }})",
                                         drop("a", -0.13, 2.0, 1000), drop("b", 0.13, -1.0, 700)),
                             "drops", ".", {}));
    const auto momentum = [&] {
        Vec3 sum = Vec3::zero();
        for (std::size_t i = 0; i < run.state().v.size(); ++i) sum += run.model().mass.diagonal[i] * run.state().v[i];
        return sum;
    };
    const Vec3 before = momentum();
    const double first = kinetic_energy(run.model(), run.state());
    for (int n = 0; n < 30; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_LT(kinetic_energy(run.model(), run.state()), 0.9 * first) << "they met";
    EXPECT_LT(norm(momentum() - before), 1e-11 * norm(before));
}

/// XSPH by μ: where v = y² along x, on a lattice, every step adds h ν 2.
TEST(PositionBasedLiquids, XsphIsTheViscosityOfTheScene) {
    constexpr double spacing = 0.02, mu = 0.5, rho = 1000.0, h = 0.001, small = 0.01;
    for (const bool planar : {true, false}) {
        SceneRun run(parse_scene(fmt::format(R"({{ "planar": {}, "gravity": [0, 0, 0], "time": {{ "step": {} }},
              "integrator": {{ "type": "position_based", "artificial_pressure": 0 }}, "bodies": [
              {{ "name": "water", "density": {}, "liquid": {{ "bulk_modulus": 1, "viscosity": {} }},
                 "shape": {{ "type": "particles", "size": [0.18, 0.18, {}], "spacing": {} }} }}] }})",
                                             planar, h, rho, mu, planar ? 0.0 : 0.18, spacing),
                                 "shear", ".", {}));
        const Positions x = run.x();
        for (std::size_t i = 0; i < x.size(); ++i) run.state().v[i] = {small * x[i][1] * x[i][1], 0, 0};
        ASSERT_TRUE(run.step().completed);
        int inside = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (norm(x[i]) > 0.02) continue;  // in the middle all neighbours are there
            ++inside;
            const double gained = run.state().v[i][0] - small * x[i][1] * x[i][1];
            EXPECT_NEAR(gained, small * h * 2.0 * mu / rho, 1e-4 * small * h * 2.0 * mu / rho);
        }
        EXPECT_GT(inside, 0);
    }
}

TEST(PositionBasedLiquids, ABreakingDamRunsAboutAsMeasured) {
    const double a = 0.25;
    const Tank tank{.width = 6 * a, .filled = a, .height = 2 * a, .spacing = a / 20, .step = 0.004};
    SceneRun run(tank.scene());
    testing::expect_front_as_measured(run, a, tank.spacing, tank.step, [&](int) {
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) ASSERT_GT(x[i][1], 0.0);
    });
}

TEST(PositionBasedLiquids, AreTheSameForAnyNumberOfThreadsAndWhenResumed) {
    const Tank tank{.width = 0.6,
                    .filled = 0.3,
                    .height = 0.6,
                    .spacing = 0.0125,
                    .step = 0.004,
                    .liquid = R"({ "viscosity": 0.5 })"};
    const auto end = [&](int threads, bool resumed) {
        return testing::with_threads(threads, [&] {
            SceneRun run(tank.scene()), again(tank.scene());
            for (int n = 0; n < 8; ++n) EXPECT_TRUE(run.step().completed);
            if (resumed) again.state() = restore(save(run.state()));
            SceneRun& going = resumed ? again : run;
            for (int n = 0; n < 8; ++n) EXPECT_TRUE(going.step().completed);
            return going.state();
        });
    };
    const State one = end(1, false), four = end(4, false), resumed = end(2, true);
    EXPECT_GT(one.c.size(), 1024u);
    EXPECT_TRUE(one.c == four.c && one.v == four.v);
    EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v);
}

}  // namespace
}  // namespace talweg::position_based_liquids_test
