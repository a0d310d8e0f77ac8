/// Euler's column, clamped below and free above: the critical load P = π² E I / (4 L²), from the linearised problem and
/// in motion.
#include <gtest/gtest.h>

#include <numbers>

#include "support/solid_body.hpp"
#include "support/system_matrices.hpp"
#include "talweg/energies/st_venant_kirchhoff.hpp"
#include "talweg/energies/strain_rate_damping.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::column_test {
namespace {

using testing::SolidBody;
using testing::World;
using PlaneStress = Triangle<StVenantKirchhoff, Confinement::plane_stress>;

constexpr double height = 1.0, width = 0.05, e = 1e6;

double euler_load() {
    const double inertia = width * width * width / 12.0;
    return std::numbers::pi * std::numbers::pi * e * inertia / (4.0 * height * height);
}

SolidBody<PlaneStress> column(int through, double load, double nudge) {
    SolidBody<PlaneStress> body;
    body.mesh = make_rectangle({width, height}, {through, 20 * through}, Diagonals::crossed);
    body.values = {e, 0.3, 1.0};
    body.holds = {{body.mesh.point_groups.at("bottom"), all_axes, {}}};
    body.forces = testing::side_force(body.mesh.point_groups.at("top"), {nudge, -load, 0.0});
    return body;
}

/// The smallest λ > 0 with K + λ K_g singular, K_g how the stiffness changes with the load.
double critical_load(int through) {
    const double small = 1e-3 * euler_load();
    World world = column(through, small, 0.0).make();
    const Nodes rest = world.state.c;
    EXPECT_TRUE(testing::settle(world).completed);
    Nodes pulled = rest;
    for (std::size_t i = 0; i < rest.size(); ++i) pulled[i] = 2.0 * rest[i] - world.state.c[i];
    const testing::Sparse k = testing::stiffness(world.model, rest);
    const testing::Sparse softening =
        (testing::stiffness(world.model, pulled) - testing::stiffness(world.model, world.state.c)) * (0.5 / small);
    return testing::lowest_mode(k, softening).eigenvalue;
}

TEST(Column, CriticalLoadIsEulers) {
    const double found = critical_load(16);
    std::printf("critical load of a column 20:1, 16 elements through: %.5g N, Euler %.5g N, %+.2f %%\n", found,
                euler_load(), 100.0 * (found / euler_load() - 1.0));
    EXPECT_NEAR(found / euler_load(), 1.0, 0.05);
}

/// How far to the side the tip has gone after the load has acted for a while, with strain-rate damping.
double sideways(double fraction, double nudge) {
    const double load = fraction * critical_load(2);
    SolidBody<PlaneStress> body = column(2, load, nudge * load);
    body.more = {testing::elements_on<ViscousSolid<2>>(body.mesh, {2e4, 1.0})};
    World world = body.make();
    const auto stepper = make_stepper(world.model, testing::tight("bdf2", 0.05, 1e-4));
    for (int n = 0; n < 200; ++n) {
        const StepReport report = stepper->step(world.state);
        EXPECT_TRUE(report.completed) << report.advice;
    }
    const Positions x = positions(world.model, world.state);
    return x[body.mesh.point_groups.at("top")[1]][0];
}

TEST(Column, BucklesToTheSideItIsNudgedTo) {
    const double right = sideways(1.3, 1e-3), left = sideways(1.3, -1e-3);
    EXPECT_GT(right, 0.3 * height);
    EXPECT_NEAR(left, -right, 1e-3 * height);
}

TEST(Column, StandsBelowItsCriticalLoad) {
    const double tip = sideways(0.7, 1e-3);
    EXPECT_GT(tip, 0.0);
    EXPECT_LT(tip, 0.01 * height);
}

}  // namespace
}  // namespace talweg::column_test
