/// Random and contrived motions by the thousand (by the million with TALWEG_ALL), each judged in extended precision:
/// no contact is missed, every reported one is there, and the time is tight.
#include "talweg/geometry/collision_time/collision_time.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "../random_points.hpp"
#include "motion_reference.hpp"

namespace talweg::collision_time_test {
namespace {

using testing::Extended;
using testing::MotionReference;
using testing::RandomPoints;
using testing::Verdict;

constexpr double slack = 0.1;

struct PointTriangle {
    static constexpr int first = 1;
    static double time(const Points<double, 4>& x, const Points<double, 4>& dx, double separation) {
        return collision_time_point_triangle(x, dx, separation, slack);
    }
    static Extended nearest(const Points<long double, 4>& y) { return testing::extended_point_triangle(y); }
    /// Weights of a place on each feature, corners and sides included; places of the second feature count negative.
    static std::array<double, 4> close_pair(RandomPoints& random) {
        double u = random.below(4) == 0 ? 0.0 : random.uniform(0, 1),
               v = random.below(4) == 0 ? 0.0 : random.uniform(0, 1);
        if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
        return {1.0, u + v - 1.0, -u, -v};
    }
};
struct EdgeEdge {
    static constexpr int first = 2;
    static double time(const Points<double, 4>& x, const Points<double, 4>& dx, double separation) {
        return collision_time_edge_edge(x, dx, separation, slack);
    }
    static Extended nearest(const Points<long double, 4>& y) { return testing::extended_edge_edge(y); }
    static std::array<double, 4> close_pair(RandomPoints& random) {
        const double s = random.below(4) == 0 ? random.below(2) : random.uniform(0, 1);
        const double t = random.below(4) == 0 ? random.below(2) : random.uniform(0, 1);
        return {1.0 - s, s, t - 1.0, -t};
    }
};

struct Motion {
    Points<double, 4> x, dx;
    double separation = 0.0;
};

template <class Kind>
Motion random_motion(RandomPoints& random) {
    Motion m{random.points<4>(), random.points<4>(random.power(-2, 1)), 0.0};
    const int shape = random.below(5), course = random.below(6);
    if (shape == 0)  // flat: everything in one plane
        for (int i = 0; i < 4; ++i) m.x[i][2] = m.dx[i][2] = 0.0;
    if (shape == 1) {  // parallel edges, a triangle of almost no area
        m.x[3] = m.x[2] + random.uniform(-1, 1) * (m.x[1] - m.x[0]);
        if (random.chance(0.5)) m.dx[3] = m.dx[2] + random.power(-8, 0) * random.in_cube();
        if (random.chance(0.5)) m.dx[1] = m.dx[0];
    }
    if (shape == 2)  // slender: points almost in one place or on one line
        for (int i = 1; i < 4; ++i) m.x[i] = m.x[1] + random.power(-3, 0) * (m.x[i] - m.x[1]);
    if (shape == 3) {  // rigid features
        for (int i = 0; i < 4; ++i) m.dx[i] = m.dx[i < Kind::first ? 0 : Kind::first];
    }
    if (course <= 3) {  // two places meet at a time between 0 and 1: x becomes the state then, taken back
        const auto weight = Kind::close_pair(random);
        Vec3 miss = Vec3::zero(), relative = Vec3::zero();
        for (int i = 0; i < 4; ++i) miss += weight[i] * m.x[i], relative += weight[i] * m.dx[i];
        for (int i = 0; i < Kind::first; ++i) m.x[i] -= miss;
        if (course == 1) {  // they meet without closing speed across the features
            const Vec3 n =
                Kind::first == 1 ? cross(m.x[2] - m.x[1], m.x[3] - m.x[1]) : cross(m.x[1] - m.x[0], m.x[3] - m.x[2]);
            if (dot(n, n) > 0.0)
                for (int i = 0; i < Kind::first; ++i) m.dx[i] -= (dot(relative, n) / dot(n, n)) * n;
        }
        if (course == 2)  // and almost miss
            for (int i = 0; i < Kind::first; ++i) m.x[i] += random.power(-9, -2) * random.direction();
        const double when = random.power(-6, 0);
        for (int i = 0; i < 4; ++i) m.x[i] -= when * m.dx[i];
    }
    const double scale = random.chance(0.3) ? random.power(-8, 8) : 1.0;
    for (int i = 0; i < 4; ++i) m.x[i] = scale * m.x[i], m.dx[i] = scale * m.dx[i];
    if (random.chance(0.3)) {  // far from the origin
        const Vec3 shift = scale * random.power(0, 3) * random.direction();
        for (int i = 0; i < 4; ++i) m.x[i] += shift;
    }
    if (random.chance(0.3))
        m.separation = random.uniform(0, 1) * double(norm(Kind::nearest(testing::moved(m.x, m.dx, 0.0L))));
    return m;
}

template <class Kind>
class CollisionTime : public ::testing::Test {};
using Kinds = ::testing::Types<PointTriangle, EdgeEdge>;
TYPED_TEST_SUITE(CollisionTime, Kinds);

template <class Kind>
auto reference(const Motion& m) {
    return MotionReference<4, Kind::first, decltype(&Kind::nearest)>(m.x, m.dx, &Kind::nearest);
}

TYPED_TEST(CollisionTime, MissesNoContactAndInventsNone) {
    const int queries = std::getenv("TALWEG_ALL") ? 500000 : 10000;
    RandomPoints random(31);
    int hits = 0, undecided = 0, failures = 0;
    for (int n = 0; n < queries && failures < 10; ++n) {
        const Motion m = random_motion<TypeParam>(random);
        const auto exact = reference<TypeParam>(m);
        const long double gap = exact.distance(0.0L) - m.separation;
        const double t = TypeParam::time(m.x, m.dx, m.separation);
        double size = 0.0;
        for (int i = 1; i < 4; ++i) size = std::max({size, norm(m.x[i] - m.x[0])});
        if (gap < 1e-12 * size) {  // in contact from the start, as far as rounding can tell
            EXPECT_TRUE(t == 0.0 || gap > 0.0L) << n;
            continue;
        }
        EXPECT_GE(t, 0.0);
        EXPECT_LE(t, 1.0);
        const Verdict safe = exact.stays_above(m.separation, t);
        EXPECT_NE(safe, Verdict::refuted) << "missed: query " << n << ", t = " << t;
        undecided += safe == Verdict::undecided;
        if (t < 1.0) {
            ++hits;
            const Verdict open =
                exact.stays_above(m.separation + 1e-5L * gap + 1e-14L * size, std::min(1.0L, t / 0.8L));
            EXPECT_NE(open, Verdict::proved) << "not tight: query " << n << ", t = " << t;
            undecided += open == Verdict::undecided;
            failures += open == Verdict::proved;
        }
        failures += safe == Verdict::refuted;
    }
    EXPECT_GT(hits, queries / 4);
    EXPECT_LE(undecided, queries / 1000);
}

TYPED_TEST(CollisionTime, WithoutMotionThereIsNoContact) {
    RandomPoints random(32);
    for (int n = 0; n < 200; ++n) {
        const auto x = random.points<4>(random.power(-6, 6));
        Points<double, 4> dx{};
        if (n % 2 == 0)
            for (auto& d : dx.at) d = Vec3{3.0, -2.0, 1e6};  // all alike
        EXPECT_EQ(TypeParam::time(x, dx, 0.0), 1.0);
    }
}

/// A point above a triangle, or an edge above another: d apart along y.
template <class Kind>
Points<double, 4> above(double d) {
    if (Kind::first == 1) return {{{0, d, 0}, {-1, 0, -1}, {2, 0, -1}, {-1, 0, 2}}};
    return {{{-1, d, 0.1}, {1, d, -0.1}, {0, 0, -1}, {0.2, 0, 1}}};
}
template <class Kind>
Points<double, 4> moving(const Vec3& v) {
    Points<double, 4> dx{};
    for (int i = 0; i < Kind::first; ++i) dx[i] = v;
    return dx;
}

TYPED_TEST(CollisionTime, AFallTakesTheTimeOfItsHeight) {
    for (const double height : {1e-12, 1e-6, 1e-3, 1.0, 1e3})
        for (const double fall : {1e-3, 1.0, 100.0}) {  // the last: 1000 m/s for a tenth of a second
            const double t = TypeParam::time(above<TypeParam>(height), moving<TypeParam>({0, -fall, 0}), 0.0);
            const double exact = height / fall;
            if (exact <= 1.0) {
                EXPECT_LE(t, (1.0 - slack) * exact);
                EXPECT_GE(t, 0.99 * (1.0 - slack) * exact) << height << ' ' << fall;
            } else {
                EXPECT_EQ(t, 1.0);
            }
        }
}

TYPED_TEST(CollisionTime, AMinimumSeparationIsReachedEarlier) {
    const double t = TypeParam::time(above<TypeParam>(1.0), moving<TypeParam>({0, -2, 0}), 0.5);
    EXPECT_NEAR(t, (1.0 - slack) * 0.25, 1e-3);
    EXPECT_EQ(TypeParam::time(above<TypeParam>(1.0), moving<TypeParam>({0, -0.4999, 0}), 0.5), 1.0);
}

TYPED_TEST(CollisionTime, SlidingPastAndMovingApartAreFree) {
    for (const double gap : {1e-12, 1e-9, 1e-6, 1e-3})
        for (const double speed : {1e-3, 1.0, 1e3}) {
            const auto x = above<TypeParam>(gap);
            EXPECT_EQ(TypeParam::time(x, moving<TypeParam>({speed, 0, 0}), 0.0), 1.0) << gap << ' ' << speed;
            EXPECT_EQ(TypeParam::time(x, moving<TypeParam>({0, speed, speed}), 0.0), 1.0) << gap << ' ' << speed;
            EXPECT_EQ(TypeParam::time(x, moving<TypeParam>({speed, -0.5 * gap, 0}), 0.0), 1.0) << gap << ' ' << speed;
        }
}

TYPED_TEST(CollisionTime, ContactFromTheStartLeavesNoTime) {
    EXPECT_EQ(TypeParam::time(above<TypeParam>(0.0), moving<TypeParam>({0, -1, 0}), 0.0), 0.0);
    EXPECT_EQ(TypeParam::time(above<TypeParam>(0.1), moving<TypeParam>({0, -1, 0}), 0.1), 0.0);
    EXPECT_EQ(TypeParam::time(above<TypeParam>(0.1), moving<TypeParam>({0, -1, 0}), 0.2), 0.0);
}

TEST(CollisionTimePlanar, PointsAndEdgesMissNoContact) {
    RandomPoints random(33);
    int hits = 0;
    for (int n = 0; n < 5000; ++n) {
        Points<double, 3> x = random.points<3>(), dx = random.points<3>(random.power(-1, 1));
        for (int i = 0; i < 3; ++i) x[i][2] = dx[i][2] = 0.0;
        const auto nearest = [](const Points<long double, 3>& y) {
            return testing::extended_point_edge(y[0], y[1], y[2]);
        };
        const MotionReference<3, 1, decltype(nearest)> exact(x, dx, nearest);
        const long double gap = exact.distance(0.0L);
        const double t = collision_time_point_edge(x, dx, 0.0, slack);
        EXPECT_EQ(exact.stays_above(0.0L, t), Verdict::proved) << n;
        if (t == 1.0) continue;
        ++hits;
        EXPECT_EQ(exact.stays_above(1e-5L * gap, std::min(1.0L, t / 0.8L)), Verdict::refuted) << n;
    }
    EXPECT_GT(hits, 500);
}

TEST(CollisionTimePlanar, TwoPoints) {
    EXPECT_NEAR(collision_time_point_point({{{0, 0, 0}, {1, 0, 0}}}, {{{1, 0, 0}, {-1, 0, 0}}}, 0.0, slack), 0.45,
                1e-3);
    EXPECT_EQ(collision_time_point_point({{{0, 0, 0}, {1, 1e-3, 0}}}, {{{1, 0, 0}, {-1, 0, 0}}}, 0.0, slack), 1.0);
    // A disc of radius 0.6 is met when the remaining way along x is 0.8 − that is, after 0.2 of it, at speed 2.
    EXPECT_NEAR(collision_time_point_point({{{0, 0, 0}, {1, 0.6, 0}}}, {{{1, 0, 0}, {-1, 0, 0}}}, 1.0, slack), 0.09,
                1e-3);
}

}  // namespace
}  // namespace talweg::collision_time_test
