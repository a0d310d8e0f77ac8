#include "talweg/model/shape_matching.hpp"

#include <gtest/gtest.h>

#include <random>

#include "talweg/math/polar.hpp"

namespace talweg::shape_matching_test {
namespace {

constexpr int count = 7;

Positions random_places(int seed, bool planar) {
    std::mt19937 random(seed);
    Positions x(count);
    for (Vec3& each : x)
        for (int a = 0; a < (planar ? 2 : 3); ++a) each[a] = random() / 2147483648.0 - 1.0;
    return x;
}
std::vector<double> masses() { return {1, 2, 0.5, 1.5, 1, 3, 0.7}; }

ShapeMatching term_of(const Positions& rest, bool planar) {
    std::vector<MatchedShape> shapes;
    shapes.emplace_back(0, 40.0, masses(), rest, planar);
    return ShapeMatching(std::move(shapes));
}
double energy(const ShapeMatching& term, const Positions& x) {
    return term.energy({x.data(), x.data(), 1.0}, 0, term.element_count());
}
Positions gradient(const ShapeMatching& term, const Positions& x) {
    Positions g(x.size(), Vec3::zero());
    term.look(x.data())->add_gradient({x.data(), x.data(), 1.0}, 1.0, g.data());
    return g;
}
/// The rest shape turned, moved and put a little out of shape.
Positions bent(const Positions& rest, bool planar, double part) {
    Mat3 any = Mat3::identity();
    any(0, 1) = -0.8;
    any(1, 0) = 0.9;
    if (!planar) any(2, 0) = 0.4;
    const Mat3 turn = polar_rotation(any);
    const Positions noise = random_places(5, planar);
    Positions x(count);
    for (int i = 0; i < count; ++i) x[i] = turn * rest[i] + Vec3{3, -1, planar ? 0.0 : 2.0} + part * noise[i];
    return x;
}

TEST(ShapeMatching, IsNothingToMotionsOfTheWhole) {
    for (const bool planar : {false, true}) {
        const Positions rest = random_places(1, planar);
        const ShapeMatching term = term_of(rest, planar);
        EXPECT_LT(energy(term, bent(rest, planar, 0.0)), 1e-27);
        // A mirror image is not the shape.
        Positions mirrored = rest;
        for (Vec3& x : mirrored) x[0] = -x[0];
        EXPECT_GT(energy(term, mirrored), 1.0) << planar;
    }
}

TEST(ShapeMatching, GradientIsThatOfTheEnergyAndMovesNothingAsAWhole) {
    for (const bool planar : {false, true}) {
        const Positions rest = random_places(1, planar);
        const ShapeMatching term = term_of(rest, planar);
        Positions x = bent(rest, planar, 0.2);
        const Positions g = gradient(term, x);
        Vec3 force = Vec3::zero(), moment = Vec3::zero();
        for (int i = 0; i < count; ++i) {
            force += g[i];
            moment += cross(x[i], g[i]);
            for (int a = 0; a < (planar ? 2 : 3); ++a) {
                constexpr double step = 1e-5;
                const double at = x[i][a];
                x[i][a] = at + step;
                const double ahead = energy(term, x);
                x[i][a] = at - step;
                const double behind = energy(term, x);
                x[i][a] = at;
                EXPECT_NEAR(g[i][a], (ahead - behind) / (2.0 * step), 1e-7) << i << ' ' << a;
            }
        }
        EXPECT_LT(norm(force), 1e-12);
        EXPECT_LT(norm(moment), 1e-11);
    }
}

TEST(ShapeMatching, HessianIsExactWhereTheShapeFitsAndNeverNegative) {
    const Positions rest = random_places(1, false), d = random_places(3, false);
    const ShapeMatching term = term_of(rest, false);
    const auto image = [&](const Positions& x) {
        Positions y(count, Vec3::zero());
        term.look(x.data())->hessian({x.data(), x.data(), 1.0}, 1.0)->add_product(d.data(), y.data());
        return y;
    };
    const Positions x = bent(rest, false, 0.0), exact = image(x);
    constexpr double step = 1e-6;
    Positions ahead = x, behind = x;
    for (int i = 0; i < count; ++i) {
        ahead[i] += step * d[i];
        behind[i] -= step * d[i];
    }
    const Positions high = gradient(term, ahead), low = gradient(term, behind);
    for (int i = 0; i < count; ++i) EXPECT_LT(norm(exact[i] - (high[i] - low[i]) / (2.0 * step)), 1e-6) << i;
    for (int seed = 10; seed < 20; ++seed) {
        const Positions away = random_places(seed, false), y = image(away);
        double curvature = 0.0;
        for (int i = 0; i < count; ++i) curvature += dot(d[i], y[i]);
        EXPECT_GE(curvature, 0.0) << seed;
    }
}

}  // namespace
}  // namespace talweg::shape_matching_test
