/// Particles that attract one another: Kepler's laws, the figure-eight, and what tells integrators apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <numbers>

#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/model/gravitation.hpp"

namespace talweg::gravitation_test {
namespace {

using testing::SceneRun;

double energy_of(SceneRun& run) {
    double sum = kinetic_energy(run.model(), run.state());
    for (const double joules : run.stepper().backend().assembler().potentials(run.x(), run.state().time)) sum += joules;
    return sum;
}

/// A planet of a thousandth of the sun's mass at 1 m from it, as fast as `speed` times on a circle; G M = 4π², so that
/// the year of a = 1 m is 1 s (both masses together are 1 kg).
Scene kepler(double speed, const std::string& integrator, int steps_per_second) {
    const double pi = std::numbers::pi, v = speed * 2.0 * pi;
    return parse_scene(
        fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": {:.17g} }}, "integrator": {{ "type": "{}" }},
          "gravitation": {{ "constant": {:.17g} }}, "bodies": [
            {{ "name": "sun", "shape": {{ "type": "particles", "points": [[0, 0, 0]] }}, "density": 0.999,
               "start": {{ "velocity": [0, {:.17g}, 0] }} }},
            {{ "name": "planet", "shape": {{ "type": "particles", "points": [[1, 0, 0]] }}, "density": 0.001,
               "start": {{ "velocity": [0, {:.17g}, 0] }} }}] }})",
                    1.0 / steps_per_second, integrator, 4.0 * pi * pi, -0.001 * v, 0.999 * v),
        "kepler", ".", {});
}

/// The time of the planet's first whole turn around the sun.
double year(double speed, int steps_per_second) {
    SceneRun run(kepler(speed, "velocity_verlet", steps_per_second));
    double before = 0.0;
    for (int n = 1; n < 100 * steps_per_second; ++n) {
        EXPECT_TRUE(run.step().completed);
        const Vec3 r = run.x()[1] - run.x()[0];
        if (before < 0.0 && r[1] >= 0.0) return (n - r[1] / (r[1] - before)) / steps_per_second;
        before = r[1];
    }
    return 0.0;
}

TEST(Gravitation, KeepsKeplersThirdLaw) {
    // v² = GM(2/r − 1/a): a = 1/(2 − speed²)
    for (const double speed : {0.8, 1.0, 1.2}) {
        const double a = 1.0 / (2.0 - speed * speed);
        EXPECT_NEAR(year(speed, 4000), std::pow(a, 1.5), 2e-5 * std::pow(a, 1.5)) << speed;
    }
}

TEST(Gravitation, DriftsByIntegrator) {
    const auto drift = [](const char* integrator) {
        SceneRun run(kepler(1.2, integrator, 1000));
        const double start = energy_of(run);
        for (int n = 0; n < 5000; ++n) EXPECT_TRUE(run.step().completed);
        return (energy_of(run) - start) / std::fabs(start);
    };
    const double verlet = drift("velocity_verlet"), symplectic = drift("symplectic_euler"),
                 forward = drift("forward_euler"), modified = drift("modified_euler");
    std::cout << fmt::format(
        "energy after 5 s: velocity_verlet {:+.2e}, symplectic_euler {:+.2e}, modified_euler {:+.2e}, "
        "forward_euler {:+.2e}\n",
        verlet, symplectic, modified, forward);
    EXPECT_LT(std::fabs(verlet), 2e-5);
    EXPECT_LT(std::fabs(symplectic), 1e-2);
    EXPECT_GT(forward, 0.05);
}

/// Chenciner and Montgomery, "A remarkable periodic solution of the three-body problem in the case of equal masses",
/// 2000, with Simó's numbers.
TEST(Gravitation, ThreeBodiesReturnOnTheFigureEight) {
    constexpr double period = 6.32591398;
    constexpr int steps = 4000;
    const auto body = [](const char* name, double x, double y, double vx, double vy) {
        return fmt::format(
            R"({{ "name": "{}", "density": 1, "shape": {{ "type": "particles", "points": [[{}, {}, 0]] }},
            "start": {{ "velocity": [{}, {}, 0] }} }})",
            name, x, y, vx, vy);
    };
    SceneRun run(parse_scene(
        fmt::format(R"({{ "gravity": [0, 0, 0], "gravitation": {{ "constant": 1 }}, "time": {{ "step": {:.17g} }},
            "integrator": {{ "type": "velocity_verlet" }}, "bodies": [{}, {}, {}] }})",
                    period / steps, body("a", 0.97000436, -0.24308753, 0.466203685, 0.43236573),
                    body("b", -0.97000436, 0.24308753, 0.466203685, 0.43236573),
                    body("c", 0, 0, -0.93240737, -0.86473146)),
        "eight", ".", {}));
    const Positions start = run.x();
    for (int n = 0; n < 10 * steps; ++n) ASSERT_TRUE(run.step().completed);
    for (int i = 0; i < 3; ++i) EXPECT_LT(norm(run.x()[i] - start[i]), 1e-3) << i;
}

std::string cluster(const std::string& integrator) {
    return R"({ "gravity": [0, 0, 0], "gravitation": { "constant": 1, "softening": 0.05 }, "time": { "step": 0.002 },
        "integrator": { "type": ")" +
           integrator + R"(" }, "bodies": [{ "name": "stars", "density": 0.001,
          "shape": { "type": "particles", "region": "ball", "size": [2, 2, 2], "spacing": 0.16,
                     "order": "poisson", "seed": 3 },
          "start": { "angular_velocity": [0, 0.5, 0] } }] })";
}

TEST(Gravitation, KeepsMomentumAndIsTheSameForAnyNumberOfThreads) {
    const auto end = [](int threads) {
        return testing::with_threads(threads, [] {
            SceneRun run(parse_scene(cluster("velocity_verlet"), "cluster", ".", {}));
            const double before = energy_of(run);
            for (int n = 0; n < 50; ++n) EXPECT_TRUE(run.step().completed);
            EXPECT_NEAR(energy_of(run), before, 1e-6 * std::fabs(before));
            return run.state();
        });
    };
    const State one = end(1), four = end(4);
    EXPECT_GT(one.c.size(), 512u) << "more than one tile";
    EXPECT_TRUE(one.c == four.c && one.v == four.v);
    Vec3 momentum = Vec3::zero();
    for (const Vec3& v : one.v) momentum += v;
    EXPECT_LT(norm(momentum), 1e-12 * double(one.v.size()));
}

TEST(Gravitation, GoesWithALandscapeToo) {
    SceneRun implicit(parse_scene(cluster("implicit_euler"), "cluster", ".", {}));
    SceneRun symplectic(parse_scene(cluster("symplectic_euler"), "cluster", ".", {}));
    for (int n = 0; n < 20; ++n) {
        ASSERT_TRUE(implicit.step().completed);
        ASSERT_TRUE(symplectic.step().completed);
    }
    double apart = 0.0;
    for (std::size_t i = 0; i < implicit.x().size(); ++i)
        apart = std::max(apart, norm(implicit.x()[i] - symplectic.x()[i]));
    EXPECT_LT(apart, 1e-8) << "taken at the start of the step, both are the same rule";
}

TEST(Gravitation, ForcesAreTheGradientOfTheEnergy) {
    SceneRun run(parse_scene(cluster("velocity_verlet"), "cluster", ".", {}));
    Positions x = run.x();
    Assembler& assembler = run.stepper().backend().assembler();
    const Positions f = assembler.point_forces(x, Positions(x.size(), Vec3::zero()), 0.0);
    for (const int i : {0, 7, 100})
        for (int a = 0; a < 3; ++a) {
            const double at = x[i][a], step = 1e-5;
            x[i][a] = at + step;
            const double ahead = assembler.potentials(x, 0.0)[0];
            x[i][a] = at - step;
            const double behind = assembler.potentials(x, 0.0)[0];
            x[i][a] = at;
            EXPECT_NEAR(f[i][a], -(ahead - behind) / (2 * step), 1e-6 * norm(f[i]) + 1e-13);
        }
}

/// Orders of places: the distances they keep, and that seeds repeat.
TEST(Particles, FillRegions) {
    const Mesh regular = make_particles(ParticleRegion::box, {1, 0.5, 0}, 0.1, ParticleOrder::regular, 0);
    EXPECT_EQ(regular.points.size(), 50u);
    EXPECT_EQ(regular.dimension, 0);
    for (const ParticleRegion region : {ParticleRegion::box, ParticleRegion::ball, ParticleRegion::cylinder}) {
        const Mesh poisson = make_particles(region, {1, 1, 1}, 0.12, ParticleOrder::poisson, 5);
        double nearest = 1.0;
        for (std::size_t i = 0; i < poisson.points.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                nearest = std::min(nearest, norm(poisson.points[i] - poisson.points[j]));
            const Vec3& x = poisson.points[i];
            EXPECT_LE(std::max({std::fabs(x[0]), std::fabs(x[1]), std::fabs(x[2])}), 0.5);
            if (region == ParticleRegion::ball) {
                EXPECT_LE(norm(x), 0.5);
            }
        }
        EXPECT_GE(nearest, 0.12);
        const double volume = region == ParticleRegion::box ? 1.0 : region == ParticleRegion::ball ? 0.5236 : 0.7854;
        EXPECT_GT(double(poisson.points.size()) * 0.12 * 0.12 * 0.12 / volume, 0.6) << "and leave no room";
        EXPECT_TRUE(poisson.points == make_particles(region, {1, 1, 1}, 0.12, ParticleOrder::poisson, 5).points);
        EXPECT_FALSE(poisson.points == make_particles(region, {1, 1, 1}, 0.12, ParticleOrder::poisson, 6).points);
    }
    EXPECT_THROW(make_particles(ParticleRegion::box, {1, 1, 1}, 1e-4, ParticleOrder::regular, 0), Error);
}

TEST(Particles, BadInputIsNamed) {
    const auto refused = [](const std::string& shape, const std::string& more) {
        try {
            parse_scene(R"({ "time": { "step": 0.01 },)" + more + R"( "bodies": [{ "name": "a", "density": 1,
                "shape": { "type": "particles")" +
                            shape + R"( }, "start": { "orbit": { "mass": 1 } } }] })",
                        "scene.json", ".", {});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string with = R"( "gravitation": {},)";
    EXPECT_NE(refused("", with).find("needs one of"), std::string::npos);
    EXPECT_NE(refused(R"(, "size": [1, 1, 1])", with).find("no \"spacing\""), std::string::npos);
    EXPECT_NE(refused(R"(, "size": [1, 1, 1], "spacing": 0)", with).find("spacing"), std::string::npos);
    EXPECT_NE(refused(R"(, "points": [[0, 0, 0]])", "").find("without gravitation"), std::string::npos);
}

}  // namespace
}  // namespace talweg::gravitation_test
