#include "talweg/solve/wear.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace talweg {
namespace {

/// Systems until it is worn, when the k-th takes cost(k) iterations for each of digits(k).
template <class Cost, class Digits>
int life(double price, const Cost& cost, const Digits& digits) {
    Wear wear(price);
    for (int k = 0; k < 1000; ++k) {
        wear.begin_solution();
        wear.enter(cost(k) * digits(k), digits(k));
        if (wear.worn()) return k + 1;
    }
    return 1000;
}

TEST(Wear, NeverOfWhatServesAsWellAsAtTheBeginning) {
    EXPECT_EQ(life(
                  50.0, [](int) { return 2.0; }, [](int) { return 4.0; }),
              1000);
}

TEST(Wear, HowFarSolutionsAreBroughtDoesNotMatter) {
    EXPECT_EQ(life(
                  50.0, [](int) { return 2.0; }, [](int k) { return k % 5 == 0 ? 6.0 : 2.0; }),
              1000);
}

TEST(Wear, LivesAboutAsLongAsIsCheapest) {
    for (const double price : {20.0, 100.0, 500.0})
        for (const double growth : {0.05, 0.2, 1.0}) {
            const auto cost = [&](int k) { return 2.0 + growth * k; };
            const auto average = [&](int count) {
                double sum = price;
                for (int k = 0; k < count; ++k) sum += 4.0 * cost(k);
                return sum / count;
            };
            double cheapest = average(1);
            for (int count = 2; count < 1000; ++count) cheapest = std::min(cheapest, average(count));
            EXPECT_LT(average(life(price, cost, [](int) { return 4.0; })), 1.1 * cheapest) << price << ' ' << growth;
        }
}

TEST(Wear, IsSeenAtOnceWhereNothingComesDown) {
    Wear wear(10.0);
    wear.begin_solution();
    wear.enter(8.0, 4.0);
    EXPECT_FALSE(wear.worn());
    wear.begin_solution();
    wear.enter(100.0, 0.0);
    EXPECT_TRUE(wear.worn());
}

}  // namespace
}  // namespace talweg
