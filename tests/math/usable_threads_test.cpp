#include "talweg/math/usable_threads.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cmath>

namespace talweg::usable_threads_test {
namespace {

TEST(UsableThreads, AShareIsQuotaPerPeriod) {
    EXPECT_EQ(processor_share("200000 100000"), 2.0);
    EXPECT_EQ(processor_share("50000 100000\n"), 0.5);
    for (const char* none : {"max 100000", "", "nonsense", "-1 100000", "100000 0"})
        EXPECT_TRUE(std::isinf(processor_share(none))) << none;
}

TEST(UsableThreads, AreNoMoreThanAffinityAllows) {
    cpu_set_t mine;
    ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
    EXPECT_GE(usable_threads(), 1);
    EXPECT_LE(usable_threads(), CPU_COUNT(&mine));
}

}  // namespace
}  // namespace talweg::usable_threads_test
