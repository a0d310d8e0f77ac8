#include "talweg/solve/multilevel/hierarchy.hpp"

#include <gtest/gtest.h>

#include "support/energy_error.hpp"
#include "support/threads.hpp"
#include "talweg/math/error.hpp"
#include "talweg/solve/cg_solver.hpp"
#include "talweg/solve/inner_product.hpp"

namespace talweg::hierarchy_test {
namespace {

using testing::BeamSystem;

struct Made {
    BeamSystem beam;
    BlockProduct product{beam.pattern(), beam.unknowns};
    IncompleteCholesky smoother{beam.pattern()};
    std::unique_ptr<Hierarchy> levels;

    Made(int cells, double h) : beam(cells, h, 0.1) {
        product.set(beam.system.hessian, 0.0);
        EXPECT_TRUE(smoother.factorize(product));
        levels = std::make_unique<Hierarchy>(product, FullRows(beam.pattern()),
                                             rigid_modes(beam.c, beam.world.model.node_kinds, beam.unknowns));
    }
    Nodes apply(Hierarchy& to, const Nodes& r) {
        Nodes z;
        smoother.solve(r, z);
        to.find_correction(r);
        to.add_correction(r, z);
        return z;
    }
    /// Something on the free components.
    Nodes vector(double seed) const {
        std::vector<double> free(beam.unknowns.count());
        for (std::size_t k = 0; k < free.size(); ++k) free[k] = std::sin(seed * double(k) + 1.0);
        Nodes v;
        beam.unknowns.spread(free, v);
        return v;
    }
};

TEST(Hierarchy, IsSymmetricAndPositive) {
    for (const double h : {1e-2, 0.1, 10.0}) {
        Made made(8, h);
        ASSERT_TRUE(made.levels->definite());
        const Nodes a = made.vector(1.7), b = made.vector(0.01);
        const Nodes ma = made.apply(*made.levels, a), mb = made.apply(*made.levels, b);
        EXPECT_GT(inner_product(a, ma), 0.0);
        EXPECT_GT(inner_product(b, mb), 0.0);
        EXPECT_NEAR(inner_product(a, mb), inner_product(b, ma),
                    1e-11 * std::sqrt(inner_product(a, ma) * inner_product(b, mb)));
        for (int i = 0; i < made.beam.unknowns.node_count(); ++i)
            for (int s = 0; s < 3; ++s) EXPECT_TRUE(made.beam.unknowns(i, s) >= 0 || ma[i][s] == 0.0);
    }
}

TEST(Hierarchy, IsTheSameForAnyNumberOfThreads) {
    Made made(12, 10.0);
    ASSERT_GT(made.levels->level_count(), 1);
    const Nodes r = made.vector(1.3), z = made.apply(*made.levels, r);
    for (const int threads : {1, 2, 3})
        testing::with_threads(threads, [&] {
            Made again(12, 10.0);
            EXPECT_EQ(again.apply(*again.levels, r), z) << threads;
        });
}

TEST(Hierarchy, GoesOnBitwiseFromItsMemory) {
    Made made(10, 10.0);
    ASSERT_GT(made.levels->level_count(), 1);
    const int nodes = made.beam.unknowns.node_count();
    const std::vector<std::byte> saved = made.levels->save();
    Hierarchy again(saved, nodes);
    const Nodes r = made.vector(0.7);
    EXPECT_EQ(made.apply(again, r), made.apply(*made.levels, r));
    EXPECT_EQ(again.save(), saved);
    EXPECT_EQ(again.cycle_cost(), made.levels->cycle_cost());
    EXPECT_THROW(Hierarchy(saved, nodes + 1), Error);
    EXPECT_THROW(Hierarchy(std::span(saved).first(saved.size() / 2), nodes), Error);
}

/// A beam bent otherwise, and stiffer: its matrix and the levels of the first, renewed.
struct Renewed : Made {
    explicit Renewed(int cells) : Made(cells, 10.0) {
        beam.take(30.0, 0.4);
        product.set(beam.system.hessian, 0.0);
        EXPECT_TRUE(smoother.factorize(product));
        levels->renew(product, FullRows(beam.pattern()));
    }
};

/// Q A Q = Q with an exact coarse solve, which a beam with one level of regions has: what Q has corrected it leaves.
void expect_projection(Hierarchy& levels, const BlockProduct& a, const Nodes& r) {
    ASSERT_TRUE(levels.definite());
    ASSERT_EQ(levels.level_count(), 2);
    const auto corrected = [&](const Nodes& right) {
        Nodes z(right.size(), Vec3::zero());
        levels.find_correction(right);
        levels.add_correction(right, z);
        return z;
    };
    const Nodes qr = corrected(r);
    Nodes aqr;
    a.multiply(qr, aqr);
    const Nodes again = corrected(aqr);
    double error = 0.0;
    for (std::size_t i = 0; i < qr.size(); ++i) error += norm_squared(again[i] - qr[i]);
    EXPECT_LT(std::sqrt(error), 1e-9 * std::sqrt(inner_product(qr, qr)));
}

TEST(Hierarchy, RenewedIsAGalerkinProjectionOfTheMatrixAtHand) {
    Renewed made(6);
    expect_projection(*made.levels, made.product, made.vector(0.9));
}

TEST(Hierarchy, IsRenewedForAPatternThatHasGrown) {
    // Within a region, where no pair of regions is new, and from one end to the other.
    for (const std::array<int, 2> pair : {std::array<int, 2>{0, 2}, {0, 200}}) {
        Made made(6, 10.0);
        const BlockPattern& before = made.beam.pattern();
        ASSERT_FALSE(before.contains(pair[0], pair[1]));
        const auto grown = std::make_shared<BlockPattern>(before, std::vector<std::array<int, 2>>{pair});
        BlockMatrix h{grown, std::vector<Mat3>(grown->block_count(), Mat3::zero())};
        const std::vector<int> places = before.places_in(*grown);
        for (std::size_t k = 0; k < places.size(); ++k) h.values[places[k]] = made.beam.system.hessian.values[k];
        const Mat3 stiff = 0.1 * h.values[grown->diagonal(pair[1])];
        h.values[grown->find(pair[0], pair[1])] -= stiff;
        for (const int node : pair) h.values[grown->diagonal(node)] += stiff;
        BlockProduct product(*grown, made.beam.unknowns);
        product.set(h, 0.0);
        made.levels->forget_pattern();
        made.levels->renew(product, FullRows(*grown));
        expect_projection(*made.levels, product, made.vector(0.9));
    }
}

TEST(Hierarchy, RenewedGoesOnBitwiseFromItsMemory) {
    Renewed made(10);
    ASSERT_GT(made.levels->level_count(), 1);
    Hierarchy again(made.levels->save(), made.beam.unknowns.node_count());
    const Nodes r = made.vector(0.7);
    EXPECT_EQ(made.apply(again, r), made.apply(*made.levels, r));
    // Renewed once more, now that one of both knows no pattern.
    made.beam.take(20.0, 0.1);
    made.product.set(made.beam.system.hessian, 0.0);
    const FullRows rows(made.beam.pattern());
    for (Hierarchy* levels : {&again, made.levels.get()}) levels->renew(made.product, rows);
    EXPECT_EQ(made.apply(again, r), made.apply(*made.levels, r));
    EXPECT_EQ(again.save(), made.levels->save());
    EXPECT_EQ(again.renewal_cost(), made.levels->renewal_cost());
}

TEST(Hierarchy, IsRenewedAfterAMatrixThatWasIndefinite) {
    Made made(6, 10.0);
    const Nodes r = made.vector(0.7), z = made.apply(*made.levels, r);
    const BlockMatrix kept = made.beam.system.hessian;
    for (int i = 0; i < made.beam.pattern().node_count(); ++i)
        for (int k = made.beam.pattern().diagonal(i) + 1; k < made.beam.pattern().row_end(i); ++k)
            made.beam.system.hessian.values[k] *= 1.2;
    const FullRows rows(made.beam.pattern());
    made.levels->renew(made.product, rows);
    EXPECT_FALSE(made.levels->definite());
    made.beam.system.hessian.values = kept.values;
    made.levels->renew(made.product, rows);
    EXPECT_TRUE(made.levels->definite());
    EXPECT_EQ(made.apply(*made.levels, r), z);
}

TEST(Hierarchy, SeesAnIndefiniteMatrixThroughItsRegions) {
    // Every diagonal block is positive definite; long waves are not held any more.
    BeamSystem beam(6, 10.0);
    for (int i = 0; i < beam.pattern().node_count(); ++i)
        for (int k = beam.pattern().diagonal(i) + 1; k < beam.pattern().row_end(i); ++k)
            beam.system.hessian.values[k] *= 1.2;
    BlockProduct product(beam.pattern(), beam.unknowns);
    product.set(beam.system.hessian, 0.0);
    const Hierarchy levels(product, FullRows(beam.pattern()),
                           rigid_modes(beam.c, beam.world.model.node_kinds, beam.unknowns));
    EXPECT_FALSE(levels.definite());
}

TEST(Hierarchy, WhatInertiaHoldsNeedsNoLevels) {
    Made made(4, 1e-6);
    EXPECT_EQ(made.levels->level_count(), 1);
    const Nodes r = made.vector(1.0);
    Nodes z;
    made.smoother.solve(r, z);
    EXPECT_EQ(made.apply(*made.levels, r), z);
}

int iterations(int cells, bool with_levels) {
    const BeamSystem beam(cells, 100.0);
    CgSolver solver(beam.pattern(), beam.unknowns, with_levels);
    solver.set_places(beam.c, beam.world.model.node_kinds);
    std::vector<double> p;
    EXPECT_TRUE(solver.factorize(beam.system.hessian, 0.0) && solver.solve(beam.right, p));
    EXPECT_LT(testing::energy_error(beam, p), 1e-5);
    return solver.iteration_count();
}

TEST(Hierarchy, KeepsIterationsFewWhileTheMeshGrows) {
    // 3,528 and 31,944 unknowns of a stiff beam.
    const int few = iterations(6, true), more = iterations(13, true);
    EXPECT_LE(more, 2 * few);
    EXPECT_LT(3 * more, iterations(13, false)) << "without levels";
}

}  // namespace
}  // namespace talweg::hierarchy_test
