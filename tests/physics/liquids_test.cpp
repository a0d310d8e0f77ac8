/// Liquids in tanks and drops: pressure, volume, momentum, flow between walls, sloshing, a dam that breaks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <numbers>

#include "support/dam_break.hpp"
#include "support/threads.hpp"
#include "talweg/model/liquid.hpp"

namespace talweg::liquids_test {
namespace {

using testing::SceneRun;

constexpr double g = 9.81, rho = 1000.0;

struct Tank {
    double width, filled, height, spacing, step;  // m, m of the width that is liquid, m, m, s
    std::string liquid = "{}", start = "{}";

    std::string text() const {
        return fmt::format(
            R"({{ "planar": true, "time": {{ "step": {} }}, "contact": {{}}, "bodies": [
              {{ "name": "water", "density": {}, "liquid": {}, "start": {}, "place": {{ "translate": [{}, {}, 0] }},
                 "shape": {{ "type": "particles", "size": [{}, {}, 0], "spacing": {} }} }}],
            "obstacles": [
              {{ "name": "floor", "shape": {{ "type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0] }} }},
              {{ "name": "left", "shape": {{ "type": "plane", "point": [0, 0, 0], "normal": [1, 0, 0] }} }},
              {{ "name": "right", "shape": {{ "type": "plane", "point": [{}, 0, 0], "normal": [-1, 0, 0] }} }}] }})",
            step, rho, liquid, start, 0.5 * filled, 0.5 * height, filled, height, spacing, width);
    }
    Scene scene() const { return parse_scene(text(), "tank", ".", {}); }
};

const LiquidVolume& volume_of(const Model& model) {
    for (const auto& term : model.terms)
        if (const auto* volume = dynamic_cast<const LiquidVolume*>(term.get())) return *volume;
    throw Error("no liquid");
}

/// Of the particles, kg m and kg, which all weigh the same.
Vec3 center(const SceneRun& run) {
    const Body& body = run.model().bodies.at(0);
    const Positions x = run.x();
    Vec3 sum = Vec3::zero();
    for (int i = 0; i < body.point_count; ++i) sum += x[body.first_point + i];
    return sum / double(body.point_count);
}

void expect_inside(const SceneRun& run, const Tank& tank) {
    const Positions x = run.x();
    for (int i = 0; i < run.model().bodies.at(0).point_count; ++i) {
        ASSERT_GT(x[i][1], 0.0) << i;
        ASSERT_GT(x[i][0], 0.0) << i;
        ASSERT_LT(x[i][0], tank.width) << i;
    }
}

/// How the change of volume is told: by kernels, as scenes have it unless they say; and, in ./test --all, by least
/// squares, which keep a liquid in motion as well, but do not let it rest: its particles go on trembling.
class LiquidsByEither : public ::testing::TestWithParam<const char*> {
protected:
    std::string liquid() const { return fmt::format(R"({{ "volume": "{}" }})", GetParam()); }
    bool by_kernels() const { return GetParam() == std::string("kernels"); }
    bool left_for_all() const { return !by_kernels() && !std::getenv("TALWEG_ALL"); }
};
INSTANTIATE_TEST_SUITE_P(Volume, LiquidsByEither, ::testing::Values("kernels", "least_squares"),
                         [](const auto& each) { return std::string(each.param); });

TEST(Liquids, PressureGrowsWithDepth) {
    const Tank tank{.width = 0.25, .filled = 0.25, .height = 0.4, .spacing = 0.0125, .step = 0.01};
    SceneRun run(tank.scene());
    // Mean over bands, and over the last half second; away from walls, whose share of the stress is told by contact.
    constexpr int bands = 8;
    double sum[bands] = {}, depth[bands] = {}, count[bands] = {};
    for (int n = 0; n < 100; ++n) {
        ASSERT_TRUE(run.step().completed);
        if (n < 50) continue;
        const Positions x = run.x();
        const std::vector<double> p = volume_of(run.model()).pressures(x.data());
        const double surface = 2.0 * center(run)[1], apart = 3.0 * tank.spacing;
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (x[i][0] < apart || x[i][0] > tank.width - apart || x[i][1] < 2.0 * apart) continue;
            const int band = std::min(bands - 1, static_cast<int>(x[i][1] / tank.height * bands));
            sum[band] += p[i];
            depth[band] += surface - x[i][1];
            count[band] += 1.0;
        }
    }
    std::cout << "depth (m), pressure (Pa), of ρ g d\n";
    for (int k = 1; k < bands - 1; ++k) {  // the last is the surface
        const double d = depth[k] / count[k], mean = sum[k] / count[k];
        std::cout << fmt::format("{:.4f} {:8.1f} {:.4f}\n", d, mean, mean / (rho * g * d));
        // In the upper half of what there is at the bottom: the surface is no sharper than a third of a particle.
        EXPECT_NEAR(mean, rho * g * d, 0.02 * rho * g * (d > 0.5 * tank.height ? d : tank.height)) << k;
    }
    expect_inside(run, tank);
}

TEST_P(LiquidsByEither, VolumeStays) {
    if (left_for_all()) GTEST_SKIP() << "by least squares in ./test --all";
    const Tank tank{.width = 0.35, .filled = 0.35, .height = 0.35, .spacing = 0.025, .step = 0.02, .liquid = liquid()};
    SceneRun run(tank.scene());
    double settled = 0.0, lowest = 1.0, highest = 0.0;
    for (int n = 1; n <= 500; ++n) {
        ASSERT_TRUE(run.step().completed);
        const double volume = 2.0 * center(run)[1] * tank.width;
        if (n == 50) settled = volume;
        if (n < 50) continue;
        lowest = std::min(lowest, volume / settled);
        highest = std::max(highest, volume / settled);
    }
    std::cout << fmt::format("volume from 1 s to 10 s: {:.4f} of {:.4f} m² at the start, then {:.5f} to {:.5f} of it\n",
                             settled, tank.width * tank.height, lowest, highest);
    EXPECT_NEAR(settled, tank.width * tank.height, 0.02 * tank.width * tank.height) << "compression and gaps to walls";
    const double drift = by_kernels() ? 0.01 : 0.08;
    EXPECT_GT(lowest, 1.0 - drift);
    EXPECT_LT(highest, 1.0 + drift);
    expect_inside(run, tank);
}

TEST(Liquids, MomentumStays) {
    const auto drop = [](const char* name, double x, double speed) {
        return fmt::format(R"({{ "name": "{}", "density": 1000,
            "liquid": {{ "bulk_modulus": 2e4, "viscosity": 1 }}, "place": {{ "translate": [{}, {}, 0] }},
            "start": {{ "velocity": [{}, 0, 0] }},
            "shape": {{ "type": "particles", "region": "ball", "size": [0.2, 0.2, 0.2], "spacing": 0.025 }} }})",
                           name, x, 0.2 * x, speed);
    };
    SceneRun run(
        parse_scene(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.002 }}, "bodies": [{}, {}] }})",
                                drop("a", -0.13, 2.0), drop("b", 0.13, -1.0)),
                    "drops", ".", {}));
    const auto momentum = [&] {
        Vec3 sum = Vec3::zero();
        for (std::size_t i = 0; i < run.state().v.size(); ++i) sum += run.model().mass.diagonal[i] * run.state().v[i];
        return sum;
    };
    const Vec3 before = momentum();
    const double first = kinetic_energy(run.model(), run.state());
    double most = 0.0;
    for (int n = 0; n < 60; ++n) {
        ASSERT_TRUE(run.step().completed);
        for (const double p : volume_of(run.model()).pressures(run.x().data())) most = std::max(most, p);
    }
    EXPECT_GT(most, 200.0) << "they met";
    EXPECT_LT(kinetic_energy(run.model(), run.state()), 0.9 * first);
    std::cout << fmt::format("momentum {:.6f} Ns, changed by {:.2e}\n", before[0], norm(momentum() - before));
    EXPECT_LT(norm(momentum() - before), 1e-6 * norm(before));
}

/// Flow between two walls under a force per volume f: v = f y (H − y)/(2 μ) once it is steady. Solved for at once.
TEST(Liquids, FlowBetweenWallsIsAParabola) {
    constexpr int across = 24, along = 120;
    constexpr double spacing = 1.0 / across, mu = 2.0, f = 3.0;
    auto particles = std::make_shared<LiquidParticles>();
    Positions x;
    for (int i = 0; i < along; ++i)
        for (int j = 0; j < across; ++j) {
            particles->points.push_back(static_cast<int>(x.size()));
            x.push_back({(i + 0.5) * spacing, (j + 0.5) * spacing, 0});
        }
    const int count = static_cast<int>(x.size());
    particles->bulk.assign(count, 1.0);
    particles->viscosity.assign(count, mu);
    particles->clings.assign(count, 1);
    particles->spacing = spacing;
    particles->dimension = 2;
    particles->walls.planes = {{count, {0, 1, 0}}, {count + 1, {0, -1, 0}}};
    x.push_back({0, 0, 0});
    x.push_back({0, 1, 0});
    const LiquidViscosity term(particles);
    const auto drag = term.look(x.data())->hessian({x.data(), x.data(), 1.0}, 1.0);
    // Conjugate gradients on the velocities of the particles; the walls stand still.
    Positions v(x.size(), Vec3::zero()), r = v, d, image;
    for (int i = 0; i < count; ++i) r[i] = {f * spacing * spacing, 0, 0};
    d = r;
    const auto inner = [&](const Positions& a, const Positions& b) {
        double sum = 0.0;
        for (int i = 0; i < count; ++i) sum += dot(a[i], b[i]);
        return sum;
    };
    double rr = inner(r, r);
    const double start = rr;
    for (int n = 0; n < 2000 && rr > 1e-20 * start; ++n) {
        image.assign(x.size(), Vec3::zero());
        drag->add_product(d.data(), image.data());
        const double alpha = rr / inner(d, image);
        for (int i = 0; i < count; ++i) {
            v[i] += alpha * d[i];
            r[i] -= alpha * image[i];
        }
        const double next = inner(r, r);
        for (int i = 0; i < count; ++i) d[i] = r[i] + (next / rr) * d[i];
        rr = next;
    }
    double off = 0.0, exact = 0.0, flow = 0.0, exact_flow = 0.0;
    for (int j = 0; j < across; ++j) {
        const double y = (j + 0.5) * spacing, expected = f * y * (1.0 - y) / (2.0 * mu);
        const double found = v[(along / 2) * across + j][0];
        off += (found - expected) * (found - expected);
        exact += expected * expected;
        flow += found;
        exact_flow += expected;
    }
    std::cout << fmt::format("error of the profile {:.4f}, of the flow {:.4f}\n", std::sqrt(off / exact),
                             flow / exact_flow - 1.0);
    EXPECT_LT(std::sqrt(off / exact), 0.03);
    EXPECT_NEAR(flow / exact_flow, 1.0, 0.05);
}

TEST_P(LiquidsByEither, SloshesAsLinearWavesDo) {
    if (left_for_all()) GTEST_SKIP() << "by least squares in ./test --all";
    const Tank tank{.width = 0.5,
                    .filled = 0.5,
                    .height = 0.25,
                    .spacing = 1.0 / 60,
                    .step = 0.005,
                    .liquid = liquid(),
                    .start = R"({ "velocity": [0.08, 0, 0] })"};
    SceneRun run(tank.scene());
    const double middle = 0.5 * tank.width;
    std::vector<double> crossings;
    double before = 0.0;
    for (int n = 1; n <= 260; ++n) {
        ASSERT_TRUE(run.step().completed);
        const double now = center(run)[0] - middle;
        if (n > 20 && now * before < 0.0) crossings.push_back((n - now / (now - before)) * tank.step);
        before = now;
    }
    ASSERT_GE(crossings.size(), 3u);
    const double found = 2.0 * std::numbers::pi / (crossings[2] - crossings[0]), k = std::numbers::pi / tank.width;
    const double expected = std::sqrt(g * k * std::tanh(k * tank.height));
    std::cout << fmt::format("ω {:.3f} 1/s, of linear waves {:.3f}\n", found, expected);
    EXPECT_NEAR(found, expected, (by_kernels() ? 0.03 : 0.07) * expected);
}

TEST_P(LiquidsByEither, ABreakingDamRunsAsMeasured) {
    if (left_for_all()) GTEST_SKIP() << "by least squares in ./test --all";
    const double a = 0.25;
    const Tank tank{.width = 6 * a, .filled = a, .height = 2 * a, .spacing = a / 20, .step = 0.004, .liquid = liquid()};
    SceneRun run(tank.scene());
    testing::expect_front_as_measured(run, a, tank.spacing, tank.step, [&](int n) {
        if (n % 20 == 0) expect_inside(run, tank);
    });
}

TEST_P(LiquidsByEither, AreTheSameForAnyNumberOfThreadsAndWhenResumed) {
    const Tank tank{.width = 0.6,
                    .filled = 0.3,
                    .height = 0.6,
                    .spacing = 0.0125,
                    .step = 0.004,
                    .liquid = fmt::format(R"({{ "viscosity": 0.5, "no_slip": true, "volume": "{}" }})", GetParam())};
    const auto end = [&](int threads, bool resumed) {
        return testing::with_threads(threads, [&] {
            SceneRun run(tank.scene());
            for (int n = 0; n < 8; ++n) EXPECT_TRUE(run.step().completed);
            if (!resumed) {
                for (int n = 0; n < 8; ++n) EXPECT_TRUE(run.step().completed);
                return run.state();
            }
            SceneRun again(tank.scene());
            again.state() = restore(save(run.state()));
            again.stepper().backend().restore(run.stepper().backend().save());
            for (int n = 0; n < 8; ++n) EXPECT_TRUE(again.step().completed);
            return again.state();
        });
    };
    const State one = end(1, false), four = end(4, false), resumed = end(2, true);
    EXPECT_GT(one.c.size(), 1024u) << "below that a liquid is one piece";
    EXPECT_TRUE(one.c == four.c && one.v == four.v);
    EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v);
}

}  // namespace
}  // namespace talweg::liquids_test
