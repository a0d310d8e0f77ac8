/// At default settings things turn, swing, carry and creep as they do at the tightest tolerance.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "support/blocks.hpp"
#include "talweg/model/element_fields.hpp"

namespace talweg::default_turning_test {
namespace {

using namespace testing;

struct Spin {
    const char* material;
    double size;  // m
    bool beam;
    double omega;  // rad/s
    double dt;
    const char* integrator;
    bool gravity;
};

std::string name_of(const ::testing::TestParamInfo<Spin>& info) {
    const Spin& s = info.param;
    std::string name = fmt::format("{}_{}_{:g}m_{:g}rads_dt{:g}_{}{}", s.material, s.beam ? "beam" : "cube", s.size,
                                   s.omega, s.dt, s.integrator, s.gravity ? "" : "_weightless");
    std::ranges::replace_if(
        name, [](char c) { return c == '.' || c == '-'; }, '_');
    return name;
}

Scene scene_of(const Spin& spin, const char* solver) {
    const double s = spin.size;
    return parse_scene(
        fmt::format(R"({{ "time": {{ "step": {} }}, "gravity": [0, {}, 0], "integrator": {{ "type": "{}" }},
                          "solver": {}, "bodies": [{{ "name": "b", "material": "{}",
                            "shape": {{ "type": "box", "size": [{}, {}, {}], "cells": [{}, 1, 1] }},
                            "start": {{ "angular_velocity": [0, 0.3, {}] }} }}] }})",
                    spin.dt, spin.gravity ? -9.81 : 0.0, spin.integrator, solver, spin.material, s,
                    spin.beam ? 0.1 * s : s, spin.beam ? 0.1 * s : s, spin.beam ? 5 : 2, spin.omega),
        "spin", ".", {});
}

/// About the centre of mass.
Vec3 spin_momentum(SceneRun& run) {
    const Momentum whole = body_momenta(run.model(), run.state().c, run.state().v)[0];
    return whole.angular - cross(centre_of(run, 0), whole.linear);
}

class DefaultSpin : public ::testing::TestWithParam<Spin> {};

TEST_P(DefaultSpin, IsThatOfTheTightestTolerance) {
    SceneRun usual(scene_of(GetParam(), "{}")), tight(scene_of(GetParam(), R"({ "tolerance": 1e-11 })"));
    double way = 0.0, apart = 0.0;
    Positions before = tight.x();
    const Vec3 centre_before = centre_of(tight, 0);
    for (int n = 0; n < 60; ++n) {
        ASSERT_TRUE(usual.step().completed);
        ASSERT_TRUE(tight.step().completed);
    }
    const Positions a = usual.x(), b = tight.x();
    const Vec3 ca = centre_of(usual, 0), cb = centre_of(tight, 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        way = std::max(way, norm((b[i] - cb) - (before[i] - centre_before)));
        apart = std::max(apart, norm((a[i] - ca) - (b[i] - cb)));
    }
    EXPECT_LT(apart, 0.01 * way);
    EXPECT_LT(norm(spin_momentum(usual) - spin_momentum(tight)), 0.01 * norm(spin_momentum(tight)));
}

std::vector<Spin> chosen_spins() {
    if (std::getenv("TALWEG_ALL") == nullptr)
        return {{"steel", 0.1, false, 5, 0.01, "implicit_euler", true},
                {"steel", 0.1, false, 0.2, 0.01, "implicit_euler", true},
                {"steel", 0.01, false, 0.05, 0.02, "implicit_euler", true},
                {"steel", 1.0, true, 5, 0.02, "bdf2", true},
                {"steel", 0.1, false, 5, 0.001, "newmark", false},
                {"wood", 0.1, false, 0.2, 0.01, "bdf2", true},
                {"wood", 1.0, false, 5, 0.001, "implicit_euler", true},
                {"wood", 0.01, true, 0.5, 0.02, "newmark", true},
                {"rubber", 0.1, false, 5, 0.01, "implicit_euler", true},
                {"rubber", 0.01, true, 0.05, 0.001, "bdf2", false},
                {"rubber", 1.0, false, 1, 0.02, "newmark", true},
                {"jelly", 0.1, false, 5, 0.02, "implicit_euler", true},
                {"jelly", 0.01, true, 0.05, 0.01, "newmark", false},
                {"jelly", 1.0, true, 0.2, 0.001, "bdf2", true},
                {"steel", 0.01, true, 1, 0.001, "implicit_euler", false}};
    std::vector<Spin> all;
    for (const char* material : {"steel", "wood", "rubber", "jelly"})
        for (const double size : {0.01, 0.1, 1.0})
            for (const bool beam : {false, true})
                for (const double omega : {0.05, 0.5, 5.0})
                    for (const double dt : {0.001, 0.02})
                        for (const char* integrator : {"implicit_euler", "bdf2", "newmark"})
                            for (const bool gravity : {false, true})
                                all.push_back({material, size, beam, omega, dt, integrator, gravity});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Bodies, DefaultSpin, ::testing::ValuesIn(chosen_spins()), name_of);

struct Pendulum {
    const char* name;
    const char* body;  // hangs from the origin, five degrees aside
    double length;     // m, of a point that swings as slowly
};
constexpr Pendulum pendulums[] = {{"stiff spring", R"({ "name": "rope", "density": 1,
        "shape": { "type": "rope", "from": [0, 0, 0], "to": [0.0435779, -0.4980973, 0], "segments": 1 },
        "energies": [{ "type": "hooke_spring", "stiffness": 1e6 }], "hold": [{ "select": { "indices": [0] } }] })",
                                   0.5},
                                  {"rope of two", R"({ "name": "rope", "density": 1,
        "shape": { "type": "rope", "from": [0, 0, 0], "to": [0.0435779, -0.4980973, 0], "segments": 2 },
        "energies": [{ "type": "spring", "stiffness": 1e4 }], "hold": [{ "select": { "indices": [0] } }] })",
                                   0.4},
                                  {"bar of tetrahedra", R"({ "name": "bar", "density": 1000,
        "shape": { "type": "box", "size": [0.04, 0.5, 0.04], "cells": [1, 5, 1] },
        "place": { "translate": [0.02178895, -0.24904867, 0], "rotate": { "axis": [0, 0, 1], "angle": 5 } },
        "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.3 }],
        "hold": [{ "select": { "every": [{ "group": "top" }, { "group": "left" }] } }] })",
                                   0.333}};

/// After ten swings, the largest angle of the last one.
double last_amplitude(const Pendulum& pendulum, double dt, const char* integrator, const char* solver) {
    SceneRun run(parse_scene(fmt::format(R"({{ "time": {{ "step": {} }}, "integrator": {{ "type": "{}" }},
                                              "solver": {}, "bodies": [{}] }})",
                                         dt, integrator, solver, pendulum.body),
                             pendulum.name, ".", {}));
    EXPECT_FALSE(run.model().bodies[0].held.empty()) << pendulum.name;
    const auto low_end = [&] {
        Vec3 lowest{0, 1e9, 0};
        for (const Vec3& x : run.x())
            if (x[1] < lowest[1]) lowest = x;
        return lowest;
    };
    const double swing = 2.0 * 3.14159265 * std::sqrt(pendulum.length / 9.81) * 1.03;
    const int steps = static_cast<int>(10.0 * swing / dt), last = static_cast<int>(9.0 * swing / dt);
    double largest = 0.0;
    for (int n = 0; n < steps; ++n) {
        EXPECT_TRUE(run.step().completed);
        if (n < last) continue;
        const Vec3 end = low_end();
        largest = std::max(largest, std::fabs(std::atan2(end[0], -end[1])));
    }
    return largest;
}

TEST(DefaultPendulum, KeepsItsSwing) {
    for (const Pendulum& pendulum : pendulums)
        for (const char* integrator : {"implicit_euler", "bdf2", "newmark"}) {
            const double dt = 0.01, usual = last_amplitude(pendulum, dt, integrator, "{}"),
                         tight = last_amplitude(pendulum, dt, integrator, R"({ "tolerance": 1e-11 })");
            if (std::string_view(integrator) != "implicit_euler") {  // which damps swings by itself
                EXPECT_GT(tight, 0.05) << pendulum.name << ", of 0.087 rad at the start";
            }
            EXPECT_GT(tight, 0.001) << pendulum.name << ", " << integrator;
            EXPECT_NEAR(usual, tight, 0.01 * tight) << pendulum.name << ", " << integrator;
        }
}

/// The largest von Mises stress, Pa, and the strain energy, J.
std::pair<double, double> strain_of(SceneRun& run, const StepReport& report) {
    double stress = 0.0, energy = 0.0;
    const ElementField& field = find_element_field("von_mises_stress");
    for (const double value : field_values(field, SolidElements(run.model()).states(run.x())))
        stress = std::max(stress, value);
    for (std::size_t t = 0; t < run.model().terms.size(); ++t)
        if (run.model().terms[t]->internal()) energy += report.potentials[t];
    return {stress, energy};
}

/// Strain energy and stresses while a bar turns: not what a first direction stretched it by.
TEST(DefaultStress, OfATurningBarIsTrue) {
    for (const double e : {1e5, 1e7, 1e9, 2e11, 1e12})
        for (const double dt : {0.002, 0.01}) {
            const auto measure = [&](const char* solver) {
                SceneRun run(
                    parse_scene(fmt::format(R"({{ "time": {{ "step": {} }}, "solver": {}, "bodies": [{{ "name": "bar",
                            "shape": {{ "type": "box", "size": [1, 0.1, 0.1], "cells": [5, 1, 1] }}, "density": 1000,
                            "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": {},
                                            "poissons_ratio": 0.3 }}],
                            "start": {{ "angular_velocity": [0, 0.3, 5] }} }}] }})",
                                            dt, solver, e),
                                "bar", ".", {}));
                StepReport report;
                for (int n = 0; n < 40; ++n) report = run.step();
                return strain_of(run, report);
            };
            const auto [stress, energy] = measure("{}");
            const auto [true_stress, true_energy] = measure(R"({ "tolerance": 1e-11 })");
            EXPECT_NEAR(stress, true_stress, 0.02 * true_stress) << "E " << e << ", dt " << dt;
            EXPECT_NEAR(energy, true_energy, 0.02 * true_energy) << "E " << e << ", dt " << dt;
        }
}

/// Quasi-static strips under a load at their end, from soft to hard: stresses at default are those at 1e-11.
TEST(DefaultStress, OfLoadedStripsIsTrue) {
    for (const double e : {1e5, 1e8, 1e12})
        for (const double thickness : {0.05, 0.01}) {
            const auto measure = [&](const char* solver) {
                // A load that bends the strip by about a tenth of its length.
                const double load = 0.3 * e * thickness * thickness * thickness / 12.0;
                SceneRun run(
                    parse_scene(fmt::format(R"({{ "planar": true, "time": {{ "step": 1 }}, "gravity": [0, 0, 0],
                        "integrator": {{ "type": "quasi_static" }}, "solver": {},
                        "bodies": [{{ "name": "strip", "density": 1,
                          "shape": {{ "type": "rectangle", "size": [1, {}], "cells": [40, 2] }},
                          "energies": [{{ "type": "plane_strain_neo_hookean", "youngs_modulus": {},
                                         "poissons_ratio": 0.3,
                                          "thickness": 1 }}],
                          "hold": [{{ "select": {{ "group": "left" }} }}],
                          "loads": [{{ "type": "force", "select": {{ "group": "right" }},
                                      "force": [0, {}, 0] }}] }}] }})",
                                            solver, thickness, e, load),
                                "strip", ".", {}));
                const StepReport report = run.step();
                EXPECT_TRUE(report.completed) << report.advice;
                return strain_of(run, report);
            };
            const auto [stress, energy] = measure("{}");
            const auto [true_stress, true_energy] = measure(R"({ "tolerance": 1e-11 })");
            EXPECT_GT(true_stress, 0.0);
            EXPECT_NEAR(stress, true_stress, 0.02 * true_stress) << "E " << e << ", thickness " << thickness;
            EXPECT_NEAR(energy, true_energy, 0.02 * true_energy) << "E " << e << ", thickness " << thickness;
        }
}

/// Steps of a second and of a hundred: a slender beam in its first step, and a viscous one that creeps.
TEST(DefaultLongSteps, AreAsGoodAsShortOnes) {
    for (const double dt : {1.0, 100.0})
        for (const bool viscous : {false, true}) {
            const auto tip = [&](const char* solver) {
                SceneRun run(parse_scene(
                    fmt::format(R"({{ "planar": true, "time": {{ "step": {} }}, "solver": {},
                        "bodies": [{{ "name": "beam", "density": 500,
                          "shape": {{ "type": "rectangle", "size": [2, 0.05], "cells": [40, 1] }},
                          "energies": [{{ "type": "plane_strain_neo_hookean", "youngs_modulus": 5e7,
                                         "poissons_ratio": 0.3,
                                          "thickness": 1 }}{}],
                          "hold": [{{ "select": {{ "group": "left" }} }}] }}] }})",
                                dt, solver,
                                viscous
                                    ? R"(, { "type": "planar_strain_rate_damping", "viscosity": 1e10, "thickness": 1 })"
                                    : ""),
                    "beam", ".", {}));
                for (int n = 0; n < (viscous ? 3 : 1); ++n) {
                    const StepReport report = run.step();
                    EXPECT_TRUE(report.completed) << report.advice;
                }
                double lowest = 0.0;
                for (const Vec3& x : run.x()) lowest = std::min(lowest, x[1]);
                return lowest + 0.025;
            };
            const double usual = tip("{}"), tight = tip(R"({ "tolerance": 1e-11 })");
            EXPECT_LT(tight, 0.0);
            EXPECT_NEAR(usual, tight, 0.02 * std::fabs(tight)) << "dt " << dt << (viscous ? ", viscous" : "");
        }
}

/// What acts on a free beam is what it has, by every linear solver.
TEST(DefaultMomentum, IsWhatActedByEveryLinearSolver) {
    std::vector<std::string> solvers = {"auto", "cholesky", "reuse", "ldlt", "cg"};
#ifdef TALWEG_WITH_CHOLMOD
    solvers.push_back("cholmod");
#endif
    for (const std::string& linear : solvers)
        for (const double e : {1e6, 2e11}) {
            SceneRun run(parse_scene(
                fmt::format(R"({{ "time": {{ "step": 0.01 }}, "gravity": [0, 0, 0], "solver": {{ "linear": "{}" }},
                    "bodies": [{{ "name": "beam", "density": 1000,
                      "shape": {{ "type": "box", "size": [2, 0.1, 0.1], "cells": [40, 2, 2] }},
                      "energies": [{{ "type": "neo_hookean", "youngs_modulus": {}, "poissons_ratio": 0.3 }}],
                      "loads": [{{ "type": "force", "select": {{ "group": "right" }}, "force": [3, 10, 0] }}] }}] }})",
                            linear, e),
                "free", ".", {}));
            for (int n = 0; n < 5; ++n) ASSERT_TRUE(run.step().completed);
            const Vec3 momentum = body_momenta(run.model(), run.state().c, run.state().v)[0].linear;
            EXPECT_NEAR(momentum[1], 10 * 0.05, 1e-6 * 0.5) << linear << ", E " << e;
            EXPECT_NEAR(momentum[0], 3 * 0.05, 1e-6 * 0.5) << linear << ", E " << e;
        }
}

/// Errors of BDF2 and Newmark fall by four when the step is halved, down to a millisecond, at default settings.
TEST(DefaultOrder, OfBdf2AndNewmarkIsTwo) {
    for (const char* integrator : {"bdf2", "newmark"}) {
        const auto end = [&](double dt, const char* solver) {
            SceneRun run(parse_scene(fmt::format(
                                         R"({{ "planar": true, "time": {{ "step": {} }}, "gravity": [0, 0, 0],
                       "integrator": {{ "type": "{}" }},
                    "solver": {}, "bodies": [{{ "name": "bar", "density": 1000,
                      "shape": {{ "type": "rectangle", "size": [1, 0.2], "cells": [5, 1] }},
                      "energies": [{{ "type": "plane_strain_neo_hookean", "youngs_modulus": 1e5,
                                      "poissons_ratio": 0.3, "thickness": 1 }}],
                      "start": {{ "angular_velocity": [0, 0, 2], "velocity": [0.3, 0, 0] }} }}] }})",
                                         dt, integrator, solver),
                                     "bar", ".", {}));
            for (int n = 0; n < static_cast<int>(std::lround(0.128 / dt)); ++n) EXPECT_TRUE(run.step().completed);
            return run.x();
        };
        const Positions exact = end(0.000125, R"({ "tolerance": 1e-11 })");
        const auto errors = [&](const char* solver) {
            std::array<double, 3> error{};
            for (int k = 0; k < 3; ++k) {
                const Positions x = end(0.004 / (1 << k), solver);
                for (std::size_t i = 0; i < x.size(); ++i) error[k] = std::max(error[k], norm(x[i] - exact[i]));
            }
            return error;
        };
        const auto usual = errors("{}"), tight = errors(R"({ "tolerance": 1e-11 })");
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(usual[k], tight[k], 0.05 * tight[k]) << integrator;
        EXPECT_GT(usual[1] / usual[2], 3.3) << integrator;
    }
}

}  // namespace
}  // namespace talweg::default_turning_test
