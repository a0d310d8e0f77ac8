#include "talweg/solve/staleness.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talweg::staleness_test {
namespace {

constexpr double fresh = 3.0, digits = 4.0;  // iterations for a power of ten, and these of every system

/// The average cost of a system, renewals included, when the k-th since a renewal takes `slower(k)` iterations more for
/// each power of ten.
template <class Slower>
double average(double price, const Slower& slower, int systems = 2000) {
    Staleness staleness;
    double spent = 0.0;
    int age = 0;
    for (int k = 0; k < systems; ++k) {
        if (k == 0 || staleness.due()) {
            staleness.renew(price);
            staleness.begin_fresh();
            spent += price;
            age = 0;
        }
        const double cost = digits * (fresh + (age == 0 ? 0.0 : slower(age)));
        staleness.enter(cost, digits, age == 0);
        spent += cost;
        ++age;
    }
    return spent / systems;
}

TEST(Staleness, RenewsAboutWhenTheAverageIsLeast) {
    for (const double price : {5.0, 20.0, 100.0})
        for (const double growth : {0.02, 0.2, 2.0}) {
            const auto slower = [&](int age) { return growth * age; };
            double best = 1e300;
            for (int period = 1; period < 500; ++period) {
                double sum = price;
                for (int k = 0; k < period; ++k) sum += digits * (fresh + slower(k));
                best = std::min(best, sum / period);
            }
            EXPECT_LT(average(price, slower), 1.15 * best) << price << ' ' << growth;
        }
}

TEST(Staleness, PaysNoMoreThanTwiceWhatIsNecessaryWhereItComesAtOnce) {
    // As slow from the second system on. (Slower still is seen in the middle of a solution.)
    for (const double slower : {0.1, 1.0, 2.0, 3.0}) {
        const double price = 12.0, always = price + digits * fresh, never = digits * (fresh + slower);
        EXPECT_LT(average(price, [&](int) { return slower; }) - digits * fresh,
                  2.05 * (std::min(always, never) - digits * fresh))
            << slower;
    }
}

TEST(Staleness, HardlyEverRenewsWhatServesAsWellAsWhenFresh) {
    const double price = 5.0;
    EXPECT_LT(average(price, [](int) { return 0.0; }), digits * fresh + 0.03 * digits * fresh);
}

TEST(Staleness, DoesNotTakeOneHardSystemForTheMeasureOfAll) {
    // Renewed for a system of fifty iterations a digit, it serves systems that would take three, worse and worse.
    Staleness staleness;
    staleness.renew(5.0);
    staleness.enter(200.0, 4.0, true);
    double spent = 0.0;
    for (int k = 1; !staleness.due(); ++k) {
        ASSERT_LT(spent, 500.0);
        staleness.enter(digits * (fresh + 0.1 * k), digits, false);
        spent += digits * (fresh + 0.1 * k);
    }
}

TEST(Staleness, SeesInTheMiddleThatASolutionTakesTooLong) {
    Staleness staleness;
    staleness.renew(5.0);
    staleness.enter(12.0, 4.0, true);
    staleness.enter(6.0, 0.6, false);  // ten for a digit in place of three: 4.2 in vain so far
    EXPECT_FALSE(staleness.due_before(1.4, 10.0));
    staleness.enter(6.0, 0.6, false);
    EXPECT_TRUE(staleness.due_before(0.8, 10.0));
    EXPECT_FALSE(staleness.due_before(0.2, 10.0));  // hardly anything is left to gain
    EXPECT_TRUE(staleness.due());                   // but for the next one there is
    staleness.renew(5.0);
    EXPECT_FALSE(staleness.due());
    EXPECT_DOUBLE_EQ(staleness.fresh_pace(), 3.0);  // is not forgotten
}

}  // namespace
}  // namespace talweg::staleness_test
