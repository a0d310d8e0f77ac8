/// Reduced bodies: bases that turn, bases that do not, and how both come near the full solution.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <iostream>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/model/constraints.hpp"
#include "talweg/model/momentum.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::reduced_test {
namespace {

using ::testing::HasSubstr;
using testing::SceneRun;

std::string bar(const std::string& reduce, const std::string& more = "", int cells = 2) {
    return fmt::format(R"({{ "name": "bar", "shape": {{ "type": "beam", "size": [1, 0.2, 0.2], "cells_through": {} }},
        "density": 1000, "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 2e5, "poissons_ratio": 0.3 }}]
        {} {} }})",
                       cells, reduce.empty() ? "" : ", \"reduce\": " + reduce, more);
}

Scene scene_of(const std::string& body, const std::string& more) {
    return parse_scene(fmt::format(R"({{ "bodies": [{}], {} }})", body, more), "reduced", ".", {});
}

const std::string bent = R"(, "hold": [{ "select": { "group": "left" } }])";
const std::string equilibrium =
    R"("time": { "step": 1 }, "integrator": { "type": "quasi_static" }, "solver": { "tolerance": 1e-9 })";

struct Solved {
    Positions x;
    double energy;
};
Solved solved(const std::string& reduce, int cells = 2) {
    SceneRun run(scene_of(bar(reduce, bent, cells), equilibrium));
    const StepReport report = run.step();
    EXPECT_TRUE(report.completed) << reduce << " " << report.advice;
    double energy = 0.0;
    for (const double joules : report.potentials) energy += joules;
    return {run.x(), energy};
}

double largest_difference(const Positions& a, const Positions& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
    return largest;
}

/// More modes span more: the minimum does not rise, and the error falls.
TEST(Reduced, MoreModesComeNearer) {
    const Solved full = solved("");
    double before = std::numeric_limits<double>::infinity();
    std::vector<double> errors;
    for (const int modes : {4, 8, 16, 32}) {
        const Solved reduced = solved(fmt::format(R"({{ "modes": {}, "clusters": 100000 }})", modes));
        EXPECT_LE(reduced.energy, before + 1e-9 * std::fabs(full.energy)) << modes;
        EXPECT_GE(reduced.energy, full.energy - 1e-9 * std::fabs(full.energy)) << modes;
        before = reduced.energy;
        errors.push_back(largest_difference(reduced.x, full.x));
        std::cout << fmt::format("{} modes: error {:.3e} m of {:.3f} m\n", modes, errors.back(), -full.x.back()[1]);
    }
    EXPECT_LT(errors.back(), 0.25 * errors.front());
}

TEST(Reduced, AllModesAreTheFullSolution) {
    const Solved full = solved("", 1);
    const Solved all = solved(fmt::format(R"({{ "modes": {}, "clusters": 100000 }})", full.x.size()), 1);
    EXPECT_LT(largest_difference(all.x, full.x), 1e-8);
}

TEST(Reduced, MoreClustersComeNearer) {
    constexpr int cells = 4;  // 1,600 tetrahedra
    const Solved exact = solved(R"({ "modes": 8, "clusters": 100000 })", cells);
    std::vector<double> errors;
    for (const int clusters : {25, 100, 400}) {
        errors.push_back(
            largest_difference(solved(fmt::format(R"({{ "modes": 8, "clusters": {} }})", clusters), cells).x, exact.x));
        std::cout << fmt::format("{} clusters: off by {:.3e} m\n", clusters, errors.back());
    }
    EXPECT_LT(errors[1], errors[0]);
    EXPECT_LT(errors[2], errors[1]);
    EXPECT_LT(errors[2], 0.25 * errors[0]);
}

/// A hold that turns by 90 degrees turns the body, without strain.
TEST(Reduced, SkinningModesFollowATurn) {
    for (const char* reduce :
         {R"({ "modes": 4, "clusters": 30 })", R"({ "basis": "affine" })", R"({ "basis": "quadratic" })"}) {
        const std::string motion = R"(, "hold": [{ "select": { "group": "left" },
            "motion": { "displacement": [0, 0, 0], "angle": "90*t", "axis": [0, 0, 1], "center": [-0.5, 0, 0] } }])";
        SceneRun run(scene_of(bar(reduce, motion), R"("gravity": [0, 0, 0], "time": { "step": 0.1 },
            "integrator": { "type": "quasi_static" }, "solver": { "tolerance": 1e-9 })"));
        const Positions start = run.x();
        for (int n = 0; n < 10; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << reduce << " " << report.advice;
        }
        for (std::size_t i = 0; i < start.size(); ++i) {
            const Vec3 r = start[i] - Vec3{-0.5, 0, 0};
            EXPECT_LT(norm(run.x()[i] - Vec3{-0.5 - r[1], r[0], r[2]}), 1e-9) << reduce;
        }
    }
}

/// The elastic energy of a body that starts turned: none for skinning modes; displacement modes cannot turn, and what
/// is nearest to the turned body is strained.
TEST(Reduced, DisplacementModesDoNotTurn) {
    const auto energy = [&](const std::string& reduce) {
        SceneRun run(scene_of(bar(reduce, R"(, "start": { "rotate": { "axis": [1, 2, 3], "angle": 90 } })"),
                              R"("gravity": [0, 0, 0], "time": { "step": 0.01 })"));
        double sum = 0.0;
        for (const double joules :
             run.stepper().backend().assembler().potentials(positions(run.model(), run.state()), 0.0))
            sum += joules;
        return sum / (2e5 / 2.6 * 0.04);  // of μ V
    };
    EXPECT_LT(energy(R"({ "modes": 4, "clusters": 30 })"), 1e-14);
    EXPECT_LT(energy(R"({ "modes": 16, "clusters": 100000 })"), 1e-14);
    EXPECT_LT(energy(R"({ "basis": "quadratic", "clusters": 30 })"), 1e-14);
    const double displaced = energy(R"({ "basis": "displacement", "modes": 12, "clusters": 100 })");
    std::cout << fmt::format("energy of a turned body by displacement modes: {:.3f} of mu V\n", displaced);
    EXPECT_GT(displaced, 0.1);
}

/// Scene and gravity turned by R give R x.
/// Five modes bend a bar hardly; how they change along each other lets it. A bar of square section has modes in pairs,
/// of which rounding picks a basis, and derivatives that vanish by symmetry: a bar somewhere else is the same bar.
TEST(Reduced, ModalDerivativesComeNearAndDoNotHangOnRounding) {
    const std::string few = R"({ "basis": "modal_derivatives", "modes": 5, "clusters": 1000 })";
    const Solved full = solved(""), here = solved(few);
    EXPECT_GT(largest_difference(solved(R"({ "basis": "displacement", "modes": 5, "clusters": 1000 })").x, full.x),
              0.5);
    EXPECT_LT(largest_difference(here.x, full.x), 0.05);
    EXPECT_GE(here.energy, full.energy);
    const Vec3 away = {0.1234, 5.678, -0.91};
    SceneRun run(scene_of(
        bar(few, bent + fmt::format(R"(, "place": {{ "translate": [{}, {}, {}] }})", away[0], away[1], away[2])),
        equilibrium));
    EXPECT_TRUE(run.step().completed);
    Positions back = run.x();
    for (Vec3& x : back) x -= away;
    EXPECT_LT(largest_difference(back, here.x), 1e-5);
}

TEST(Reduced, SolutionsTurnWithTheScene) {
    const auto run = [&](const std::string& place, const char* gravity) {
        SceneRun made(scene_of(bar(R"({ "modes": 6, "clusters": 60 })", bent + place),
                               fmt::format(R"("gravity": {}, {})", gravity, equilibrium)));
        EXPECT_TRUE(made.step().completed);
        return made.x();
    };
    const Positions plain = run("", "[0, -2, 0]");
    const Positions turned = run(R"(, "place": { "rotate": { "axis": [0, 0, 1], "angle": 90 } })", "[2, 0, 0]");
    for (std::size_t i = 0; i < plain.size(); ++i)
        EXPECT_LT(norm(turned[i] - Vec3{-plain[i][1], plain[i][0], plain[i][2]}), 1e-8);
}

/// What a step asks of the model does not grow with the mesh; points that are looked at are where the functions say.
TEST(Reduced, AStepAsksForNoPointsThatAreOnlyLookedAt) {
    std::vector<int> asked, all;
    for (const int cells : {2, 5}) {
        SceneRun run(scene_of(bar(R"({ "modes": 4, "clusters": 20 })",
                                  R"(, "start": { "velocity": [1, 2, 0], "angular_velocity": [0, 0, 3] })", cells),
                              R"("time": { "step": 0.01 })"));
        for (int n = 0; n < 3; ++n) ASSERT_TRUE(run.step().completed);
        int& live = asked.emplace_back(0);
        for (const LivePoints::Range& range : run.stepper().backend().live().ranges()) live += range.end - range.begin;
        all.push_back(run.model().point_count());
        const Positions x = run.x();
        for (std::size_t i = 0; i < x.size(); ++i) {
            Vec3 place = Vec3::zero();
            for (const auto& [node, weight] : run.model().shown->row(static_cast<int>(i)))
                place += weight * run.state().c[node];
            ASSERT_EQ(x[i], place);
            ASSERT_GT(norm(x[i] - run.model().rest[i]), 0.01);
        }
    }
    EXPECT_EQ(asked[0], asked[1]);
    EXPECT_EQ(asked[0], 4 * 20 + 16);  // corners of groups, and the functions themselves
    EXPECT_GT(all[1], 4 * all[0]);
}

/// The factor of a step's first direction serves for all of them, and for the word that nothing is left: one system a
/// step, with which it ends where Newton's method does by systems of their own, which other solvers make.
TEST(Reduced, OneFactorServesAStep) {
    const auto settings = [](const char* solver) {
        return fmt::format(R"("time": {{ "step": 0.01 }}, "solver": {{ "linear": "{}" }})", solver);
    };
    const std::string thrown =
        bar(R"({ "modes": 6, "clusters": 40 })", R"(, "start": { "angular_velocity": [0, 2, 3] })");
    SceneRun kept(scene_of(thrown, settings("auto"))), asked(scene_of(thrown, settings("ldlt")));
    constexpr int steps = 30;
    std::size_t same = 0;
    for (int n = 0; n < steps; ++n) {
        const StepReport a = kept.step(), b = asked.step();
        ASSERT_TRUE(a.completed && b.completed);
        ASSERT_EQ(a.iterations.size(), b.iterations.size()) << n;
        EXPECT_LT(largest_difference(kept.x(), asked.x()), 1e-10) << n;
        EXPECT_TRUE(a.left.settled()) << n;
        for (std::size_t k = 0; k < a.iterations.size(); ++k)
            EXPECT_NEAR(a.iterations[k].residual, b.iterations[k].residual, 1e-3 * b.iterations[k].residual) << n;
        same += b.iterations.size();
    }
    EXPECT_GE(asked.stepper().backend().costs().systems, static_cast<long long>(same));
    EXPECT_GT(asked.stepper().backend().costs().systems, steps);
    EXPECT_EQ(kept.stepper().backend().costs().systems, steps);
}

/// Where a factor does not serve, as of a stretched body that is let go, systems are made as before.
TEST(Reduced, AFactorThatIsTooOldIsMadeAnew) {
    const auto settings = [](const char* solver) {
        return fmt::format(R"("time": {{ "step": 0.04 }}, "gravity": [0, 0, 0],
            "solver": {{ "linear": "{}", "tolerance": 1e-9 }})",
                           solver);
    };
    const std::string torn = bar(R"({ "modes": 6, "clusters": 40 })", R"(,
        "start": { "stretch": [1.6, 0.7, 0.9], "angular_velocity": [0, 4, 8] })");
    SceneRun kept(scene_of(torn, settings("auto"))), asked(scene_of(torn, settings("ldlt")));
    for (int n = 0; n < 10; ++n) {
        ASSERT_TRUE(kept.step().completed && asked.step().completed);
        EXPECT_LT(largest_difference(kept.x(), asked.x()), 1e-8) << n;
    }
    const long long systems = kept.stepper().backend().costs().systems;
    EXPECT_GT(systems, 12);
    EXPECT_LT(systems, asked.stepper().backend().costs().systems);
}

/// Free flight and spin: momentum, angular momentum and no strain.
TEST(Reduced, ASpinningBodyKeepsItsShape) {
    SceneRun run(scene_of(bar(R"({ "modes": 4, "clusters": 30 })",
                              R"(, "start": { "velocity": [1, 2, 0], "angular_velocity": [0, 0, 3] })"),
                          R"("time": { "step": 0.01 })"));
    const Positions start = run.x();
    for (int n = 0; n < 20; ++n) {
        const Momentum before = body_momenta(run.model(), run.state().c, run.state().v)[0];
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed);
        // The books: what the body has gained is what acted on it.
        const Momentum after = body_momenta(run.model(), run.state().c, run.state().v)[0];
        EXPECT_NEAR(norm(after.linear - before.linear - report.impulses.loads[0].linear), 0.0, 1e-5);
        EXPECT_NEAR(after.linear[1] - before.linear[1], -0.01 * 9.81 * 40.0, 1e-4);
    }
    const Positions x = run.x();
    // Implicit Euler's own recurrence: y = h Σ v_k.
    Vec3 mean = Vec3::zero(), before = Vec3::zero();
    double mass = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean += x[i];
        before += start[i];
        mass += 1.0;
    }
    double v = 2.0, y = 0.0;
    for (int n = 0; n < 20; ++n) y += 0.01 * (v -= 0.01 * 9.81);
    EXPECT_NEAR((mean[0] - before[0]) / mass, 0.2, 1e-3);
    EXPECT_NEAR((mean[1] - before[1]) / mass, y, 1e-3);
    // Stretched by its spin, ρ ω² L²/12E on average, and not more.
    EXPECT_NEAR(norm(x.front() - x.back()), (1.0 + 1000.0 * 9.0 / 12.0 / 2e5) * norm(start.front() - start.back()),
                1e-3);
    EXPECT_GT(norm(x.front() - start.front() - (mean - before) / mass), 0.1);
}

/// The lecture's square on the ground with the lecture's barrier: by polynomials, and as the full model whose points
/// are held to be polynomials by constraints.
TEST(Reduced, PolynomialsAreTheFullModelOnThatBasis) {
    const auto square = [](const std::string& reduce) {
        return parse_scene(
            fmt::format(R"({{ "planar": true, "time": {{ "step": 0.01 }}, "solver": {{ "tolerance": 1e-11 }},
                "contact": {{ "distance": 0.01, "stiffness": 1e5, "barrier": "lecture" }},
                "bodies": [{{ "name": "square", "density": 1000, "place": {{ "translate": [0, 0.6, 0] }},
                    "shape": {{ "type": "rectangle", "size": [1, 1], "cells": [4, 4] }},
                    "energies": [{{ "type": "plane_strain_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.4,
                                    "thickness": 1 }}] {} }}],
                "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane", "normal": [0.1, 1, 0] }} }}] }})",
                        reduce),
            "square", ".", {});
    };
    for (const int order : {1, 2}) {
        const std::string basis = order == 1 ? "affine" : "quadratic";
        SceneRun reduced(square(fmt::format(R"(, "reduce": {{ "basis": "{}", "clusters": 1000 }})", basis)));
        const Scene scene = square("");
        talweg::World full = build_model(scene);
        // Rows that vanish on every polynomial of that order, and on nothing else.
        const auto count = static_cast<Eigen::Index>(full.model.node_count());
        Eigen::MatrixXd polynomials(count, order == 1 ? 3 : 6);
        for (Eigen::Index i = 0; i < count; ++i) {
            const double x = full.state.c[i][0], y = full.state.c[i][1];
            polynomials.row(i).head(3) << 1, x, y;
            if (order == 2) polynomials.row(i).tail(3) << x * x, x * y, y * y;
        }
        const Eigen::MatrixXd q = polynomials.householderQr().householderQ();
        auto constraints = std::make_shared<Constraints>();
        for (Eigen::Index k = polynomials.cols(); k < count; ++k) {
            std::vector<NodeWeight> row;
            for (Eigen::Index i = 0; i < count; ++i) row.push_back({static_cast<int>(i), q(i, k)});
            const int stencil = constraints->add_stencil(row);
            constraints->add_row(stencil, Vec3{1, 0, 0}, 0.0);
            constraints->add_row(stencil, Vec3{0, 1, 0}, 0.0);
        }
        constraints->groups.push_back({"polynomials", 0, constraints->row_count()});
        full.model.constraints = constraints;
        const auto stepper = make_stepper(full.model, step_settings(scene, full.model));
        double lowest = 1.0;
        for (int n = 0; n < 25; ++n) {
            const StepReport a = reduced.step(), b = stepper->step(full.state);
            ASSERT_TRUE(a.completed) << a.advice;
            ASSERT_TRUE(b.completed) << b.advice;
            const Positions x = places(full.model, full.state);
            for (int i = 0; i < full.model.bodies[0].point_count; ++i) {
                ASSERT_LT(norm(reduced.x()[i] - x[i]), 1e-9) << basis << " step " << n << " point " << i;
                lowest = std::min(lowest, x[i][1] + 0.1 * x[i][0]);
            }
        }
        EXPECT_LT(lowest, 0.01);  // it has met the ground
    }
}

/// The display surface is what touches.
TEST(Reduced, RestsOnTheGround) {
    SceneRun run(parse_scene(
        fmt::format(
            R"({{ "bodies": [{}], "time": {{ "step": 0.01 }}, "contact": {{ "distance": 0.002, "friction": 0.5 }},
            "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}] }})",
            bar(R"({ "modes": 4, "clusters": 30 })", R"(, "place": { "translate": [0, 0.2, 0] })")),
        "ground", ".", {}));
    for (int n = 0; n < 60; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Positions x = run.x();
        for (int i = 0; i < run.model().bodies[0].point_count; ++i) ASSERT_GT(x[i][1], 0.0);
    }
    double lowest = 1.0;
    for (int i = 0; i < run.model().bodies[0].point_count; ++i) lowest = std::min(lowest, run.x()[i][1]);
    EXPECT_LT(lowest, 0.002);
}

/// At default settings: friction 4 % below the tangent lets a reduced block slide by implicit Euler's own law, 4 %
/// above holds it; its books balance, and its display surface meets nothing.
TEST(Reduced, SlidesIffFrictionIsBelowTheTangent) {
    const double angle = 20.0 * M_PI / 180.0, g = 9.81, dt = 0.01;
    for (const double part : {0.96, 1.04}) {
        const double mu = part * std::tan(angle);
        const testing::RecordedRun run(
            fmt::format(R"({{ "time": {{ "step": {}, "frames": 100 }}, "gravity": [{}, {}, 0],
                "contact": {{ "friction": {} }},
                "bodies": [{{ "name": "block",
                    "shape": {{ "type": "box", "size": [0.4, 0.1, 0.4], "cells": [4, 1, 4] }},
                    "place": {{ "translate": [0, 0.0503, 0] }}, "density": 1000,
                    "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }}],
                    "reduce": {{ "modes": 4, "clusters": 40 }} }}],
                "obstacles": [{{ "name": "slope", "shape": {{ "type": "plane" }} }}] }})",
                        dt, g * std::sin(angle), -g * std::cos(angle), mu));
        EXPECT_EQ(run.summary.ended, "finished");
        EXPECT_TRUE(run.verify().passed()) << run.verify().text();
        // What it gains while it lands is not the law's.
        const auto middle = [&](int frame) {
            const std::vector<Vec3> x = run.frame(frame);
            const int count = run.bodies()[0].point_count;
            double sum = 0.0;
            for (int i = 0; i < count; ++i) sum += x[i][0];
            return sum / count;
        };
        const int landed = 25, last = 100;
        const double v = (middle(landed) - middle(landed - 1)) / dt, t = (last - landed) * dt;
        const double moved = middle(last) - middle(landed);
        if (part > 1.0) {
            EXPECT_LT(std::fabs(moved), 1e-3 * t + 1e-5);  // creeping at the slip speed that is the default
        } else {
            const double fall = 0.5 * g * (std::sin(angle) - mu * std::cos(angle)) * t * (t + dt);
            EXPECT_NEAR(moved - v * t, fall, 0.05 * fall);
        }
    }
}

/// A whole body of the same material beside a reduced one moves as it does alone.
TEST(Reduced, AWholeBodyBesideAReducedOne) {
    const std::string whole = bar("", bent), settings = R"("time": { "step": 0.01 })";
    std::string reduced = bar(R"({ "modes": 6, "clusters": 60 })", bent + R"(, "place": { "translate": [0, 0, 1] })");
    reduced.replace(reduced.find("\"bar\""), 5, "\"other\"");
    SceneRun alone(scene_of(whole, settings)), both(scene_of(reduced + ", " + whole, settings));
    const int first = both.model().bodies[1].first_point;
    for (int n = 0; n < 10; ++n) {
        ASSERT_TRUE(alone.step().completed);
        ASSERT_TRUE(both.step().completed);
        for (std::size_t i = 0; i < alone.x().size(); ++i)
            ASSERT_LT(norm(both.x()[first + i] - alone.x()[i]), 1e-7) << n;
    }
    EXPECT_LT(both.x()[first - 1][1], 0.1 - 1e-3);  // and the other one sags too
}

/// A reduced lattice body falls under a cloth onto the ground, at default settings, stopped and taken up in between.
TEST(Reduced, InContactWithClothItResumesToTheLastBit) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(
            fmt::format(R"({{ "time": {{ "step": 0.01, "frames": {} }}, "contact": {{ "friction": 0.4 }}, "bodies": [
                {{ "name": "ball", "shape": {{ "type": "solid", "spacing": 0.1,
                   "surface": {{ "type": "sphere", "radius": 0.2, "divisions": 3 }} }},
                   "place": {{ "translate": [0, 0.25, 0] }}, "density": 1000,
                   "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }}],
                   "reduce": {{ "modes": 6, "clusters": 100 }} }},
                {{ "name": "cloth", "shape": {{ "type": "cloth", "size": [0.8, 0.8], "cells": [6, 6] }},
                   "place": {{ "translate": [0, 0.5, 0] }}, "density": 0.3,
                   "energies": [{{ "type": "spring", "stiffness": 200 }}] }}],
                "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}] }})",
                        frames),
            "ball", ".", {});
        SimulationOptions options;
        options.threads = threads;
        simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
    };
    go("whole", 24, 1, RunMode::fresh);
    go("parts", 14, 2, RunMode::fresh);
    go("parts", 24, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
}

TEST(Reduced, MistakesAreNamed) {
    const auto complaint = [](const std::string& body) {
        try {
            build_model(scene_of(body, R"("time": { "step": 0.01 })"));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(complaint(bar(R"({ "modes": 900 })")), HasSubstr("ask for fewer"));
    EXPECT_THAT(complaint(R"({ "name": "cloth", "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] },
        "density": 1, "reduce": {} })"),
                HasSubstr("no solid"));
}

}  // namespace
}  // namespace talweg::reduced_test
