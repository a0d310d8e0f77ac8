#include "talweg/geometry/read/scanner.hpp"

#include "geometry/test_files.hpp"

namespace talweg::read::scanner_test {
namespace {

using testing::contains;
using testing::error_of;

Source text(const std::string& bytes) { return {"t", bytes}; }

TEST(Scanner, ReadsWordsNumbersAndLines) {
    const Source source = text("  alpha 1.5e-3\r\n+7 rest of it\r\n-2");
    Scanner scanner(source);
    EXPECT_EQ(scanner.peek(), "alpha");
    EXPECT_EQ(scanner.word("a word"), "alpha");
    EXPECT_EQ(scanner.number("a number"), 1.5e-3);
    EXPECT_EQ(scanner.integer("an integer"), 7);
    EXPECT_EQ(scanner.line(), " rest of it");
    EXPECT_EQ(scanner.integer("an integer"), -2);
    EXPECT_TRUE(scanner.at_end());
}

TEST(Scanner, SkipsComments) {
    const Source source = text("# all of this\n 1 # and this\n2#3\n#end");
    Scanner scanner(source);
    scanner.ignore_comments('#');
    EXPECT_EQ(scanner.integer("n"), 1);
    EXPECT_EQ(scanner.integer("n"), 2);
    EXPECT_TRUE(scanner.at_end());
}

TEST(Scanner, RefusesWhatIsNoFiniteNumber) {
    for (const char* bad : {"nan", "inf", "-inf", "1e999", "1,5", "0x10", "1.5.2", "--1", "+-1", "one"}) {
        const Source source = text(std::string("\n") + bad);
        EXPECT_TRUE(contains(error_of([&] { Scanner(source).number("a mass"); }), "t:2: a mass must be a")) << bad;
    }
    const Source fraction = text("1.5");
    EXPECT_TRUE(contains(error_of([&] { Scanner(fraction).integer("n"); }), "must be a whole number, found '1.5'"));
    const Source nothing = text("  \n ");
    EXPECT_TRUE(contains(error_of([&] { Scanner(nothing).number("n"); }), "the file ends where n should be"));
}

TEST(Scanner, ReadsRawValuesInBothByteOrders) {
    const Source source = text(std::string("\x01\x02\x03\x04\x01\x02\x03\x04\x05", 9));
    Scanner scanner(source);
    scanner.begin_binary(false);
    EXPECT_EQ(scanner.raw<std::uint32_t>("n"), 0x04030201u);
    scanner.begin_binary(true);
    EXPECT_EQ(scanner.raw<std::uint32_t>("n"), 0x01020304u);
    EXPECT_TRUE(
        contains(error_of([&] { scanner.raw<std::uint16_t>("n"); }), "t: byte 8: the file ends where n should be"));
}

TEST(Scanner, HoldsCountsAgainstTheBytesLeft) {
    const Source source = text(std::string(100, ' '));
    const Scanner origin(source);
    Scanner scanner = origin;
    EXPECT_EQ(scanner.require_count(10, 10, "points"), 10);
    for (const std::int64_t absurd : {std::int64_t(-1), std::int64_t(12), std::int64_t(3000000000), INT64_MAX})
        EXPECT_TRUE(
            contains(error_of([&] { scanner.require_count(absurd, 10, "points"); }), "points, but only 100 bytes"));
}

TEST(Shown, ShortensAndHidesControlCharacters) {
    EXPECT_EQ(shown("a\x01z"), "'a?z'");
    EXPECT_LT(shown(std::string(1000, 'x')).size(), 60u);
}

}  // namespace
}  // namespace talweg::read::scanner_test
