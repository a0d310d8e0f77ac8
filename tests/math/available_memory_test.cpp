#include "talweg/math/available_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <vector>

#include "talweg/math/error.hpp"

namespace talweg::available_memory_test {
namespace {

TEST(AvailableMemory, IsSaidBeforeItIsMissed) {
    EXPECT_GT(available_memory(), 1e6);
    EXPECT_NO_THROW(refuse_memory(1e6, "a little", "nothing"));
    try {
        refuse_memory(1e18, "the factor", "use less");
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("the factor takes 1000000000.0 GB, "));
        EXPECT_THAT(error.what(), ::testing::HasSubstr(" GB are free; use less"));
    }
}

#if defined(__GLIBC__) && !defined(TALWEG_SANITIZED)
/// An array of 64 MB, freed and asked for again: the second time no page is new.
TEST(AvailableMemory, FreedAndKeptIsUsedAgain) {
    const auto pages_of_an_array = [] {
        rusage before, after;
        getrusage(RUSAGE_SELF, &before);
        const std::vector<double> array(std::size_t(8) << 20, 1.0);
        getrusage(RUSAGE_SELF, &after);
        EXPECT_EQ(array[array.size() / 2], 1.0);
        return after.ru_minflt - before.ru_minflt;
    };
    keep_freed_memory();
    EXPECT_GT(pages_of_an_array(), 16);  // of 2 MB each, where they are that large
    EXPECT_LT(pages_of_an_array(), 4);
    EXPECT_LT(pages_of_an_array(), 4);
}
#endif

}  // namespace
}  // namespace talweg::available_memory_test
