/// Closed-form derivatives of every squared distance against jets, on well- and badly-shaped points, and their
/// invariances.
#include "talweg/geometry/distance/differentiated.hpp"

#include <gtest/gtest.h>

#include "../random_points.hpp"
#include "talweg/geometry/distance/edge_edge_cross.hpp"
#include "talweg/geometry/distance/line_line.hpp"
#include "talweg/geometry/distance/point_plane.hpp"
#include "talweg/math/jet.hpp"

namespace talweg::differentiated_test {
namespace {

using testing::RandomPoints;

/// One kind of distance: its derivatives in closed form and its value for any scalar.
struct PointPoint {
    static constexpr int count = 2;
    static Differentiated<2> closed(const Points<double, 2>& x) { return point_point_distance(x[0], x[1]); }
    template <class Real>
    static Real value(const Points<Real, 2>& x) {
        return point_point_squared(x[0], x[1]);
    }
};
struct PointLine {
    static constexpr int count = 3;
    static Differentiated<3> closed(const Points<double, 3>& x) { return point_line_distance(x[0], x[1], x[2]); }
    template <class Real>
    static Real value(const Points<Real, 3>& x) {
        return point_line_squared(x[0], x[1], x[2]);
    }
};
struct PointPlane {
    static constexpr int count = 4;
    static Differentiated<4> closed(const Points<double, 4>& x) { return point_plane_distance(x[0], x[1], x[2], x[3]); }
    template <class Real>
    static Real value(const Points<Real, 4>& x) {
        return point_plane_squared(x[0], x[1], x[2], x[3]);
    }
};
struct LineLine {
    static constexpr int count = 4;
    static Differentiated<4> closed(const Points<double, 4>& x) { return line_line_distance(x[0], x[1], x[2], x[3]); }
    template <class Real>
    static Real value(const Points<Real, 4>& x) {
        return line_line_squared(x[0], x[1], x[2], x[3]);
    }
};
struct EdgesCross {
    static constexpr int count = 4;
    static Differentiated<4> closed(const Points<double, 4>& x) {
        return edge_edge_cross_squared(x[0], x[1], x[2], x[3]);
    }
    template <class Real>
    static Real value(const Points<Real, 4>& x) {
        return cross_squared(x[0], x[1], x[2], x[3]);
    }
};

template <class Kind>
class SquaredDistance : public ::testing::Test {};
using Kinds = ::testing::Types<PointPoint, PointLine, PointPlane, LineLine, EdgesCross>;
TYPED_TEST_SUITE(SquaredDistance, Kinds);

template <int N>
bool finite(const Differentiated<N>& d) {
    bool all = std::isfinite(d.value);
    for (double v : d.gradient.data) all = all && std::isfinite(v);
    for (double v : d.hessian.data) all = all && std::isfinite(v);
    return all;
}

template <class Kind, int N = Kind::count>
void expect_like_jets(const Points<double, N>& x, double tolerance) {
    const Differentiated<N> closed = Kind::closed(x);
    const Derivatives<N> jets = differentiate<N>(x, [](const auto& y) { return Kind::value(y); });
    EXPECT_NEAR(closed.value, jets.energy, tolerance * (jets.energy + 1e-300));
    EXPECT_LE(frobenius(closed.gradient - jets.gradient), tolerance * frobenius(jets.gradient));
    EXPECT_LE(frobenius(closed.hessian - jets.hessian), tolerance * frobenius(jets.hessian));
    EXPECT_EQ(frobenius(closed.hessian - closed.hessian.transposed()), 0.0);
}

TYPED_TEST(SquaredDistance, ClosedFormIsThatOfJets) {
    RandomPoints random(11);
    for (int n = 0; n < 300; ++n) {
        auto x = random.points<TypeParam::count>();
        const double scale = random.power(-4, 4);
        for (auto& p : x.at) p = scale * p;
        expect_like_jets<TypeParam>(x, 1e-7);
    }
}

TYPED_TEST(SquaredDistance, SlenderFeaturesKeepTheirDigits) {
    RandomPoints random(12);
    for (int n = 0; n < 300; ++n) {
        auto x = random.points<TypeParam::count>();
        // The last edge, turned almost into the direction of the first.
        if constexpr (TypeParam::count == 4) x[3] = x[2] + (x[1] - x[0]) + random.power(-4, -2) * random.direction();
        expect_like_jets<TypeParam>(x, 1e-4);
    }
}

TYPED_TEST(SquaredDistance, MovingAllPointsAlikeChangesNothing) {
    RandomPoints random(13);
    for (int n = 0; n < 100; ++n) {
        const auto d = TypeParam::closed(random.points<TypeParam::count>());
        Vec3 sum = Vec3::zero();
        for (int i = 0; i < TypeParam::count; ++i)
            for (int a = 0; a < 3; ++a) sum[a] += d.gradient[3 * i + a];
        EXPECT_LE(norm(sum), 1e-12 * frobenius(d.gradient));
    }
}

TYPED_TEST(SquaredDistance, DegenerateFeaturesStayFinite) {
    RandomPoints random(14);
    for (int n = 0; n < 400; ++n) {
        auto x = random.points<TypeParam::count>();
        const int last = TypeParam::count - 1;
        const double offset = n % 4 == 0 ? 0.0 : random.power(-30, -6);
        switch (n % 5) {
            case 0:
                x[last] = x[last - 1] + offset * random.direction();
                break;  // no edge
            case 1:
                x[last] = 0.3 * x[0] + 0.7 * x[1] + offset * random.direction();
                break;  // on a line
            case 2:
                x[last] = x[last - 1] + (x[1] - x[0]) + offset * random.direction();
                break;  // parallel
            case 3:
                x[1] = x[0] + offset * random.direction();
                break;
            default:
                for (auto& p : x.at) p = x[0] + offset * random.direction();  // all at one place
        }
        EXPECT_TRUE(finite(TypeParam::closed(x))) << n;
        EXPECT_TRUE(std::isfinite(TypeParam::value(x))) << n;
    }
}

TEST(SquaredDistanceValues, KnownPlaces) {
    EXPECT_DOUBLE_EQ(point_point_squared(Vec3{1, 2, 3}, Vec3{2, 4, 5}), 9.0);
    EXPECT_DOUBLE_EQ(point_line_squared(Vec3{5, 3, 4}, Vec3{0, 0, 0}, Vec3{1, 0, 0}), 25.0);
    EXPECT_DOUBLE_EQ(point_plane_squared(Vec3{9, -2, 7}, Vec3{0, 1, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 1}), 9.0);
    EXPECT_DOUBLE_EQ(line_line_squared(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 2, 5}, Vec3{0, 2, 6}), 4.0);
    EXPECT_DOUBLE_EQ(cross_squared(Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{0, 2, 5}, Vec3{0, 2, 8}), 36.0);
}

TEST(SquaredDistanceValues, ParallelLinesHaveTheDistanceOfAPointToALine) {
    const Vec3 a0{0, 0, 0}, a1{2, 0, 0}, b0{7, 3, 4}, b1{8, 3, 4};
    EXPECT_DOUBLE_EQ(line_line_squared(a0, a1, b0, b1), 25.0);
    EXPECT_DOUBLE_EQ(line_line_distance(a0, a1, b0, b1).value, 25.0);
    // Almost parallel, a micrometre apart: the value keeps its digits.
    const Vec3 c0{0.2, 1e-6, -1e-7}, c1{0.7, 1e-6, 1e-7};
    EXPECT_NEAR(line_line_distance(a0, a1, c0, c1).value, 1e-12, 1e-20);
    EXPECT_NEAR(line_line_squared(a0, a1, c0, c1), 1e-12, 1e-20);
}

TEST(SquaredDistanceValues, ASmallDistanceHasTheRightDirection) {
    // A nanometre beside a metre: the force must not be turned by what rounding left along the line.
    const Vec3 a{0.1, 0.2, 0.3}, b{0.9, 0.4, 0.5}, e = b - a;
    const Vec3 side = cross(e, Vec3{0, 0, 1}) / norm(cross(e, Vec3{0, 0, 1}));
    const auto d = point_line_distance(a + 0.37 * e + 1e-9 * side, a, b);
    EXPECT_NEAR(std::sqrt(d.value), 1e-9, 1e-15);
    const Vec3 g{d.gradient[0], d.gradient[1], d.gradient[2]};
    EXPECT_LE(std::fabs(dot(g, e)), 1e-14 * norm(g) * norm(e));
}

}  // namespace
}  // namespace talweg::differentiated_test
