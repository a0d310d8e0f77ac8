#include "talweg/math/available_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace talweg::available_memory_test
