/// An elastic body in free flight: momentum stays, and angular momentum changes exactly as each integrator's own
/// equations say, no more. With M ẍ = f and no outer torque, Σ m x × a = 0 at every state where forces are taken.
#include <gtest/gtest.h>

#include "support/solid_body.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/energies/strain_rate_damping.hpp"
#include "talweg/geometry/shapes/box.hpp"

namespace talweg::free_flight_test {
namespace {

using testing::World;

World spinning(double viscosity = 0.0) {
    testing::SolidBody<Tetrahedron<StableNeoHookean>> body;
    body.mesh = make_box({1.0, 0.5, 0.7}, {2, 1, 1}, 6);
    body.values = {1e5, 0.3};
    body.start = body.mesh.points;
    for (Vec3& x : body.start) {
        body.velocity.push_back(Vec3{1.0, 2.0, -0.5} + cross(Vec3{1.0, 2.0, 3.0}, x));
        x[0] *= 1.1;
    }
    if (viscosity > 0.0) body.more = {testing::elements_on<ViscousSolid<3>>(body.mesh, {viscosity})};
    return body.make();
}

Vec3 momentum(const World& world) {
    Vec3 sum = Vec3::zero();
    for (std::size_t i = 0; i < world.state.v.size(); ++i) sum += world.model.mass.diagonal[i] * world.state.v[i];
    return sum;
}

/// Σ m a × b
Vec3 moment(const Model& model, const Nodes& a, const Nodes& b) {
    Vec3 sum = Vec3::zero();
    for (std::size_t i = 0; i < a.size(); ++i) sum += model.mass.diagonal[i] * cross(a[i], b[i]);
    return sum;
}

Nodes combined(double p, const Nodes& a, double q, const Nodes& b) {
    Nodes r(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) r[i] = p * a[i] + q * b[i];
    return r;
}

constexpr double h = 0.01;

/// Steps, and calls `check` with the states before and after each.
template <class Check>
void fly(const std::string& integrator, const Check& check) {
    World world = spinning();
    const auto stepper = make_stepper(world.model, testing::tight(integrator, h, 1e-11));
    const Vec3 start = momentum(world);
    for (int n = 0; n < 100; ++n) {
        const State before = world.state;
        ASSERT_TRUE(stepper->step(world.state).completed);
        EXPECT_LE(norm(momentum(world) - start), 1e-9 * norm(start)) << integrator << ", step " << n;
        check(world.model, before, world.state);
    }
}

TEST(FreeFlight, OfImplicitEuler) {
    // x' × (v' − v) = 0 in sum, so L' = L + h Σ m v' × v.
    fly("implicit_euler", [](const Model& model, const State& a, const State& b) {
        const Vec3 before = moment(model, a.c, a.v), after = moment(model, b.c, b.v);
        EXPECT_LE(norm(after - before - h * moment(model, b.v, a.v)), 1e-8 * norm(before));
    });
}

TEST(FreeFlight, OfNewmark) {
    // L' = L + ½h Σ m v × v' − ½h² Σ m ½(v + v') × a'.
    fly("newmark", [](const Model& model, const State& a, const State& b) {
        const Vec3 before = moment(model, a.c, a.v), after = moment(model, b.c, b.v);
        const Vec3 predicted =
            0.5 * h * moment(model, a.v, b.v) - 0.5 * h * h * moment(model, combined(0.5, a.v, 0.5, b.v), b.a);
        EXPECT_LE(norm(after - before - predicted), 1e-8 * norm(before));
    });
}

TEST(FreeFlight, OfBdf2) {
    // 3v' − 4v + v₋ is 2h a', so Σ m x' × (3v' − 4v + v₋) = 0.
    fly("bdf2", [](const Model& model, const State& a, const State& b) {
        if (a.v_before.empty()) return;
        const Nodes change = combined(1.0, combined(3.0, b.v, -4.0, a.v), 1.0, a.v_before);
        EXPECT_LE(norm(moment(model, b.c, change)), 1e-8 * norm(moment(model, b.c, b.v)));
    });
}

TEST(FreeFlight, SecondOrderKeepsAngularMomentumFarBetter) {
    const auto lost = [](const char* integrator) {
        World world = spinning();
        const auto stepper = make_stepper(world.model, testing::tight(integrator, h, 1e-11));
        const Vec3 start = moment(world.model, world.state.c, world.state.v);
        for (int n = 0; n < 100; ++n) EXPECT_TRUE(stepper->step(world.state).completed);
        return norm(moment(world.model, world.state.c, world.state.v) - start) / norm(start);
    };
    const double first = lost("implicit_euler"), bdf2 = lost("bdf2"), newmark = lost("newmark");
    std::printf("angular momentum lost in 1 s: implicit Euler %.1e, BDF2 %.1e, Newmark %.1e\n", first, bdf2, newmark);
    EXPECT_LT(bdf2, 0.1 * first);
    EXPECT_LT(newmark, 0.1 * first);
}

TEST(FreeFlight, StrainRateDampingLeavesFlightAndSpinAlone) {
    // What the integrator takes from the spin is the same, to what the vibration's own momentum makes of it.
    const auto after = [](double viscosity) {
        World world = spinning(viscosity);
        const auto stepper = make_stepper(world.model, testing::tight("newmark", 2e-3, 1e-10));
        for (int n = 0; n < 500; ++n) EXPECT_TRUE(stepper->step(world.state).completed);
        EXPECT_LE(norm(momentum(world) - momentum(spinning())), 1e-8 * norm(momentum(world)));
        return moment(world.model, world.state.c, world.state.v);
    };
    const World start = spinning();
    const Vec3 expected = moment(start.model, start.state.c, start.state.v);
    for (const double viscosity : {1e2, 1e4}) EXPECT_LE(norm(after(viscosity) - expected), 2e-3 * norm(expected));
}

}  // namespace
}  // namespace talweg::free_flight_test
