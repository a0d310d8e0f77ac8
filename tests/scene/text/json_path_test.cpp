#include "talweg/scene/text/json_path.hpp"

#include <gtest/gtest.h>

#include "talweg/math/error.hpp"

namespace talweg::json_path_test {
namespace {

TEST(JsonPath, PointersAreShownAsPaths) {
    EXPECT_EQ(path_text(""), "");
    EXPECT_EQ(path_text("/time/step"), "time.step");
    EXPECT_EQ(path_text("/bodies/0/energies/12/stiffness"), "bodies[0].energies[12].stiffness");
}

TEST(JsonPath, KeysWithSlashAndTildeSurvive) {
    const std::string pointer = pointer_to(pointer_to("", "a/b~c"), 3);
    EXPECT_EQ(pointer, "/a~1b~0c/3");
    EXPECT_EQ(path_text(pointer), "a/b~c[3]");
    EXPECT_EQ(parent_pointer(pointer), "/a~1b~0c");
    EXPECT_EQ(parent_pointer("/a"), "");
}

TEST(JsonPath, PathsAreReadIntoSteps) {
    const std::vector<PathStep> expected = {"bodies", std::size_t(0), "energies", std::size_t(12), "stiffness"};
    EXPECT_EQ(parse_path("bodies[0].energies[12].stiffness"), expected);
    EXPECT_EQ(parse_path("gravity"), std::vector<PathStep>{"gravity"});
    const std::vector<PathStep> nested = {"a", std::size_t(1), std::size_t(2)};
    EXPECT_EQ(parse_path("a[1][2]"), nested);
}

TEST(JsonPath, WhatIsNoPathIsRefused) {
    for (const char* text : {"", ".", "a.", ".a", "a..b", "[0]", "a[", "a[]", "a[x]", "a[-1]", "a[1", "a[1]]",
                             "a[99999999999999999999999]"})
        EXPECT_THROW(parse_path(text), Error) << text;
}

}  // namespace
}  // namespace talweg::json_path_test
