/// Orders of convergence and amplification of every integrator on ẍ = −ω²x, as the lectures derive them.
#include <gtest/gtest.h>

#include <complex>

#include "support/oscillator.hpp"
#include "talweg/math/error.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::integrators_test {
namespace {

using testing::Oscillator;
using testing::World;

StepSettings settings_for(const std::string& integrator, double dt) {
    StepSettings settings;
    settings.integrator = integrator;
    settings.dt = dt;
    settings.newton.tolerance = 1e-12;
    return settings;
}

/// Distance from x = cos ωt at t = 1, after 1/h steps.
double error_at_one(const std::string& integrator, int steps) {
    Oscillator oscillator;
    World world = oscillator.make();
    const auto stepper = make_stepper(world.model, settings_for(integrator, 1.0 / steps));
    for (int n = 0; n < steps; ++n) EXPECT_TRUE(stepper->step(world.state).completed);
    return std::abs(world.state.c[0][0] - std::cos(oscillator.omega));
}

struct Order {
    const char* integrator;
    double order;
};

class Integrators : public ::testing::TestWithParam<Order> {};

TEST_P(Integrators, ConvergesWithItsOrder) {
    const auto [integrator, order] = GetParam();
    const double coarse = error_at_one(integrator, 200), fine = error_at_one(integrator, 400);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Orders, Integrators,
                         ::testing::Values(Order{"implicit_euler", 1}, Order{"linearly_implicit", 1},
                                           Order{"forward_euler", 1}, Order{"symplectic_euler", 1},
                                           Order{"modified_euler", 1}, Order{"velocity_verlet", 2}, Order{"bdf2", 2},
                                           Order{"newmark", 2}),
                         [](const auto& param) { return std::string(param.param.integrator); });

/// The 2×2 matrix that maps (x, v) to the next (x, v), measured column by column.
struct StepMap {
    double xx, xv, vx, vv;
    /// The larger one, in magnitude.
    std::complex<double> eigenvalue() const {
        const double half = 0.5 * (xx + vv);
        const std::complex<double> root = std::sqrt(std::complex<double>(half * half - determinant()));
        return half < 0.0 ? half - root : half + root;
    }
    double determinant() const { return xx * vv - xv * vx; }
};

StepMap measure(const std::string& integrator, double omega, double h) {
    double column[2][2];
    for (int k = 0; k < 2; ++k) {
        World world = Oscillator{omega, {k == 0 ? 1.0 : 0.0, 0.0, 0.0}, {k == 1 ? 1.0 : 0.0, 0.0, 0.0}, 0.0}.make();
        const auto stepper = make_stepper(world.model, settings_for(integrator, h));
        EXPECT_TRUE(stepper->step(world.state).completed);
        column[k][0] = world.state.c[0][0];
        column[k][1] = world.state.v[0][0];
    }
    return {column[0][0], column[1][0], column[0][1], column[1][1]};
}

TEST(Amplification, ForwardEulerGrows) {
    for (double h : {0.01, 0.1, 0.5})
        EXPECT_NEAR(std::abs(measure("forward_euler", 3.0, h).eigenvalue()), std::sqrt(1 + 9 * h * h), 1e-12);
}

TEST(Amplification, ImplicitEulersShrink) {
    for (const char* name : {"implicit_euler", "linearly_implicit"})
        for (double h : {0.01, 0.1, 0.5, 10.0})
            EXPECT_NEAR(std::abs(measure(name, 3.0, h).eigenvalue()), 1 / std::sqrt(1 + 9 * h * h), 1e-12) << name;
}

TEST(Amplification, SymplecticMapsKeepAreaAndStayOnTheCircleWhileStable) {
    for (const char* name : {"symplectic_euler", "velocity_verlet"})
        for (double h : {0.01, 0.3, 0.66}) {  // ωh < 2
            const StepMap map = measure(name, 3.0, h);
            EXPECT_NEAR(map.determinant(), 1.0, 1e-12) << name;
            EXPECT_NEAR(std::abs(map.eigenvalue()), 1.0, 1e-12) << name;
        }
}

TEST(Amplification, NewmarkKeepsTheEnergyAtAnyStep) {
    for (double h : {0.01, 0.5, 10.0}) {
        const StepMap map = measure("newmark", 3.0, h);
        EXPECT_NEAR(std::abs(map.eigenvalue()), 1.0, 1e-12) << h;
        // ½v² + ½ω²x² of both columns, and no mixing between them.
        EXPECT_NEAR(map.vx * map.vx + 9 * map.xx * map.xx, 9.0, 1e-10) << h;
        EXPECT_NEAR(map.vv * map.vv + 9 * map.xv * map.xv, 1.0, 1e-10) << h;
        EXPECT_NEAR(map.vx * map.vv + 9 * map.xx * map.xv, 0.0, 1e-10) << h;
    }
}

TEST(Bdf2, LosesMuchLessEnergyThanImplicitEuler) {
    const auto left = [](const char* integrator) {
        World world = Oscillator{}.make();
        const auto stepper = make_stepper(world.model, settings_for(integrator, 0.05));
        for (int n = 0; n < 200; ++n) EXPECT_TRUE(stepper->step(world.state).completed);
        return kinetic_energy(world.model, world.state) + stepper->step(world.state).potentials[0];
    };
    EXPECT_GT(left("bdf2"), 0.8);
    EXPECT_LT(left("implicit_euler"), 0.2);
}

TEST(QuasiStatic, IsTheEquilibriumWhateverTheVelocity) {
    World world = Oscillator{.velocity = {0.0, 5.0, 0.0}}.make();
    const auto stepper = make_stepper(world.model, settings_for("quasi_static", 0.1));
    ASSERT_TRUE(stepper->step(world.state).completed);
    EXPECT_LT(norm(world.state.c[0]), 1e-12);
    EXPECT_EQ(norm(world.state.v[0]), 0.0);
}

TEST(Amplification, SymplecticEulerIsUnstableBeyondTwo) {
    EXPECT_GT(std::abs(measure("symplectic_euler", 3.0, 0.68).eigenvalue()), 1.0 + 1e-3);  // ωh = 2.04, λ → −
}

TEST(Amplification, ModifiedEulerGrowsByItsClosedForm) {
    // x' = (1 − ½ω²h²) x + h v, v' = v − ω²h x: determinant 1 + ½ω²h².
    const double h = 0.2, w2 = 9.0;
    EXPECT_NEAR(measure("modified_euler", 3.0, h).determinant(), 1 + 0.5 * w2 * h * h, 1e-12);
}

TEST(Damping, EveryIntegratorSeesDrag) {
    // Overdamped enough to be told from no drag, fine enough to be near x(t) of the damped oscillator.
    const double omega = 2.0, c = 1.0, t = 1.0, w = std::sqrt(omega * omega - 0.25 * c * c);
    const double exact = std::exp(-0.5 * c * t) * (std::cos(w * t) + 0.5 * c / w * std::sin(w * t));
    for (const IntegratorEntry& entry : list_integrators()) {
        if (std::string(entry.name) == "quasi_static" || std::string(entry.name) == "minimise") continue;
        if (std::string(entry.name) == "position_based") continue;  // a spring is a rod to it
        World world = Oscillator{.omega = omega, .drag = c}.make();
        const int steps = 2000;
        const auto stepper = make_stepper(world.model, settings_for(entry.name, t / steps));
        for (int n = 0; n < steps; ++n) ASSERT_TRUE(stepper->step(world.state).completed);
        EXPECT_NEAR(world.state.c[0][0], exact, 2e-3) << entry.name;
    }
}

TEST(MakeStepper, NamesWhatItKnowsWhenAskedForSomethingElse) {
    World world = Oscillator{}.make();
    try {
        make_stepper(world.model, settings_for("leapfrog", 0.1));
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("velocity_verlet"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace talweg::integrators_test
