#include "talweg/solve/cholesky/sparse_cholesky.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <limits>
#include <random>
#include <thread>

#include "support/beam_system.hpp"
#include "support/dense.hpp"
#include "support/threads.hpp"
#include "talweg/math/error.hpp"
#include "talweg/solve/cholesky/work_and_span.hpp"
#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/cholmod_solver.hpp"
#endif

namespace talweg::sparse_cholesky_test {
namespace {

using testing::BeamSystem;

/// A definite matrix of a random pattern, some components held: a sum of squares of coupled pairs and a diagonal.
struct RandomMatrix {
    BlockMatrix h;
    Unknowns unknowns;
    std::vector<double> right;

    RandomMatrix(int nodes, int pairs, unsigned seed, double diagonal = 1.0) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> number(-1.0, 1.0);
        ModelBuilder builder;
        std::vector<Axes> held(nodes, 0);
        for (int i = 0; i < nodes; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
        for (Axes& axes : held)
            if (random() % 4 == 0) axes = static_cast<Axes>(random() % 8);
        const Model model = builder.finish();
        std::vector<std::array<int, 2>> more;
        for (int k = 0; k < pairs; ++k) {
            const int i = static_cast<int>(random() % nodes), j = static_cast<int>(random() % nodes);
            if (i != j) more.push_back({std::min(i, j), std::max(i, j)});
        }
        std::sort(more.begin(), more.end());
        more.erase(std::unique(more.begin(), more.end()), more.end());
        h.pattern = std::make_shared<BlockPattern>(BlockPattern(model), more);
        h.values.assign(h.pattern->block_count(), Mat3::zero());
        unknowns = Unknowns(held);
        const auto any = [&] {
            Mat3 m;
            for (int e = 0; e < 9; ++e) m[e] = number(random);
            return m;
        };
        for (int i = 0; i < nodes; ++i) h.values[h.pattern->diagonal(i)] += diagonal * Mat3::identity();
        for (const auto& [i, j] : more) {
            const Mat3 a = any(), b = any();  // |A xᵢ + B xⱼ|²
            h.values[h.pattern->diagonal(i)] += a.transposed() * a;
            h.values[h.pattern->diagonal(j)] += b.transposed() * b;
            h.values[h.pattern->find(i, j)] += a.transposed() * b;
        }
        for (int k = 0; k < unknowns.count(); ++k) right.push_back(number(random));
    }
    /// Rows and columns of every node scaled by 10 to a power between −power and power.
    void grade(double power) {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> exponent(-power, power);
        std::vector<double> scale;
        for (int i = 0; i < h.pattern->node_count(); ++i) scale.push_back(std::pow(10.0, exponent(random)));
        for (int i = 0; i < h.pattern->node_count(); ++i)
            for (int k = h.pattern->row_begin(i); k < h.pattern->row_end(i); ++k)
                h.values[k] *= scale[i] * scale[h.pattern->column(k)];
    }
    Eigen::MatrixXd matrix() const { return testing::free_part(testing::dense(h), unknowns); }
    std::vector<double> solve() const {
        SparseCholesky factor(*h.pattern, unknowns, elimination_order(*h.pattern, unknowns));
        EXPECT_TRUE(factor.factorize(h));
        std::vector<double> x = right;
        factor.solve(x.data());
        return x;
    }
    /// ‖A x − b‖ beside ‖A‖ ‖x‖, in units of rounding: what a stable solution keeps small however A is conditioned.
    double backward_error(const std::vector<double>& x) const {
        const Eigen::MatrixXd a = matrix();
        const Eigen::Map<const Eigen::VectorXd> b(right.data(), Eigen::Index(right.size())),
            p(x.data(), Eigen::Index(x.size()));
        return (a * p - b).norm() / (a.norm() * p.norm()) / std::numeric_limits<double>::epsilon();
    }
};

TEST(SparseCholesky, SolvesRandomGradedAndNearlySingularSystemsToRounding) {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        const int nodes = 5 + 23 * static_cast<int>(seed % 6);
        RandomMatrix plain(nodes, 3 * nodes, seed);
        EXPECT_LT(plain.backward_error(plain.solve()), 10.0) << seed;
        RandomMatrix graded = plain;
        graded.grade(4.0);
        EXPECT_LT(graded.backward_error(graded.solve()), 10.0) << "graded over sixteen decades, seed " << seed;
        const RandomMatrix weak(nodes, 3 * nodes, seed, 1e-11);
        EXPECT_LT(weak.backward_error(weak.solve()), 10.0) << "nearly singular, seed " << seed;
    }
}

TEST(SparseCholesky, PatternsWithoutCouplingsAndWithAllOfThem) {
    const RandomMatrix apart(30, 0, 1), together(70, 60000, 2), large(140, 120000, 3);
    EXPECT_LT(apart.backward_error(apart.solve()), 10.0);
    EXPECT_EQ(together.h.pattern->block_count(), 70 * 71 / 2);
    EXPECT_LT(together.backward_error(together.solve()), 10.0);
    EXPECT_LT(large.backward_error(large.solve()), 10.0);  // one supernode, cut into tiles
}

/// Large enough for branches, and for supernodes that are cut into tiles.
struct LargeBeam : BeamSystem {
    LargeBeam() : BeamSystem(8, 0.05, 0.1) {}
    std::vector<double> solve(int threads, int sides = 1, bool inverse = false) const {
        return testing::with_threads(threads, [&] {
            SparseCholesky factor(pattern(), unknowns, elimination_order(pattern(), unknowns));
            EXPECT_FALSE(factor.structure().above.empty());
            EXPECT_GT(factor.structure().branches.size(), 3u);
            EXPECT_GT(factor.structure().rows_of(factor.structure().count() - 1).size(), 96u);
            for (int k = 0; k < 2; ++k) EXPECT_TRUE(factor.factorize(system.hessian));
            if (inverse) {
                EXPECT_GT(factor.invert_above(100.0), 1e6);
            }
            std::vector<double> x;
            for (int k = 0; k < sides; ++k)
                for (const double value : right) x.push_back(value * (1 + k));
            factor.solve(x.data(), sides);
            return x;
        });
    }
};

TEST(SparseCholesky, HasTheSameBitsForAnyNumberOfThreads) {
    const LargeBeam beam;
    const std::vector<double> one = beam.solve(1);
    EXPECT_LT(beam.residual(one), 1e-12);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(beam.solve(threads), one) << threads << " threads";
#ifdef TALWEG_WITH_CHOLMOD
    CholmodSolver reference(beam.pattern(), beam.unknowns);
    std::vector<double> p;
    ASSERT_TRUE(reference.factorize(beam.system.hessian, 0.0));
    ASSERT_TRUE(reference.solve(beam.right, p));
    double apart = 0.0, size = 0.0;
    for (std::size_t k = 0; k < p.size(); ++k) {
        apart = std::max(apart, std::fabs(p[k] - one[k]));
        size = std::max(size, std::fabs(p[k]));
    }
    EXPECT_LT(apart, 1e-11 * size);
#endif
}

TEST(SparseCholesky, SeveralRightSidesAtOnce) {
    const LargeBeam beam;
    const std::vector<double> many = beam.solve(2, 7), one = beam.solve(1);
    const std::size_t n = one.size();
    double apart = 0.0, size = 0.0;
    for (std::size_t k = 0; k < many.size(); ++k) {
        const double scale = 1.0 + double(k / n);
        apart = std::max(apart, std::fabs(many[k] / scale - one[k % n]));
        size = std::max(size, std::fabs(one[k % n]));
    }
    EXPECT_LT(apart, 1e-12 * size);
}

TEST(SparseCholesky, SolvesForManyWorldsSideBySide) {
    // Supernodes so large that solutions cut them: whoever waits for the pieces of one world may be given another's.
    const BeamSystem beam(11, 0.05, 0.1);
    const std::vector<int> order = elimination_order(beam.pattern(), beam.unknowns);
    std::vector<std::unique_ptr<SparseCholesky>> worlds;
    for (int k = 0; k < 5; ++k) {
        worlds.push_back(std::make_unique<SparseCholesky>(beam.pattern(), beam.unknowns, order));
        ASSERT_TRUE(worlds.back()->factorize(beam.system.hessian));
    }
    const Supernodes& s = worlds[0]->structure();
    ASSERT_GT(double(s.width(s.count() - 1)) * s.height(s.count() - 1), tiles::large_solve);
    std::vector<double> alone = beam.right;
    worlds[0]->solve(alone.data());
    std::atomic<int> wrong = 0;
    testing::with_threads(8, [&] {
        for (int again = 0; again < 20; ++again)
            parallel_each(0, 5, [&](int k) {
                std::vector<double> x = beam.right;
                worlds[k]->solve(x.data());
                wrong += x == alone ? 0 : 1;
            });
        return 0;
    });
    EXPECT_EQ(wrong, 0);
}

TEST(SparseCholesky, InvertsWhatIsAboveTheBranches) {
    const LargeBeam beam;
    const std::vector<double> one = beam.solve(1, 1, true), four = beam.solve(2, 4, true);
    EXPECT_LT(beam.residual(one), 1e-12);
    EXPECT_NE(one, beam.solve(1)) << "by other operations";
    for (const int threads : {2, 3, 8}) EXPECT_EQ(beam.solve(threads, 1, true), one) << threads << " threads";
    for (int k = 0; k < 4; ++k) {
        const auto begin = four.begin() + std::ptrdiff_t(k) * std::ptrdiff_t(one.size());
        std::vector<double> scaled(begin, begin + std::ptrdiff_t(one.size()));
        for (double& value : scaled) value /= 1.0 + k;
        EXPECT_LT(beam.residual(scaled), 1e-12) << k;
    }
    // The next factor has none.
    SparseCholesky factor(beam.pattern(), beam.unknowns, elimination_order(beam.pattern(), beam.unknowns));
    std::vector<double> x = beam.right;
    ASSERT_TRUE(factor.factorize(beam.system.hessian));
    EXPECT_EQ(factor.invert_above(1.0), 0.0) << "larger than its triangles";
    factor.invert_above(100.0);
    ASSERT_TRUE(factor.factorize(beam.system.hessian));
    factor.solve(x.data());
    EXPECT_EQ(x, beam.solve(1));
}

TEST(SparseCholesky, NamesWhatItCannotDo) {
    const LargeBeam beam;
    SparseCholesky factor(beam.pattern(), beam.unknowns, elimination_order(beam.pattern(), beam.unknowns));
    BlockMatrix bad = beam.system.hessian;
    bad.values[beam.pattern().diagonal(beam.pattern().node_count() / 2)] *= -1.0;
    EXPECT_FALSE(factor.factorize(bad));
    EXPECT_TRUE(factor.factorize(beam.system.hessian)) << "a failure leaves no trace";
    const BeamSystem other(2, 0.05);
    EXPECT_THROW(factor.factorize(other.system.hessian), Error);
}

/// Counted, not timed: asked at least once per supernode; given up wherever that is wanted, at once; and the next
/// factor is made as if nothing had been.
TEST(SparseCholesky, IsGivenUpBetweenAnyTwoSupernodes) {
    const LargeBeam beam;
    const std::vector<double> whole = beam.solve(1);
    testing::with_threads(1, [&] {
        SparseCholesky factor(beam.pattern(), beam.unknowns, elimination_order(beam.pattern(), beam.unknowns));
        int asked = 0, last = std::numeric_limits<int>::max();
        const Interruption interruption([&] { return ++asked > last; });
        ASSERT_TRUE(factor.factorize(beam.system.hessian, {}, interruption));
        const int all = asked;
        EXPECT_GE(all, factor.structure().count()) << "one thread asks before every supernode";
        for (const int before : {0, 1, all / 4, all / 2, all - 1}) {
            asked = 0;
            last = before;
            EXPECT_THROW(factor.factorize(beam.system.hessian, {}, interruption), Interrupted);
            EXPECT_EQ(asked, before + 1) << "told once, it does not ask again";
            last = std::numeric_limits<int>::max();
            ASSERT_TRUE(factor.factorize(beam.system.hessian, {}, interruption));
            std::vector<double> x = beam.right;
            factor.solve(x.data());
            EXPECT_EQ(x, whole) << "after an interruption before supernode " << before;
        }
    });
}

TEST(SparseCholesky, IsAskedAndGivenUpByTheThreadThatCalledIt) {
    const LargeBeam beam;
    const std::vector<double> whole = beam.solve(1);
    testing::with_threads(4, [&] {
        SparseCholesky factor(beam.pattern(), beam.unknowns, elimination_order(beam.pattern(), beam.unknowns));
        const std::thread::id caller = std::this_thread::get_id();
        const Interruption at_once([&] {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            return true;
        });
        // Others may be through before the caller has had a turn: then there is a factor, and nothing to give up.
        for (int k = 0; k < 20; ++k) {
            try {
                EXPECT_TRUE(factor.factorize(beam.system.hessian, {}, at_once));
            } catch (const Interrupted&) {
            }
        }
        ASSERT_TRUE(factor.factorize(beam.system.hessian));
        std::vector<double> x = beam.right;
        factor.solve(x.data());
        EXPECT_EQ(x, whole);
    });
}

TEST(SparseCholesky, RefusesAnotherPatternOfAsManyBlocks) {
    // Three nodes in a row, coupled in another order: the same counts, other pairs.
    const BlockPattern there({0, 2, 4, 5}, {0, 1, 1, 2, 2});
    const BlockMatrix elsewhere{
        std::make_shared<BlockPattern>(std::vector<int>{0, 3, 4, 5}, std::vector<int>{0, 1, 2, 1, 2}),
        std::vector<Mat3>(5, Mat3::identity())};
    const Unknowns unknowns(std::vector<Axes>(3, 0));
    SparseCholesky factor(there, unknowns, {0, 1, 2});
    EXPECT_THROW(factor.factorize(elsewhere), Error);
}

#ifdef TALWEG_WITH_CHOLMOD
TEST(SparseCholesky, LeavesNoLargerResidualsThanCholmod) {
    double own = 0.0, there = 0.0;
    for (unsigned seed = 1; seed <= 6; ++seed)
        for (const int kind : {0, 1, 2}) {
            RandomMatrix m(20 + 15 * static_cast<int>(seed), 60 + 45 * static_cast<int>(seed), seed,
                           kind == 2 ? 1e-11 : 1.0);
            if (kind == 1) m.grade(4.0);
            CholmodSolver reference(*m.h.pattern, m.unknowns);
            std::vector<double> p;
            ASSERT_TRUE(reference.factorize(m.h, 0.0) && reference.solve(m.right, p));
            own = std::max(own, m.backward_error(m.solve()));
            there = std::max(there, m.backward_error(p));
        }
    std::printf("largest backward error in units of rounding: %.2f, CHOLMOD %.2f\n", own, there);
    EXPECT_LT(own, 4.0 * std::max(1.0, there));
}
#endif

TEST(SparseCholesky, CountsWhatItDoes) {
    // A chain eliminated from its end fills nothing: n − 1 columns of six components and a last one of three.
    ModelBuilder builder;
    const int n = 50;
    for (int i = 0; i < n; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    for (int i = 1; i < n; ++i) builder.add_coupling(i - 1, i, 0.1);
    const Model model = builder.finish();
    const BlockPattern pattern(model);
    std::vector<int> order(n);
    for (int i = 0; i < n; ++i) order[i] = i;
    const Supernodes s(pattern, Unknowns(model.held_axes), order);
    EXPECT_EQ(s.entries, (n - 1) * (6 + 5 + 4) + (3 + 2 + 1));
    EXPECT_EQ(s.flops, (n - 1) * (36 + 25 + 16) + (9 + 4 + 1));
    EXPECT_EQ(s.size(), 3 * n);
    EXPECT_EQ(factorisation_work(s).work, factorisation_work(s).span) << "one branch";
    const LargeBeam beam;
    const WorkAndSpan counted =
        factorisation_work(Supernodes(beam.pattern(), beam.unknowns, elimination_order(beam.pattern(), beam.unknowns)));
    EXPECT_LT(counted.span, 0.5 * counted.work);
    EXPECT_GT(counted.speed_up(2), 1.3);
    EXPECT_EQ(counted.speed_up(1), 1.0);
}

}  // namespace
}  // namespace talweg::sparse_cholesky_test
