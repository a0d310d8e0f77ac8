#include "talweg/solve/line_search.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/random_world.hpp"
#include "support/valley.hpp"

namespace talweg::line_search_test {
namespace {

using namespace testing;

/// Searches from `start` along p in a valley; keeps what was found.
template <class Shape>
struct Search {
    double alpha, before, after, end;
    Search(double start, double p, double limit = 1.0) {
        ValleyWorld<Shape> world(start);
        Backend backend(world.model, "ldlt");
        const System& system = backend.assemble(world.at, world.c);
        Nodes trial;
        const Step step = line_search(world.at, world.c, {{p, 0, 0}}, limit, system.energy, system.gradient[0][0] * p,
                                      backend, trial);
        alpha = step.alpha;
        before = system.energy.value;
        after = backend.energy(world.at, trial);
        if (alpha > 0.0) {
            EXPECT_EQ(step.change, after - before);
        }
        end = trial[0][0];
    }
};

TEST(LineSearch, TakesTheWholeStepToAMinimum) {
    const Search<Bowl> search(2.0, -2.0);
    EXPECT_EQ(search.alpha, 1.0);
    EXPECT_EQ(search.end, 0.0);
}

TEST(LineSearch, HalvesAStepThatRises) {
    const Search<Bowl> search(2.0, -6.0);  // to −4, then to −1
    EXPECT_EQ(search.alpha, 0.5);
    EXPECT_EQ(search.end, -1.0);
}

TEST(LineSearch, StartsAtTheLimit) {
    const Search<Bowl> search(2.0, -2.0, 0.3);
    EXPECT_EQ(search.alpha, 0.3);
    EXPECT_DOUBLE_EQ(search.end, 1.4);
    EXPECT_EQ(Search<Bowl>(2.0, -20.0, 0.4).alpha, 0.1) << "and halves from there: −6, −2, 0";
}

TEST(LineSearch, StaysWhereTheLandscapeIsFinite) {
    const Search<Wall> search(2.0, -20.0);
    EXPECT_GT(search.alpha, 0.0);
    EXPECT_GT(search.end, 0.0);
    EXPECT_LT(search.after, search.before);
}

TEST(LineSearch, NeverAcceptsARise) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> place(-2.0, 2.0), exponent(-8.0, 4.0);
    for (int k = 0; k < 500; ++k) {
        const double start = place(random), slope = start * start * start - start;
        const double p = -std::copysign(std::pow(10.0, exponent(random)), slope);
        const Search<DoubleWell> search(start, p);
        EXPECT_GT(search.alpha, 0.0) << "from " << start << " along " << p;
        EXPECT_LT(search.after, search.before) << "from " << start << " along " << p;
    }
}

TEST(LineSearch, AWholeLandscapeIsNeverRaised) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        RandomWorld world(seed);
        Backend backend(world.model(), "ldlt");
        const Landscape at = world.landscape();
        const Nodes c = world.nodes();
        const System& system = backend.assemble(at, c);
        Nodes p = world.directions(), trial;
        if (inner_product(system.gradient, p) > 0.0)
            for (Vec3& v : p) v *= -1.0;
        const double slope = inner_product(system.gradient, p);
        const double alpha = line_search(at, c, p, 1.0, system.energy, slope, backend, trial).alpha;
        ASSERT_GT(alpha, 0.0);
        EXPECT_LT(backend.energy(at, trial), system.energy.value);
        for (std::size_t i = 0; i < c.size(); ++i) EXPECT_EQ(trial[i], c[i] + alpha * p[i]);
    }
}

TEST(LineSearch, DecidesBySlopeBelowRounding) {
    // The fall, 5e-15, is far below the last digit of E, 1e-10.
    const double start = 1e-7;
    ASSERT_EQ(DeepBowl::height(start), DeepBowl::height(0.0));
    EXPECT_EQ(Search<DeepBowl>(start, -start).alpha, 1.0);
    EXPECT_EQ(Search<DeepBowl>(start, -3.0 * start).alpha, 0.5) << "−2·start is steeper, −½·start is not";
    EXPECT_EQ(Search<DeepBowl>(start, -1e-3 * start).alpha, 0.0) << "a thousandth of the way flattens nothing";
}

TEST(LineSearch, LeavesARidgeWhoseFallIsBelowRounding) {
    const double start = 1e-7;
    EXPECT_EQ(Search<DeepRidge>(start, start).alpha, 1.0) << "twice as steep there";
    EXPECT_EQ(Search<DeepRidge>(start, 1e-3 * start).alpha, 0.0) << "a thousandth of the way changes nothing";
}

TEST(LineSearch, DoesNotTakeARiseForRounding) {
    // Beyond the rounding of E, 64·2⁻⁵²·1e6 = 1.4e-8, a rise is a rise.
    const Search<DeepBowl> search(1e-7, -1.0);
    EXPECT_LE(search.after - search.before, 2e-8);
    EXPECT_LE(std::fabs(search.end), 1e-7);
}

TEST(LineSearch, FindsNothingWhereNothingIsDefined) {
    EXPECT_EQ(Search<Edge>(1.0, -0.5).alpha, 0.0);
    EXPECT_EQ(Search<Void>(1.0, -0.5).alpha, 0.0);
}

TEST(LineSearch, ADirectionOfNoLengthIsTakenWhole) {
    const Search<Bowl> search(2.0, 0.0);
    EXPECT_EQ(search.alpha, 1.0);
    EXPECT_EQ(search.end, 2.0);
}

}  // namespace
}  // namespace talweg::line_search_test
