/// The terms of a liquid by themselves: gradients, Hessians, what cancels, what a lattice at rest feels.
#include "talweg/model/liquid.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "support/threads.hpp"

namespace talweg::liquid_test {
namespace {

constexpr double spacing = 0.1;

/// n × n (× n) particles on a lattice, displaced at random, then a wall below and one aside.
struct Drop {
    Positions x;
    std::shared_ptr<LiquidParticles> particles = std::make_shared<LiquidParticles>();

    Drop(int n, int dimension, double displaced, bool walls) {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> number(-displaced, displaced);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                for (int k = 0; k < (dimension == 2 ? 1 : n); ++k) {
                    Vec3 at{(i + 0.5) * spacing, (j + 0.5) * spacing, dimension == 2 ? 0.0 : (k + 0.5) * spacing};
                    for (int a = 0; a < dimension; ++a) at[a] += spacing * number(random);
                    x.push_back(at);
                }
        for (int i = 0; i < static_cast<int>(x.size()); ++i) particles->points.push_back(i);
        particles->bulk.assign(x.size(), 2e4);
        particles->viscosity.assign(x.size(), 3.0);
        particles->clings.assign(x.size(), 1);
        particles->spacing = spacing;
        particles->dimension = dimension;
        if (!walls) return;
        const int next = static_cast<int>(x.size());
        particles->walls.planes = {{next, {0, 1, 0}}};
        particles->walls.features = {{{next + 1, next + 2, -1}, 2, 0.0, 1}};
        if (dimension == 3) particles->walls.features = {{{next + 1, next + 2, next + 3}, 3, 0.0, 1}};
        x.insert(x.end(), {{0.3, 0, 0}, {0, -10, -10}, {0, 10, -10}, {0, 0, 10}});
    }
    int count() const { return static_cast<int>(particles->points.size()); }
};

Positions moved(const Positions& x, double by, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-by, by);
    Positions to = x;
    for (Vec3& p : to)
        for (int a = 0; a < 3; ++a) p[a] += number(random);
    return to;
}

double inner(const Positions& a, const Positions& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
    return sum;
}

/// Along a direction: the slope by differences of energies, the Hessian by differences of gradients; and its diagonal
/// by products with single components.
void expect_derivatives(const NeighbourTerm& term, const Drop& drop) {
    const Positions x = moved(drop.x, 0.01 * spacing, 1), zero(x.size(), Vec3::zero());
    Positions d = moved(zero, 1.0, 2);
    const auto view = term.look(drop.x.data());
    const double rate = 20.0, step = 1e-6;
    const auto at = [&](double way) {
        Positions place = x;
        for (std::size_t i = 0; i < x.size(); ++i) place[i] += way * d[i];
        return place;
    };
    const Positions before = at(-step), after = at(step);
    Positions g = zero, g_before = zero, g_after = zero, product = zero, scaled = zero;
    const EnergySum sum = view->add_gradient({x.data(), drop.x.data(), rate}, 1.0, g.data());
    view->add_gradient({x.data(), drop.x.data(), rate}, -2.0, scaled.data());
    view->add_gradient({before.data(), drop.x.data(), rate}, 1.0, g_before.data());
    view->add_gradient({after.data(), drop.x.data(), rate}, 1.0, g_after.data());
    const double e_before = view->energy({before.data(), drop.x.data(), rate}),
                 e_after = view->energy({after.data(), drop.x.data(), rate});
    EXPECT_GT(sum.value, 0.0);
    EXPECT_DOUBLE_EQ(sum.value, view->energy({x.data(), drop.x.data(), rate}));
    EXPECT_NEAR(inner(g, d), (e_after - e_before) / (2.0 * step), 1e-6 * std::fabs(inner(g, d)));
    EXPECT_NEAR(inner(scaled, d), -2.0 * inner(g, d), 1e-12 * std::fabs(inner(g, d)));
    const auto hessian = view->hessian({x.data(), drop.x.data(), rate}, 1.0);
    hessian->add_product(d.data(), product.data());
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_LT(norm(product[i] - (g_after[i] - g_before[i]) / (2.0 * step)), 1e-5 * norm(product[i]) + 1e-3) << i;
    EXPECT_GT(inner(product, d), 0.0);
    std::vector<Mat3> diagonal(x.size(), Mat3::zero());
    hessian->add_diagonal(diagonal.data());
    for (const int i : {0, drop.count() / 2, drop.count() - 1})
        for (int a = 0; a < 3; ++a) {
            Positions unit = zero, column = zero;
            unit[i][a] = 1.0;
            hessian->add_product(unit.data(), column.data());
            for (int b = 0; b < 3; ++b)
                EXPECT_NEAR(diagonal[i](b, a), column[i][b], 1e-9 * std::fabs(diagonal[i](a, a)) + 1e-9);
        }
    // Every point's force is answered, the walls' too.
    Vec3 push = Vec3::zero();
    double size = 0.0;
    for (const Vec3& each : g) {
        push += each;
        size += norm(each);
    }
    EXPECT_LT(norm(push), 1e-12 * size);
}

/// What pairs closer than a quarter of the spacing have at x, to first order from where the drop is.
double close_pairs(const Drop& drop, const Positions& x) {
    const double least = 0.25 * spacing;
    double sum = 0.0;
    for (int i = 0; i < drop.count(); ++i)
        for (int j = i + 1; j < drop.count(); ++j) {
            const Vec3 apart = drop.x[i] - drop.x[j];
            const double r = norm(apart);
            if (r > 2.0 * least) continue;
            const double overlap = std::max(0.0, 1.0 - dot(apart / r, x[i] - x[j]) / least);
            sum += 0.5 * 2e4 * drop.particles->volume() * overlap * overlap;
        }
    return sum;
}

TEST(Liquid, HasTheDerivativesOfItsEnergies) {
    for (const int dimension : {2, 3}) {
        const Drop drop(dimension == 2 ? 9 : 5, dimension, 0.5, true);  // some come close
        expect_derivatives(LiquidVolume(drop.particles), drop);
        expect_derivatives(LiquidViscosity(drop.particles), drop);
        drop.particles->least_squares = true;
        expect_derivatives(LiquidVolume(drop.particles), drop);
    }
}

/// Moves that are linear in space, G x with tr G < 0, make of every J the same part, J (1 + tr G): by least squares
/// wherever neighbours are, at the surface too; by kernels only where they are all around and in order. And what holds
/// against a turn of all does nothing.
TEST(Liquid, FitsLinearMovesByLeastSquares) {
    for (const int dimension : {2, 3}) {
        const Drop drop(dimension == 2 ? 12 : 7, dimension, 0.3, false);
        Mat3 squeeze = Mat3::zero(), turn = Mat3::zero();
        for (int a = 0; a < dimension; ++a) squeeze(a, a) = -0.6 - 0.1 * a;
        squeeze(0, 1) = 0.3;
        turn(0, 1) = 0.2;
        turn(1, 0) = -0.2;
        const auto moved_by = [&](const Mat3& g) {
            Positions x = drop.x;
            for (Vec3& each : x) each += g * each;
            return x;
        };
        const auto energy = [&](bool least_squares, const Mat3& g) {
            drop.particles->least_squares = least_squares;
            const LiquidVolume volume(drop.particles);
            const Positions x = moved_by(g);
            return volume.look(drop.x.data())->energy({x.data(), drop.x.data(), 1.0}) - close_pairs(drop, x);
        };
        double expected = 0.0, at_rest = 0.0;
        const double trace = squeeze(0, 0) + squeeze(1, 1) + squeeze(2, 2);
        for (const double density : LiquidVolume(drop.particles).measure(drop.x.data()).relative_density) {
            const auto of = [&](double j) {
                return 0.5 * 2e4 * drop.particles->volume() * std::max(0.0, 1.0 - j) * std::max(0.0, 1.0 - j);
            };
            expected += of((1.0 + trace) / density);
            at_rest += of(1.0 / density);
        }
        EXPECT_NEAR(energy(true, squeeze), expected, 1e-11 * expected) << dimension;
        EXPECT_NEAR(energy(true, turn), at_rest, 1e-11 * expected) << dimension;
        std::cout << "energy of a squeezed drop by kernels, of that by least squares: "
                  << energy(false, squeeze) / expected << '\n';
        EXPECT_GT(std::fabs(energy(false, squeeze) / expected - 1.0), 0.02) << "the two are not the same thing";
    }
}

TEST(Liquid, RestsOnItsLattice) {
    for (const int dimension : {2, 3}) {
        Drop drop(10, dimension, 0.0, true);
        const std::vector<double> p = LiquidVolume(drop.particles).pressures(drop.x.data());
        // In the middle nothing, next to walls next to nothing, of k: the lattice goes on in them.
        const int middle = dimension == 2 ? 55 : 555;
        EXPECT_NEAR(p[middle], 0.0, 1e-9 * 2e4);
        for (const double each : p) EXPECT_LT(each, 0.002 * 2e4);
        // Narrower by one per cent along every axis: J = 0.99^dimension.
        for (Vec3& x : drop.x) x = 0.99 * x;
        EXPECT_NEAR(LiquidVolume(drop.particles).pressures(drop.x.data())[middle],
                    2e4 * (1.0 - std::pow(0.99, dimension)), 0.04 * 2e4 * 0.01 * dimension);
    }
}

TEST(Liquid, DoesNotPullWhereItIsThin) {
    Drop drop(6, 3, 0.0, false);
    for (Vec3& x : drop.x) x = 1.1 * x;
    Positions g(drop.x.size(), Vec3::zero());
    EXPECT_EQ(LiquidVolume(drop.particles)
                  .look(drop.x.data())
                  ->add_gradient({drop.x.data(), drop.x.data(), 1.0}, 1.0, g.data())
                  .value,
              0.0);
    for (const Vec3& each : g) EXPECT_EQ(norm(each), 0.0);
}

TEST(Liquid, KeepsParticlesFromBecomingOne) {
    Drop drop(1, 3, 0.0, false);
    drop.x = {{0, 0, 0}, {0.01, 0, 0}, {5, 5, 5}, {5, 5, 5}};
    drop.particles->points = {0, 1, 2, 3};
    drop.particles->bulk.assign(4, 2e4);
    drop.particles->viscosity.assign(4, 0.0);
    drop.particles->clings.assign(4, 0);
    Positions g(4, Vec3::zero());
    LiquidVolume(drop.particles).look(drop.x.data())->add_gradient({drop.x.data(), drop.x.data(), 1.0}, 1.0, g.data());
    // k V₀ (1 − r/r₀)/r₀ apart, r₀ = 0.025 m; two in one place part as well.
    EXPECT_NEAR(g[1][0], -2e4 * 1e-3 * 0.6 / 0.025, 1e-9);
    EXPECT_NEAR(norm(g[2]), 2e4 * 1e-3 / 0.025, 1e-9);
    for (const auto& [a, b] : {std::array{0, 1}, std::array{2, 3}}) EXPECT_LT(norm(g[a] + g[b]), 1e-12);
}

TEST(Liquid, ShearsWithItsViscosity) {
    for (const int dimension : {2, 3}) {
        const int n = dimension == 2 ? 24 : 14;
        Drop drop(n, dimension, 0.0, false);
        Positions v(drop.x.size());
        for (std::size_t i = 0; i < v.size(); ++i) v[i] = {5.0 * drop.x[i][1], 0, 0};
        Positions f(drop.x.size(), Vec3::zero());
        const LiquidViscosity term(drop.particles);
        term.add_forces(drop.x.data(), v.data(), 0, term.element_count(), f.data(), nullptr);
        // What the upper half pulls on the lower one, per area: μ γ̇, but for the rows without neighbours at the sides.
        double pull = 0.0, area = 0.0;
        for (std::size_t i = 0; i < f.size(); ++i) {
            const Vec3& x = drop.x[i];
            const auto inside = [&](double along) { return along > 3 * spacing && along < (n - 3) * spacing; };
            if (!inside(x[0]) || (dimension == 3 && !inside(x[2])) || x[1] > 0.5 * n * spacing) continue;
            pull += f[i][0];
            if (x[1] < spacing) area += dimension == 2 ? spacing : spacing * spacing;
        }
        // The lower half's own lower border is free: nothing pulls there.
        EXPECT_NEAR(pull / area, 3.0 * 5.0, 0.02 * 15.0) << dimension;
    }
}

TEST(Liquid, IsTheSameForAnyNumberOfThreads) {
    const Drop drop(50, 2, 0.3, true);
    const Positions x = moved(drop.x, 0.01 * spacing, 3);
    const auto gradients = [&](int threads) {
        Positions g(x.size(), Vec3::zero());
        testing::with_threads(threads, [&] {
            const auto look_at = [&](const NeighbourTerm& term) {
                const auto view = term.look(drop.x.data());
                view->add_gradient({x.data(), drop.x.data(), 30.0}, 1.0, g.data());
                view->hessian({x.data(), drop.x.data(), 30.0}, 1.0)->add_product(x.data(), g.data());
            };
            look_at(LiquidVolume(drop.particles));
            look_at(LiquidViscosity(drop.particles));
        });
        return g;
    };
    EXPECT_EQ(gradients(1), gradients(4));
}

}  // namespace
}  // namespace talweg::liquid_test
