/// A cantilever against Timoshenko's beam: deflection of the tip, and the first frequency of bending in the plane. What
/// linear elements cost at each resolution is printed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numbers>

#include "support/richardson.hpp"
#include "support/solid_body.hpp"
#include "support/system_matrices.hpp"
#include "talweg/energies/linear_elastic.hpp"
#include "talweg/energies/stable_neo_hookean.hpp"
#include "talweg/geometry/shapes/beam.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::cantilever_test {
namespace {

using testing::SolidBody;
using testing::World;
using PlaneStress = Triangle<LinearElastic, Confinement::plane_stress>;
using PlaneStrain = Triangle<LinearElastic, Confinement::plane_strain>;

struct Beam {
    double length, height, e;
    /// Tip deflection under a shear force at the end, of a beam one metre wide, ν = 0: bending and shear.
    double deflection(double force, double width = 1.0, double nu = 0.0) const {
        const double inertia = width * height * height * height / 12.0, g = e / (2.0 * (1.0 + nu));
        return force * length * length * length / (3.0 * e * inertia) +
               force * length / (5.0 / 6.0 * g * width * height);
    }
};

template <class Energy>
double planar_tip(const Beam& beam, int through, double nu, double force,
                  Diagonals diagonals = Diagonals::alternating) {
    SolidBody<Energy> body;
    const int along = static_cast<int>(std::lround(beam.length / beam.height)) * through;
    body.mesh = make_rectangle({beam.length, beam.height}, {along, through}, diagonals);
    body.values = {beam.e, nu, 1.0};
    body.holds = {{body.mesh.point_groups.at("left"), all_axes, {}}};
    body.forces = testing::side_force(body.mesh.point_groups.at("right"), {0.0, -force, 0.0});
    World world = body.make();
    EXPECT_TRUE(testing::settle(world).completed);
    const Positions x = positions(world.model, world.state);
    const int tip = body.mesh.point_groups.at("right")[through / 2];
    return body.mesh.points[tip][1] - x[tip][1];
}

void expect_convergence(const char* what, const double (&found)[3], const int (&through)[3], double exact) {
    for (int k = 0; k < 3; ++k)
        std::printf("%s, %d through: %.6g, %+.2f %%\n", what, through[k], found[k], 100.0 * (found[k] / exact - 1.0));
    const testing::Richardson r(found[0], found[1], found[2]);
    std::printf("%s, limit: %.6g, %+.3f %%, order %.2f; exact %.6g\n", what, r.limit, 100.0 * (r.limit / exact - 1.0),
                r.order, exact);
    EXPECT_NEAR(r.limit / exact, 1.0, 0.01);
    EXPECT_GT(r.order, 1.7);
    EXPECT_LT(r.order, 2.2);
}

TEST(Cantilever, TipTendsToTimoshenkoAtSecondOrder) {
    const Beam beam{1.0, 0.1, 1e6};
    double tip[3];
    const int through[3] = {4, 8, 16};
    for (int k = 0; k < 3; ++k) tip[k] = planar_tip<PlaneStress>(beam, through[k], 0.0, 1e-2);
    expect_convergence("planar cantilever 10:1, tip", tip, through, beam.deflection(1e-2));
}

TEST(Cantilever, OfTetrahedraTendsToTimoshenkoAtSecondOrder) {
    if (!std::getenv("TALWEG_ALL")) GTEST_SKIP() << "120,000 tetrahedra; set TALWEG_ALL to run it";
    const Beam beam{1.0, 0.2, 1e6};
    double tip[3];
    const int through[3] = {4, 8, 16};
    const double force = 1e-2;
    for (int k = 0; k < 3; ++k) {
        SolidBody<Tetrahedron<LinearElastic>> body;
        body.mesh = make_beam({beam.length, beam.height, beam.height}, through[k], 6);
        body.values = {beam.e, 0.0};
        body.holds = {{body.mesh.point_groups.at("left"), all_axes, {}}};
        const auto& end = body.mesh.point_groups.at("right");
        std::vector<double> share(body.mesh.points.size(), 0.0);
        std::vector<char> chosen(body.mesh.points.size(), 0);
        for (const int i : end) chosen[i] = 1;
        for (const auto& t : body.mesh.triangles)
            if (chosen[t[0]] && chosen[t[1]] && chosen[t[2]])
                for (const int i : t)
                    share[i] +=
                        norm(area_vector(body.mesh.points[t[0]], body.mesh.points[t[1]], body.mesh.points[t[2]])) /
                        (3.0 * beam.height * beam.height);
        for (const int i : end) body.forces.push_back({i, {0.0, -share[i] * force, 0.0}});
        World world = body.make();
        ASSERT_TRUE(testing::settle(world).completed);
        const Positions x = positions(world.model, world.state);
        tip[k] = 0.0;
        for (const int i : end) tip[k] += share[i] * (body.mesh.points[i][1] - x[i][1]);
    }
    expect_convergence("cantilever of tets 5:1, tip", tip, through, beam.deflection(force, beam.height));
}

TEST(Cantilever, FirstFrequencyTendsToThatOfTheBeam) {
    const double length = 15.0, height = 1.0, e = 5e7, rho = 500.0;
    // Euler and Bernoulli: 1.8751² √(EI/ρA)/L² = 2π · 0.2271 Hz; shear and rotary inertia take 0.4 % of that.
    const double exact =
        3.51602 * std::sqrt(e * height * height / (12.0 * rho)) / (length * length) / (2.0 * std::numbers::pi);
    EXPECT_NEAR(exact, 0.227, 5e-4);
    for (const bool consistent : {false, true}) {
        double hertz[3];
        const int through[3] = {2, 4, 8};
        for (int k = 0; k < 3; ++k) {
            SolidBody<PlaneStress> body;
            body.mesh = make_rectangle({length, height}, {15 * through[k], through[k]}, Diagonals::alternating);
            body.values = {e, 0.0, 1.0};
            body.density = rho;
            body.holds = {{body.mesh.point_groups.at("left"), all_axes, {}}};
            body.consistent = consistent;
            const World world = body.make();
            const auto mode =
                testing::lowest_mode(testing::stiffness(world.model, world.state.c), testing::mass(world.model));
            hertz[k] = std::sqrt(mode.eigenvalue) / (2.0 * std::numbers::pi);
        }
        expect_convergence(consistent ? "first frequency, consistent mass" : "first frequency, lumped mass", hertz,
                           through, exact);
    }
}

/// Near ν = ½ linear elements lock: how much is lost, and that the solver is not troubled by it.
TEST(Cantilever, LockingIsAsLargeAsTheDocsSay) {
    const Beam beam{1.0, 0.1, 1e6};
    for (const double nu : {0.3, 0.45, 0.49, 0.499}) {
        // Held flat by walls, the beam bends with E/(1 − ν²).
        const Beam flat{beam.length, beam.height, beam.e / (1.0 - nu * nu)};
        const double exact = flat.deflection(1e-2, 1.0, nu / (1.0 - nu));
        // All diagonals alike, as in most meshes of boxes, lock; alternating ones hardly do.
        const double coarse = planar_tip<PlaneStrain>(beam, 4, nu, 1e-2, Diagonals::rising) / exact;
        const double fine = planar_tip<PlaneStrain>(beam, 8, nu, 1e-2, Diagonals::rising) / exact;
        const double alternating = planar_tip<PlaneStrain>(beam, 8, nu, 1e-2) / exact;
        std::printf(
            "locking: nu %.3f, rising diagonals: %.3f and %.3f of the deflection at 4 and 8 through; alternating "
            "at 8: %.3f\n",
            nu, coarse, fine, alternating);
        EXPECT_LT(coarse, fine);
        EXPECT_LT(fine, alternating);
        EXPECT_LT(alternating, 1.0);
        EXPECT_GT(alternating, 0.9);
        if (nu == 0.3) {
            EXPECT_GT(coarse, 0.6);
        }
        if (nu == 0.499) {
            EXPECT_LT(coarse, 0.25);
        }
    }
}

TEST(Cantilever, NearlyIncompressibleStepsTakeFewIterations) {
    for (const double nu : {0.3, 0.49, 0.499}) {
        SolidBody<Triangle<StableNeoHookean, Confinement::plane_strain>> body;
        body.mesh = make_rectangle({1.0, 0.1}, {40, 4}, Diagonals::alternating);
        body.values = {1e5, nu, 1.0};
        body.holds = {{body.mesh.point_groups.at("left"), all_axes, {}}};
        body.forces = testing::side_force(body.mesh.point_groups.at("right"), {0.0, -10.0, 0.0});
        World world = body.make();
        const auto stepper = make_stepper(world.model, testing::tight("implicit_euler", 0.02, 1e-6));
        std::size_t most = 0;
        for (int n = 0; n < 50; ++n) {
            const StepReport report = stepper->step(world.state);
            ASSERT_TRUE(report.completed) << report.advice;
            EXPECT_EQ(report.substeps, 1);
            most = std::max(most, report.iterations.size());
        }
        std::printf("nu %.3f: at most %zu Newton iterations in a step\n", nu, most);
        EXPECT_LE(most, 15u) << "nu = " << nu;
    }
}

}  // namespace
}  // namespace talweg::cantilever_test
