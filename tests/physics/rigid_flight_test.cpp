/// Rigid bodies in time: what the conserving step keeps, and what turning bodies do in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>

#include "math/random_matrices.hpp"
#include "support/recorded_run.hpp"
#include "support/rigid_world.hpp"
#include "support/scene_run.hpp"
#include "talweg/format/file.hpp"

namespace talweg::rigid_flight_test {
namespace {

using testing::RigidWorld;
using testing::SceneRun;
using testing::tight;

Scene scene_of(const std::string& text) { return parse_scene(text, "scene.json", ".", {}); }

/// A brick of three different moments, far from the origin, spun about no axis of its own.
std::string brick(const char* integrator, const Vec3& size, const Vec3& omega, double step) {
    return fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": {} }}, "integrator": {{ "type": "{}" }},
        "solver": {{ "tolerance": 1e-9 }},
        "bodies": [{{ "name": "brick", "rigid": true, "density": 1000, "place": {{ "translate": [3, 1, 2] }},
                      "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [1, 1, 1] }},
                      "start": {{ "velocity": [1, 2, 0], "angular_velocity": [{}, {}, {}] }} }}] }})",
                       step, integrator, size[0], size[1], size[2], omega[0], omega[1], omega[2]);
}

/// Angular momentum about the centre of mass, and the energy of turning.
struct Spin {
    Vec3 momentum = Vec3::zero();
    double energy = 0.0;
    explicit Spin(const SceneRun& run) {
        State& state = const_cast<SceneRun&>(run).state();
        Vec3 center = Vec3::zero(), velocity = Vec3::zero();
        for (int i = 0; i < 4; ++i) {
            center += 0.25 * state.c[i];
            velocity += 0.25 * state.v[i];
        }
        for (int i = 0; i < 4; ++i) {
            const Vec3 r = state.c[i] - center, v = state.v[i] - velocity;
            momentum += run.model().mass.diagonal[i] * cross(r, v);
            energy += 0.5 * run.model().mass.diagonal[i] * norm_squared(v);
        }
    }
};

/// The true rotation model x = Q X + q as a reference: Euler's equations I ω̇ = Iω × ω in the body's frame and
/// q̇ = ½ q ∘ (0, ω) of a unit quaternion, by Runge and Kutta's method in tiny steps.
Mat3 rotation_after(double time, const Vec3& inertia, const Vec3& omega) {
    using State = std::array<double, 7>;  // ω, then the quaternion, its scalar first
    const auto rate = [&](const State& s) {
        const auto& [x, y, z, w, i, j, k] = s;
        return State{(inertia[1] - inertia[2]) * y * z / inertia[0],
                     (inertia[2] - inertia[0]) * z * x / inertia[1],
                     (inertia[0] - inertia[1]) * x * y / inertia[2],
                     -0.5 * (i * x + j * y + k * z),
                     0.5 * (w * x + j * z - k * y),
                     0.5 * (w * y + k * x - i * z),
                     0.5 * (w * z + i * y - j * x)};
    };
    const auto plus = [](State s, double factor, const State& d) {
        for (int a = 0; a < 7; ++a) s[a] += factor * d[a];
        return s;
    };
    State s = {omega[0], omega[1], omega[2], 1, 0, 0, 0};
    const int steps = 20'000;
    const double h = time / steps;
    for (int n = 0; n < steps; ++n) {
        const State a = rate(s), b = rate(plus(s, h / 2, a)), c = rate(plus(s, h / 2, b)), d = rate(plus(s, h, c));
        for (int k = 0; k < 7; ++k) s[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
    }
    const auto& [x, y, z, w, i, j, k] = s;
    Mat3 q;
    q.set_columns(Vec3{1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j)},
                  Vec3{2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i)},
                  Vec3{2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j)});
    return q;
}

/// How far the brick is from where Euler's equations turn it in a second: the error of the conserving step falls like
/// h², that of implicit Euler like h.
TEST(RigidFlight, ConvergesToTheTrueRotation) {
    const Vec3 size = {0.1, 0.2, 0.4}, omega = {1.0, 1.5, 0.5};
    Vec3 inertia;
    for (int a = 0; a < 3; ++a)
        inertia[a] = size[(a + 1) % 3] * size[(a + 1) % 3] + size[(a + 2) % 3] * size[(a + 2) % 3];
    const Mat3 truth = rotation_after(1.0, inertia, omega);
    const auto error = [&](const char* integrator, double step) {
        SceneRun run(scene_of(brick(integrator, size, omega, step)));
        for (int n = 0; n < static_cast<int>(std::lround(1.0 / step)); ++n) EXPECT_TRUE(run.step().completed);
        const Positions x = run.x();
        Mat3 now, rest;
        const auto& r = run.model().rest;
        now.set_columns(x[1] - x[0], x[2] - x[0], x[3] - x[0]);
        rest.set_columns(r[1] - r[0], r[2] - r[0], r[3] - r[0]);
        return frobenius(now * inverse(rest) - truth);
    };
    const double fine = error("conserving", 0.005), middle = error("conserving", 0.01),
                 coarse = error("conserving", 0.02);
    EXPECT_NEAR(coarse / middle, 4.0, 0.3);
    EXPECT_NEAR(middle / fine, 4.0, 0.3);
    EXPECT_LT(fine, 1e-4);
    const double first = error("implicit_euler", 0.005), second = error("implicit_euler", 0.01);
    EXPECT_NEAR(second / first, 2.0, 0.2);
}

TEST(RigidFlight, KeepsAngularMomentumAndEnergyOverManyTurns) {
    const int turns = std::getenv("TALWEG_ALL") ? 1000 : 200;
    const Vec3 omega = {3.0, 4.0, 2.0};
    SceneRun run(scene_of(brick("conserving", {0.1, 0.2, 0.4}, omega, 2.0 * M_PI / norm(omega) / 100.0)));
    const Spin start(run);
    double worst_momentum = 0.0, worst_energy = 0.0, first = 0.0, last = 0.0;
    for (int n = 0; n < 100 * turns; ++n) {
        ASSERT_TRUE(run.step().completed);
        const Spin spin(run);
        worst_momentum = std::max(worst_momentum, norm(spin.momentum - start.momentum) / norm(start.momentum));
        const double change = (spin.energy - start.energy) / start.energy;
        worst_energy = std::max(worst_energy, std::fabs(change));
        (n < 50 * turns ? first : last) += change / (50 * turns);
    }
    EXPECT_LT(worst_momentum, 1e-8);
    EXPECT_LT(worst_energy, 1e-8);
    EXPECT_LT(std::fabs(last - first), 1e-9) << "drift";
    RecordProperty("momentum", fmt::format("{:.3g}", worst_momentum));
    RecordProperty("energy", fmt::format("{:.3g}", worst_energy));
}

/// A slow and a fast one: what turns by more than a radian in a step flies in parts.
TEST(RigidFlight, TurnsAtItsOwnRateAboutAFixedAxis) {
    for (const double omega : {0.5, 5.0, 70.0, 400.0}) {
        SceneRun run(scene_of(brick("conserving", {0.1, 0.1, 0.2}, {0, 0, omega}, 0.01)));
        const double energy = Spin(run).energy;
        double angle = 0.0;
        Vec3 before = run.state().c[1] - run.state().c[0];
        for (int n = 0; n < 50; ++n) {
            ASSERT_TRUE(run.step().completed);
            const Vec3 now = run.state().c[1] - run.state().c[0];
            const double seen =
                std::atan2(before[0] * now[1] - before[1] * now[0], before[0] * now[0] + before[1] * now[1]);
            angle += seen + 2.0 * M_PI * std::round((0.01 * omega - seen) / (2.0 * M_PI));
            before = now;
        }
        // A part of at most 0.1 rad turns by asin of what it should.
        EXPECT_NEAR(angle, 0.5 * omega, 0.002 * 0.5 * omega) << omega;
        EXPECT_NEAR(Spin(run).energy, energy, 1e-9 * energy) << omega;
    }
}

/// About the axis between, a small error grows as exp(ω t √((I3 − I2)(I2 − I1)/(I1 I3))), until the body turns over.
TEST(RigidFlight, TheIntermediateAxisIsUnstableAsEulerSays) {
    const Vec3 size = {0.3, 0.2, 0.1};  // I about x least, about y between, about z largest
    const double inertia[3] = {size[1] * size[1] + size[2] * size[2], size[0] * size[0] + size[2] * size[2],
                               size[0] * size[0] + size[1] * size[1]};
    const double omega = 2.0 * M_PI, step = 0.01;
    const double rate =
        omega * std::sqrt((inertia[2] - inertia[1]) * (inertia[1] - inertia[0]) / (inertia[0] * inertia[2]));
    SceneRun run(scene_of(brick("conserving", size, {1e-6, omega, 1e-6}, step)));
    const auto axis = [&] {  // the body's own y, as the deformation of its four points
        const auto edges = [](const auto& p) {
            Mat3 m;
            m.set_columns(p[1] - p[0], p[2] - p[0], p[3] - p[0]);
            return m;
        };
        return (edges(run.state().c) * inverse(edges(run.model().rest))).column(1);
    };
    const Vec3 spin = Spin(run).momentum / norm(Spin(run).momentum);
    double reached[2] = {-1.0, -1.0}, lowest = 1.0, before = 0.0;
    const double marks[2] = {1e-4, 1e-2};
    for (int n = 1; n < 800; ++n) {
        ASSERT_TRUE(run.step().completed);
        const double away = norm(cross(axis(), spin));
        for (int k = 0; k < 2; ++k)
            if (reached[k] < 0.0 && away >= marks[k])
                reached[k] = step * (n - 1 + std::log(marks[k] / before) / std::log(away / before));
        lowest = std::min(lowest, dot(axis(), spin));
        before = away;
    }
    ASSERT_GT(reached[1], 0.0);
    EXPECT_NEAR(std::log(100.0) / (reached[1] - reached[0]), rate, 0.02 * rate);
    EXPECT_LT(lowest, -0.99) << "it turns over";
}

/// A symmetric top, tip held: I1 Ω² cos θ − I3 ω3 Ω + m g l = 0.
TEST(RigidFlight, AHeavyTopPrecessesAtItsRate) {
    const double mass = 0.5, l = 0.1, g = 9.81, tilt = M_PI / 3.0, spin = 400.0;
    const double across = 0.0004, along = 0.0001;  // spread: ∫ρ r²/m, m²
    const double i3 = mass * 2.0 * across, i1 = mass * (across + along + l * l);
    // The slow one of two rates.
    const double a = i1 * std::cos(tilt), b = -i3 * spin, c = mass * g * l;
    const double rate = (-b - std::sqrt(b * b - 4.0 * a * c)) / (2.0 * a);
    const Vec3 axis = {std::sin(tilt), std::cos(tilt), 0.0}, side = {std::cos(tilt), -std::sin(tilt), 0.0},
               z = {0, 0, 1};
    const Vec3 omega = Vec3{0.0, rate, 0.0} + (spin - rate * std::cos(tilt)) * axis;
    Mat3 spread = Mat3::zero();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            spread(i, j) = along * axis[i] * axis[j] + across * (side[i] * side[j] + z[i] * z[j]);
    RigidWorld world({0.0, -g, 0.0});
    const int tip = world.node(Vec3::zero(), Vec3::zero(), all_axes);
    std::array<int, 4> nodes = {tip};
    const Vec3 places[3] = {l * axis, l * axis + 0.05 * side, l * axis + 0.05 * z};
    for (int k = 0; k < 3; ++k) nodes[k + 1] = world.node(places[k], cross(omega, places[k]));
    world.body(nodes, mass, {1.0, l * axis, spread});
    testing::World top = world.make();
    const double step = 2.0 * M_PI / spin / 50.0;
    const auto stepper = make_stepper(top.model, tight("conserving", step, 1e-9));
    double angle = 0.0, nutation = 0.0;
    Vec3 before = top.state.c[1];
    const int steps = static_cast<int>(2.0 * M_PI / rate / step);
    for (int n = 0; n < steps; ++n) {
        const StepReport report = stepper->step(top.state);
        ASSERT_TRUE(report.completed) << report.advice;
        const Vec3 now = top.state.c[1];
        angle += std::atan2(before[2] * now[0] - before[0] * now[2], before[0] * now[0] + before[2] * now[2]);
        nutation = std::max(nutation, std::fabs(std::acos(now[1] / l) - tilt));
        before = now;
    }
    EXPECT_NEAR(angle, rate * step * steps, 0.01 * angle);
    EXPECT_LT(nutation, 0.01);
}

double period_of(double amplitude, int steps_of_small_swing) {
    const double l = 1.0, g = 9.81, mass = 2.0, inertia = mass * (l * l + 0.02);
    RigidWorld world({0.0, -g, 0.0});
    const Vec3 down = {std::sin(amplitude), -std::cos(amplitude), 0.0}, side = {down[1], -down[0], 0.0}, z = {0, 0, 1};
    Mat3 spread = Mat3::zero();
    for (int i = 0; i < 3; ++i) spread(i, i) = 0.01;
    const std::array<int, 4> nodes = {world.node(Vec3::zero(), Vec3::zero(), all_axes), world.node(l * down),
                                      world.node(l * down + 0.3 * side), world.node(l * down + 0.3 * z)};
    world.body(nodes, mass, {1.0, l * down, spread});
    testing::World pendulum = world.make();
    const double step = 2.0 * M_PI * std::sqrt(inertia / (mass * g * l)) / steps_of_small_swing;
    const auto stepper = make_stepper(pendulum.model, tight("conserving", step, 1e-9));
    // Twice at rest on the way: the second time it is back.
    double before = -1.0;
    int turned = 0;
    for (int n = 1; n < 20 * steps_of_small_swing; ++n) {
        if (!stepper->step(pendulum.state).completed) return 0.0;
        const Vec3 x = pendulum.state.c[1], v = pendulum.state.v[1];
        const double speed = (x[0] * v[1] - x[1] * v[0]) * (turned == 0 ? 1.0 : -1.0);  // < 0 on the way down
        if (speed >= 0.0 && n > 2 && before < 0.0) {
            if (++turned == 2) return step * (n - 1 + before / (before - speed));
            before = -1.0;
            continue;
        }
        before = speed;
    }
    return 0.0;
}

TEST(RigidFlight, APendulumSwingsWithItsPeriod) {
    const double small = 2.0 * M_PI * std::sqrt(2.0 * 1.02 / (2.0 * 9.81));
    for (const auto& [degrees, part] : {std::pair{10.0, 1e-3}, {90.0, 1e-3}, {170.0, 1e-2}}) {
        const double amplitude = degrees * M_PI / 180.0;
        const double exact = small * 2.0 / M_PI * std::comp_ellint_1(std::sin(0.5 * amplitude));
        const double found = period_of(amplitude, 1000);
        EXPECT_NEAR(found, exact, part * exact) << degrees;
        RecordProperty(fmt::format("period_{}", degrees), fmt::format("{:.3g}", found / exact - 1.0));
    }
}

/// At the bottom of its swing the pin carries m g + m l ω², with ½ I ω² = m g l.
TEST(RigidFlight, APinCarriesWeightAndSwing) {
    const double l = 1.0, g = 9.81, mass = 2.0, inertia = mass * (l * l + 0.02);
    RigidWorld world({0.0, -g, 0.0});
    Mat3 spread = Mat3::zero();
    for (int i = 0; i < 3; ++i) spread(i, i) = 0.01;
    world.body({world.node(Vec3::zero(), Vec3::zero(), all_axes), world.node({1, 0, 0}), world.node({1, 0.3, 0}),
                world.node({1, 0, 0.3})},
               mass, {1.0, {l, 0, 0}, spread});
    testing::World pendulum = world.make();
    for (const double step : {0.002, 0.001}) {
        State state = pendulum.state;
        const auto stepper = make_stepper(pendulum.model, tight("conserving", step, 1e-9));
        double most = 0.0;
        for (int n = 0; n * step < 1.0; ++n) {
            const StepReport report = stepper->step(state);
            ASSERT_TRUE(report.completed);
            Vec3 force = Vec3::zero();  // of all that holds, and on the held node itself its share of the weight
            for (const Momentum& m : report.impulses.holds) force += m.linear / step;
            most = std::max(most, norm(force));
        }
        EXPECT_NEAR(most, mass * g + mass * l * 2.0 * mass * g * l / inertia, 8.0 * step * mass * g) << step;
    }
}

/// Two rods that share a node, the first one's other end held: chaos, but its energy stays.
TEST(RigidFlight, ADoublePendulumKeepsItsEnergy) {
    RigidWorld world({0.0, -9.81, 0.0});
    Mat3 spread = Mat3::zero();
    for (int i = 0; i < 3; ++i) spread(i, i) = 0.01;
    const int pin = world.node(Vec3::zero(), Vec3::zero(), all_axes), joint = world.node({1, 0, 0});
    world.body({pin, joint, world.node({0.5, 0.3, 0}), world.node({0.5, 0, 0.3})}, 1.0, {1.0, {0.5, 0, 0}, spread});
    world.body({joint, world.node({1, 1, 0}), world.node({1.3, 0.5, 0}), world.node({1, 0.5, 0.3})}, 1.0,
               {1.0, {1, 0.5, 0}, spread});
    testing::World pendulum = world.make();
    const auto stepper = make_stepper(pendulum.model, tight("conserving", 0.001, 1e-9));
    const auto energy = [&] {
        const Vec3 moment = pendulum.model.gravity;
        double sum = kinetic_energy(pendulum.model, pendulum.state);
        const Nodes weight = pendulum.model.mass * Nodes(pendulum.state.c.size(), moment);
        for (std::size_t i = 0; i < weight.size(); ++i) sum -= dot(weight[i], pendulum.state.c[i]);
        return sum;
    };
    const double start = energy();
    double first = 0.0, last = 0.0, worst = 0.0;
    for (int n = 0; n < 4000; ++n) {
        ASSERT_TRUE(stepper->step(pendulum.state).completed);
        const double change = (energy() - start) / (9.81 * 2.0);
        worst = std::max(worst, std::fabs(change));
        (n < 2000 ? first : last) += change / 2000.0;
    }
    EXPECT_LT(worst, 0.02);
    EXPECT_LT(std::fabs(last - first), 2e-3) << "drift";
    RecordProperty("worst", fmt::format("{:.3g}", worst));
}

/// Down a slope without slipping: g sin θ / (1 + I/(m r²)).
TEST(RigidFlight, BallsAndCylindersRollAsTheyShould) {
    const double slope = 10.0 * M_PI / 180.0;
    const std::pair<const char*, double> rollers[] = {
        {R"({ "type": "sphere", "radius": 0.1, "divisions": 10 })", 5.0 / 7.0},
        {R"({ "type": "cylinder", "radius": 0.1, "height": 0.1, "rings": 8, "layers": 1 })", 2.0 / 3.0}};
    for (const auto& [shape, part] : rollers) {
        SceneRun run(scene_of(fmt::format(
            R"({{ "gravity": [{}, {}, 0], "time": {{ "step": 0.002 }}, "integrator": {{ "type": "conserving" }},
                  "contact": {{ "distance": 0.005, "friction": 0.5, "slip_speed": 1e-4 }},
                  "obstacles": [{{ "name": "slope", "shape": {{ "type": "plane" }} }}],
                  "bodies": [{{ "name": "roller", "rigid": true, "density": 1000,
                    "place": {{ "rotate": {{ "axis": [1, 0, 0], "angle": 90 }}, "translate": [0, 0.1035, 0] }},
                    "shape": {} }}] }})",
            9.81 * std::sin(slope), -9.81 * std::cos(slope), shape)));
        const auto middle = [&] {
            return 0.25 * (run.state().v[0] + run.state().v[1] + run.state().v[2] + run.state().v[3])[0];
        };
        for (int n = 0; n < 50; ++n) ASSERT_TRUE(run.step().completed);
        const double before = middle();
        for (int n = 0; n < 200; ++n) ASSERT_TRUE(run.step().completed);
        const double a = (middle() - before) / 0.4, exact = part * 9.81 * std::sin(slope);
        EXPECT_NEAR(a, exact, 0.01 * exact) << shape;
        RecordProperty(part > 0.7 ? "ball" : "cylinder", fmt::format("{:.4g}", a / exact));
    }
}

/// Without rigid bodies it is implicit Euler, to the last bit.
TEST(RigidFlight, SoftBodiesMoveAsUnderImplicitEuler) {
    const auto go = [](const char* integrator) {
        auto run = std::make_unique<SceneRun>(scene_of(fmt::format(
            R"({{ "time": {{ "step": 0.01 }}, "integrator": {{ "type": "{}" }}, "contact": {{ "friction": 0.3 }},
                  "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}],
                  "bodies": [{{ "name": "jelly", "material": "rubber", "place": {{ "translate": [0, 0.2, 0] }},
                     "shape": {{ "type": "box", "size": [0.2, 0.1, 0.2], "cells": [2, 1, 2] }},
                     "start": {{ "angular_velocity": [1, 2, 3] }} }}] }})",
            integrator)));
        for (int n = 0; n < 25; ++n) EXPECT_TRUE(run->step().completed);
        return run->state().c;
    };
    EXPECT_EQ(go("conserving"), go("implicit_euler"));
}

/// Thrown stones and a soft one: books and referee agree, and the run resumes to the last bit on any threads.
const char* const thrown = R"({ "time": { "step": 0.01, "frames": 50 }, "integrator": { "type": "conserving" },
  "contact": { "distance": 0.002, "friction": 0.4 },
  "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
  "bodies": [
    { "name": "stone", "rigid": true, "density": 2000, "place": { "translate": [0, 0.4, 0] },
      "shape": { "type": "box", "size": [0.3, 0.2, 0.1], "cells": [1, 1, 1] },
      "start": { "velocity": [0.5, 0, 0], "angular_velocity": [4, 9, 2] } },
    { "name": "jelly", "material": "rubber", "place": { "translate": [0.3, 0.1, 0] },
      "shape": { "type": "box", "size": [0.2, 0.1, 0.2], "cells": [2, 1, 2] } },
    { "name": "ring", "rigid": true, "material": "wood", "place": { "translate": [0, 0.7, 0] },
      "shape": { "type": "torus", "radius": 0.1, "tube_radius": 0.03, "segments": 16, "rings": 1 },
      "start": { "angular_velocity": [25, 0, 10] } }] })";

TEST(RigidFlight, BooksBalanceAndTheRefereeAgrees) {
    const testing::RecordedRun run(thrown);
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    EXPECT_NE(certificate.text().find("momenta change by what acted"), std::string::npos) << certificate.text();
}

TEST(RigidFlight, ResumesToTheLastBit) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(thrown, "scene.json", ".", {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
    };
    go("whole", 40, 1, RunMode::fresh);
    go("parts", 23, 2, RunMode::fresh);
    go("parts", 40, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
}

}  // namespace
}  // namespace talweg::rigid_flight_test
