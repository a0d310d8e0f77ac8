#include "talweg/scene/printable.hpp"

#include <gtest/gtest.h>

namespace talweg::printable_test {
namespace {

TEST(Printable, LongTextsAreCutBetweenCharacters) {
    std::string text, kept;
    for (int i = 0; i < 50; ++i) text += "ä";
    for (int i = 0; i < 40; ++i) kept += "ä";
    EXPECT_EQ(printable(text), kept + "…");
    EXPECT_EQ(printable(kept), kept);
}

TEST(Printable, ControlCharactersDoNotReachTheTerminal) {
    EXPECT_EQ(in_quotes(std::string("a\n\x1b[31m\0b", 9)), "\"a??[31m?b\"");
}

TEST(Printable, WordsAreListed) {
    EXPECT_EQ(listed({"a", "b", "c"}), "a, b, c");
    EXPECT_EQ(listed({}), "");
}

}  // namespace
}  // namespace talweg::printable_test
