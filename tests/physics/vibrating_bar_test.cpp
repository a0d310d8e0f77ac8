/// A bar that vibrates along itself: orders of the integrators, Newmark's energy over ten thousand steps, and what
/// damping takes from its first mode.
#include <gtest/gtest.h>

#include <numbers>

#include "support/solid_body.hpp"
#include "talweg/energies/interface/stiffness_damping.hpp"
#include "talweg/energies/linear_elastic.hpp"
#include "talweg/energies/strain_rate_damping.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::vibrating_bar_test {
namespace {

using testing::SolidBody;
using testing::World;
using Bar = Triangle<LinearElastic, Confinement::plane_stress>;

constexpr double length = 1.0, e = 1e4, rho = 100.0;

/// Clamped at the left, pulled by `strain` into u = strain·2L/π·sin(πx/2L), the first mode of the continuous bar.
SolidBody<Bar> bar(int along, double strain) {
    SolidBody<Bar> body;
    body.mesh = make_rectangle({length, 0.1}, {along, 1}, Diagonals::alternating);
    body.values = {e, 0.0, 1.0};
    body.density = rho;
    body.holds = {{body.mesh.point_groups.at("left"), 1, {}}, {{0}, 3, {}}};
    body.start = body.mesh.points;
    for (Vec3& x : body.start)
        x[0] += strain * 2.0 * length / std::numbers::pi *
                std::sin(std::numbers::pi * (x[0] + 0.5 * length) / 2.0 / length);
    return body;
}

Nodes after(const World& start, const std::string& integrator, int steps, double time) {
    World world = {start.model, start.state};
    const auto stepper = make_stepper(world.model, testing::tight(integrator, time / steps));
    for (int n = 0; n < steps; ++n) EXPECT_TRUE(stepper->step(world.state).completed);
    return world.state.c;
}

double apart(const Nodes& a, const Nodes& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
    return largest;
}

TEST(VibratingBar, IntegratorsConvergeWithTheirOrder) {
    const World world = bar(4, 0.01).make();
    const double time = 0.2;  // half a period, about
    const Nodes exact = after(world, "newmark", 12800, time);
    for (const auto& [name, order] : {std::pair{"implicit_euler", 1.0}, {"bdf2", 2.0}, {"newmark", 2.0}}) {
        const double coarse = apart(after(world, name, 800, time), exact);
        const double fine = apart(after(world, name, 1600, time), exact);
        std::printf("vibrating bar, %s: order %.3f\n", name, std::log2(coarse / fine));
        EXPECT_NEAR(std::log2(coarse / fine), order, 0.1) << name;
    }
}

TEST(VibratingBar, NewmarkKeepsItsEnergyOverTenThousandSteps) {
    for (const bool consistent : {false, true}) {
        SolidBody<Bar> body = bar(4, 0.01);
        body.consistent = consistent;
        World world = body.make();
        const auto stepper = make_stepper(world.model, testing::tight("newmark", 0.02, 1e-15));
        Assembler assembler(world.model);
        const auto energy = [&] {
            return kinetic_energy(world.model, world.state) +
                   assembler.potentials(positions(world.model, world.state), world.state.time)[0];
        };
        const double start = energy();
        double drift = 0.0;
        for (int n = 0; n < 10000; ++n) {
            ASSERT_TRUE(stepper->step(world.state).completed);
            if (n % 100 == 99) drift = std::max(drift, std::fabs(energy() / start - 1.0));
        }
        std::printf("Newmark, 10,000 steps, %s mass: relative drift of the energy %.1e\n",
                    consistent ? "consistent" : "lumped", drift);
        EXPECT_LT(drift, 1e-6);
    }
}

/// The amplitude of the tip after ten periods over that at the start, and what exp(−rate·t) says.
void expect_decay(SolidBody<Bar> body, double rate_per_omega_squared, const char* name) {
    World world = body.make();
    const double omega = 0.5 * std::numbers::pi / length * std::sqrt(e / rho), period = 2.0 * std::numbers::pi / omega;
    const int per_period = 200, periods = 5;
    const auto stepper = make_stepper(world.model, testing::tight("newmark", period / per_period));
    const int tip = world.model.point_count() - 1;
    const auto stretch = [&] { return positions(world.model, world.state)[tip][0] - world.model.rest[tip][0]; };
    const double start = stretch();
    double peak = 0.0, when = 0.0;
    for (int n = 0; n < per_period * periods + per_period / 2; ++n) {
        ASSERT_TRUE(stepper->step(world.state).completed);
        if (n > per_period * periods - per_period / 2 && stretch() > peak) peak = stretch(), when = world.state.time;
    }
    const double measured = -std::log(peak / start) / when, expected = rate_per_omega_squared * omega * omega;
    std::printf("%s: decay rate %.5f 1/s, closed form %.5f 1/s\n", name, measured, expected);
    EXPECT_NEAR(measured / expected, 1.0, 0.01);
}

TEST(VibratingBar, StrainRateDampingTakesTheFirstModeAtItsRate) {
    const double viscosity = 40.0;  // decay ½ η ω²/E
    SolidBody<Bar> body = bar(32, 1e-4);
    body.more = {testing::elements_on<ViscousSolid<2>>(body.mesh, {viscosity, 1.0})};
    expect_decay(body, 0.5 * viscosity / e, "strain-rate damping");
}

TEST(VibratingBar, StiffnessDampingTakesTheFirstModeAtItsRate) {
    const double beta = 4e-3;  // decay ½ β ω²
    SolidBody<Bar> body = bar(32, 1e-4);
    std::vector<int> points;
    std::vector<StiffnessDamping<Bar>::Element> elements;
    for (const auto& t : body.mesh.triangles) {
        RestElement<3> rest = {};
        for (int i = 0; i < 3; ++i) {
            points.push_back(t[i]);
            rest.x[i] = body.mesh.points[t[i]];
        }
        elements.push_back({Bar::make(rest, body.values.data()), beta});
    }
    body.more = {std::make_shared<Elements<StiffnessDamping<Bar>>>(points, elements)};
    expect_decay(body, 0.5 * beta, "stiffness damping");
}

}  // namespace
}  // namespace talweg::vibrating_bar_test
