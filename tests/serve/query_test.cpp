#include "talweg/serve/query.hpp"

#include <gtest/gtest.h>

namespace talweg::query_test {
namespace {

TEST(Query, finds_values_by_their_whole_key) {
    EXPECT_EQ(query_value("/recorded?field=2&from=17&token=5eed", "from"), "17");
    EXPECT_EQ(query_value("/recorded?field=2&from=17&token=5eed", "token"), "5eed");
    EXPECT_EQ(query_value("/recorded?field=2", "field"), "2");
    EXPECT_EQ(query_value("/recorded?infield=2", "field"), "");
    EXPECT_EQ(query_value("/recorded?field2=3", "field"), "");
    EXPECT_EQ(query_value("/recorded?field", "field"), "");
    EXPECT_EQ(query_value("/recorded?field=&from=1", "field"), "");
    EXPECT_EQ(query_value("/field=2", "field"), "");
    EXPECT_EQ(query_value("", "field"), "");
}

}  // namespace
}  // namespace talweg::query_test
