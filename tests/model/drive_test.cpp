/// Fields and emitters by themselves: forms, invariants, who lives when.
#include "talweg/model/drive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talweg::drive_test {
namespace {

Vec3 acceleration(const ForceField& field, const Vec3& x, double t = 0.0) {
    return field.driven(x, Vec3::zero(), t, 1.0);
}

TEST(ForceField, FollowsItsFormula) {
    const ForceField point{PointField{{1, 0, 0}, 4.0, 0.0}, {}};
    EXPECT_NEAR(acceleration(point, {3, 0, 0})[0], -1.0, 1e-14);  // 4/2²
    const ForceField vortex{VortexField{{0, 0, 0}, {0, 0, 1}, 6.0, 0.0}, {}};
    EXPECT_LT(norm(acceleration(vortex, {2, 0, 5}) - Vec3{0, 3, 0}), 1e-14);  // 6/2, right-handed, whatever the height
    const ForceField uniform{UniformField{{Curve{1.0}, Curve{Expression("x*y + t", Variables::time_and_place)}, {}}},
                             {}};
    EXPECT_LT(norm(acceleration(uniform, {2, 3, 0}, 4.0) - Vec3{1, 10, 0}), 1e-14);
    // Wind is taken where the step ends: v' = v + h r (w − v'), for any h.
    const ForceField wind{WindField{{Curve{5.0}, {}, {}}, 2.0}, {}};
    for (const double h : {0.01, 1.0, 1e6}) {
        const Vec3 v{1, 2, 0}, next = wind.driven({0, 0, 0}, v, 0.0, h);
        EXPECT_LT(norm(next - (v + 2.0 * h * (Vec3{5, 0, 0} - next))), 1e-9 * (1.0 + h)) << h;
    }
}

TEST(ForceField, TurbulenceHasItsStrengthAndNoDivergence) {
    for (const bool planar : {false, true}) {
        const ForceField field{TurbulenceField(3.0, 0.5, 0.0, 7, planar), {}};
        double squares = 0.0, divergence = 0.0, slopes = 0.0;
        int count = 0;
        constexpr double d = 1e-5;
        for (int i = 0; i < 20; ++i)
            for (int j = 0; j < 20; ++j)
                for (int k = 0; k < 20; ++k, ++count) {
                    const Vec3 x{0.37 * i, 0.41 * j, 0.43 * k};
                    squares += norm_squared(acceleration(field, x));
                    double here = 0.0;
                    for (int a = 0; a < 3; ++a) {
                        Vec3 e = Vec3::zero();
                        e[a] = d;
                        const double slope =
                            (acceleration(field, x + e)[a] - acceleration(field, x - e)[a]) / (2.0 * d);
                        here += slope;
                        slopes = std::max(slopes, std::fabs(slope));
                    }
                    divergence = std::max(divergence, std::fabs(here));
                }
        EXPECT_NEAR(std::sqrt(squares / count), 3.0, 0.3);
        EXPECT_LT(divergence, 1e-6 * slopes);
        EXPECT_EQ(planar, acceleration(field, {0.1, 0.2, 0.3})[2] == 0.0);
        const ForceField same{TurbulenceField(3.0, 0.5, 0.0, 7, planar), {}},
            other{TurbulenceField(3.0, 0.5, 0.0, 8, planar), {}};
        EXPECT_TRUE(acceleration(field, {1, 2, 3}) == acceleration(same, {1, 2, 3}));
        EXPECT_FALSE(acceleration(field, {1, 2, 3}) == acceleration(other, {1, 2, 3}));
    }
}

TEST(Emitter, KeepsItsRateAndLifetimes) {
    Emitter emitter{.count = 50, .sources = {{0, 0, 0}, {1, 0, 0}}, .rate = 100.0, .lifetime = 0.4, .begin = 0.2};
    EXPECT_EQ(emitter.living(0.19), 0);
    EXPECT_EQ(emitter.living(0.2), 1);
    EXPECT_NEAR(emitter.living(0.3), 10, 1);
    for (const double t : {0.7, 1.3, 20.0}) EXPECT_NEAR(emitter.living(t), 40, 1) << t;  // rate × lifetime
    for (int k = 0; k < 50; ++k) {
        EXPECT_LT(emitter.age(k, 3.21), 0.4);
        // Every 0.5 s, count/rate, the same particle is born again, at the next place in turn.
        EXPECT_NEAR(emitter.age(k, 3.21), emitter.age(k, 3.71), 1e-12);
        EXPECT_EQ(emitter.birth(k, 3.21).place[0], double(k % 2));
    }
    emitter.lifetime = std::numeric_limits<double>::infinity();
    EXPECT_EQ(emitter.living(1000.0), 50);
    EXPECT_NEAR(emitter.age(7, 1000.0), 1000.0 - 0.2 - 0.07, 1e-9);
}

TEST(Emitter, SpreadsEvenlyOverItsCone) {
    Emitter emitter{.count = 4000,
                    .sources = {{0, 0, 0}},
                    .direction = {0, 0, 1},
                    .speed = 2.0,
                    .spread = 30.0 * std::numbers::pi / 180.0,
                    .rate = 1.0};
    Vec3 mean = Vec3::zero();
    double steepest = 1.0;
    for (int k = 0; k < emitter.count; ++k) {
        const Vec3 v = emitter.birth(k, 1e6).velocity;
        EXPECT_NEAR(norm(v), 2.0, 1e-12);
        steepest = std::min(steepest, v[2] / 2.0);
        mean += v / (2.0 * emitter.count);
    }
    // Over the cap cos θ is evenly between cos 30° and 1.
    EXPECT_NEAR(mean[2], 0.5 * (1.0 + std::cos(emitter.spread)), 2e-3);
    EXPECT_LT(std::hypot(mean[0], mean[1]), 0.02);
    EXPECT_GE(steepest, std::cos(emitter.spread) - 1e-12);
    EXPECT_LT(steepest, std::cos(emitter.spread) + 1e-3);
    emitter.planar = true;
    emitter.direction = {0, 1, 0};
    for (int k = 0; k < 100; ++k) EXPECT_EQ(emitter.birth(k, 1e6).velocity[2], 0.0);
}

}  // namespace
}  // namespace talweg::drive_test
