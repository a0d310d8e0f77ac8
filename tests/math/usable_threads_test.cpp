#include "talweg/math/usable_threads.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cmath>
#include <fstream>

#include "support/temporary_directory.hpp"

namespace talweg::usable_threads_test {
namespace {

TEST(UsableThreads, AShareIsQuotaPerPeriod) {
    EXPECT_EQ(processor_share("200000 100000"), 2.0);
    EXPECT_EQ(processor_share("50000 100000\n"), 0.5);
    for (const char* none : {"max 100000", "", "nonsense", "-1 100000", "100000 0"})
        EXPECT_TRUE(std::isinf(processor_share(none))) << none;
}

TEST(UsableThreads, AGroupMayNoMoreThanThoseAroundIt) {
    const TemporaryDirectory root;
    const auto limit = [&](const std::string& group, const char* cpu_max) {
        std::filesystem::create_directories(root.path() / group);
        std::ofstream(root.path() / group / "cpu.max") << cpu_max;
    };
    limit("outer/inner", "max 100000");
    EXPECT_TRUE(std::isinf(processor_share(root.path(), "/outer/inner")));
    limit("outer", "300000 100000");
    EXPECT_EQ(processor_share(root.path(), "/outer/inner"), 3.0);
    EXPECT_EQ(processor_share(root.path(), "/outer/inner/none"), 3.0);
    limit("outer/inner", "150000 100000");
    EXPECT_EQ(processor_share(root.path(), "/outer/inner"), 1.5);
    EXPECT_EQ(processor_share(root.path(), "/outer"), 3.0);
    limit("", "100000 100000");
    EXPECT_EQ(processor_share(root.path(), "/outer/inner"), 1.0);
    EXPECT_EQ(processor_share(root.path(), "/"), 1.0);
}

TEST(UsableThreads, TheOwnGroupIsThatOfTheUnifiedTree) {
    EXPECT_EQ(control_group("4:memory:/job\n0::/outer/inner\n"), "/outer/inner");
    EXPECT_EQ(control_group("0::/\n"), "/");
    EXPECT_EQ(control_group("4:memory:/job\n"), "/");
    EXPECT_EQ(control_group(""), "/");
}

TEST(UsableThreads, AreNoMoreThanAffinityAllows) {
    cpu_set_t mine;
    ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
    EXPECT_GE(usable_threads(), 1);
    EXPECT_LE(usable_threads(), CPU_COUNT(&mine));
}

}  // namespace
}  // namespace talweg::usable_threads_test
