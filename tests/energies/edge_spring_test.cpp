#include "talweg/energies/edge_spring.hpp"

#include <gtest/gtest.h>

#include "math/random_matrices.hpp"
#include "talweg/energies/hinge_bending.hpp"

namespace talweg::edge_spring_test {
namespace {

/// Two triangles on a common edge of length 2 along z, opened by an angle.
Points<double, 4> folded(double angle) {
    return {{{0, 0, 0}, {0, 0, 2}, {-1, 0, 1.2}, {std::cos(angle), std::sin(angle), 0.7}}};
}

/// The forces as the lecture prints them, x₁ and x₂ the apices, x₃ and x₄ the ends of the edge.
struct Printed {
    Vec3 u[4], force[4];
    Printed(const Points<double, 4>& x, double k) {
        const Vec3 x1 = x[2], x2 = x[3], x3 = x[0], x4 = x[1], e = x4 - x3;
        const Vec3 n1 = cross(x1 - x3, x1 - x4), n2 = cross(x2 - x4, x2 - x3);
        const Vec3 m1 = n1 / norm_squared(n1), m2 = n2 / norm_squared(n2);
        const double l = norm(e);
        u[0] = l * m1;
        u[1] = l * m2;
        u[2] = (dot(x1 - x4, e) / l) * m1 + (dot(x2 - x4, e) / l) * m2;
        u[3] = -(dot(x1 - x3, e) / l) * m1 - (dot(x2 - x3, e) / l) * m2;
        const double cosine = dot(n1, n2) / (norm(n1) * norm(n2));
        const double sign = dot(cross(n1, n2), e) < 0.0 ? -1.0 : 1.0;
        const double half_sine = sign * std::sqrt(0.5 * (1.0 - cosine));
        for (int i = 0; i < 4; ++i) force[i] = (k * l * l / (norm(n1) + norm(n2)) * half_sine) * u[i];
    }
};

TEST(EdgeSpring, GivesThePrintedForcesWhereNothingIsStretched) {
    const double k = 3.0;
    const EdgeSpring::Element e = EdgeSpring::make({folded(0.0), 0.0, 2}, &k);
    for (const double angle : {0.4, -1.1, 2.5}) {
        const Points<double, 4> x = folded(angle);
        const Derivatives<4> d = EdgeSpring::derivatives(x, e);
        const Printed printed(x, k);
        const int number[4] = {2, 3, 0, 1};
        for (int i = 0; i < 4; ++i)
            for (int a = 0; a < 3; ++a)
                EXPECT_NEAR(-d.gradient[3 * number[i] + a], printed.force[i][a], 1e-12) << angle << " " << i;
    }
}

TEST(EdgeSpring, DirectionsOfForceCancel) {
    RandomMatrices random(5);
    for (int n = 0; n < 20; ++n) {
        Points<double, 4> x = folded(0.3);
        for (int i = 0; i < 4; ++i) x[i] += 0.3 * random.matrix<3, 1>();
        const Printed printed(x, 1.0);
        EXPECT_NEAR(norm(printed.u[0] + printed.u[1] + printed.u[2] + printed.u[3]), 0.0, 1e-12);
    }
}

TEST(EdgeSpring, IsAHingeOfAQuarterOfItsStiffnessForSmallAngles) {
    const double k = 4.0, rigidity = 1.0;
    const EdgeSpring::Element spring = EdgeSpring::make({folded(0.0), 0.0, 2}, &k);
    const HingeBending::Element hinge = HingeBending::make({folded(0.0), 0.0, 2}, &rigidity);
    EXPECT_NEAR(EdgeSpring::energy(folded(0.01), spring) / HingeBending::energy(folded(0.01), hinge), 1.0, 1e-5);
    EXPECT_LT(EdgeSpring::energy(folded(2.0), spring), HingeBending::energy(folded(2.0), hinge));
}

}  // namespace
}  // namespace talweg::edge_spring_test
