#include "talweg/scene/text/printable.hpp"

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

TEST(Printable, LongMessagesKeepTheirLinesAndLoseOtherControls) {
    EXPECT_EQ(without_controls("é – a\tb\nc"), "é – a\tb\nc");
    EXPECT_EQ(without_controls("a\x1b]0;title\x07\r\x7f"), "a?]0;title???");
    EXPECT_EQ(without_controls("a\xc2\x9b"
                               "31m"),
              "a??31m")
        << "the control sequence introducer, as one character";
}

TEST(Printable, WordsAreListed) {
    EXPECT_EQ(listed({"a", "b", "c"}), "a, b, c");
    EXPECT_EQ(listed({}), "");
}

}  // namespace
}  // namespace talweg::printable_test
