/// Bodies that are crushed, flattened and scrambled: stable neo-Hookean finds its way back to rest, neo-Hookean never
/// turns an element inside out.
#include <gtest/gtest.h>

#include <random>

#include "support/solid_body.hpp"
#include "talweg/energies/neo_hookean.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/geometry/shapes/box.hpp"

namespace talweg::recovery_test {
namespace {

using testing::SolidBody;
using testing::World;

/// The smallest det F of a body's tetrahedra.
double smallest_j(const Mesh& mesh, const Positions& x) {
    double smallest = 1e300;
    for (const auto& t : mesh.tets)
        smallest = std::min(
            smallest, signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) /
                          signed_volume(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]], mesh.points[t[3]]));
    return smallest;
}

constexpr double e = 1e5;

/// Lets a box go from where `place` puts its points; whether it comes to rest in its own shape.
template <class Place>
void expect_recovery(const char* name, const Place& place) {
    SolidBody<Tetrahedron<StableNeoHookean>> body;
    body.mesh = make_box({1.0, 1.0, 1.0}, {3, 3, 3}, 6);
    body.values = {e, 0.4};
    for (const Vec3& x : body.mesh.points) body.start.push_back(place(x));
    World world = body.make();
    const auto stepper = make_stepper(world.model, testing::tight("implicit_euler", 0.02, 1e-3));
    int steps = 0, iterations = 0;
    double strain = 0.0;
    do {
        const StepReport report = stepper->step(world.state);
        ASSERT_TRUE(report.completed) << name << ": " << report.advice;
        iterations += int(report.iterations.size());
        strain = report.potentials[0];
    } while (++steps < 400 && strain > 1e-5 * e);
    std::printf("%s: at rest after %d steps, %d Newton iterations\n", name, steps, iterations);
    EXPECT_LE(strain, 1e-5 * e) << name;
    EXPECT_GT(smallest_j(body.mesh, positions(world.model, world.state)), 0.98) << name;
}

TEST(Recovery, OfACompressedBox) {
    expect_recovery("compressed", [](const Vec3& x) { return Vec3{x[0], 0.8 * x[1], x[2]}; });
}

TEST(Recovery, OfABoxCollapsedToAPlane) {
    expect_recovery("flat", [](const Vec3& x) { return Vec3{x[0], 0.0, x[2]}; });
}

TEST(Recovery, OfAScrambledBox) {
    std::mt19937 random(20240612);
    const auto coordinate = [&] { return double(random()) / 4294967296.0 - 0.5; };
    expect_recovery("scrambled", [&](const Vec3&) { return Vec3{coordinate(), coordinate(), coordinate()}; });
}

TEST(Recovery, NeoHookeanNeverInvertsAtALongStep) {
    SolidBody<Tetrahedron<NeoHookean>> body;
    body.mesh = make_box({1.0, 1.0, 1.0}, {2, 2, 2}, 6);
    body.values = {e, 0.4};
    // Crushed to a tenth and thrown against its own clamped side, at a tenth of a second per step.
    body.holds = {{body.mesh.point_groups.at("bottom"), all_axes, {}}};
    for (const Vec3& x : body.mesh.points) {
        body.start.push_back({x[0], 0.1 * (x[1] + 0.5) - 0.5, x[2]});
        body.velocity.push_back({3.0 * x[2], -20.0, -3.0 * x[0]});
    }
    World world = body.make();
    const auto stepper = make_stepper(world.model, testing::tight("implicit_euler", 0.1, 1e-3));
    double smallest = 1e300;
    for (int n = 0; n < 60; ++n) {
        const StepReport report = stepper->step(world.state);
        ASSERT_TRUE(report.completed) << report.advice;
        smallest = std::min(smallest, smallest_j(body.mesh, positions(world.model, world.state)));
        ASSERT_GT(smallest, 0.0) << "step " << n;
    }
    EXPECT_NEAR(smallest_j(body.mesh, positions(world.model, world.state)), 1.0, 0.01);
    std::printf("neo-Hookean at h = 0.1 s: smallest J at the end of a step %.3f\n", smallest);
}

}  // namespace
}  // namespace talweg::recovery_test
