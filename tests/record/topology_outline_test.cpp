#include "talweg/record/topology_outline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace talweg::topology_outline_test {
namespace {

using ::testing::ElementsAre;

TEST(TopologyOutline, keeps_lists_of_tuples_as_numbers_and_everything_else_as_it_is) {
    const TopologyOutline outline(R"({"a": [[0,12],[3,4]], "b": [[7,8,2147483647]], "c": [], "d": [[]], "e": 1.5})");
    const nlohmann::json& tree = outline.tree();
    const TopologyOutline::Tuples* pairs = outline.tuples(tree.at("a"));
    ASSERT_TRUE(pairs);
    EXPECT_EQ(pairs->width, 2);
    EXPECT_THAT(pairs->numbers, ElementsAre(0, 12, 3, 4));
    const TopologyOutline::Tuples* triple = outline.tuples(tree.at("b"));
    ASSERT_TRUE(triple);
    EXPECT_EQ(triple->width, 3);
    EXPECT_THAT(triple->numbers, ElementsAre(7, 8, 2147483647));
    for (const char* key : {"c", "d", "e"}) EXPECT_FALSE(outline.tuples(tree.at(key))) << key;
    EXPECT_EQ(tree.at("d"), nlohmann::json::parse("[[]]"));
    EXPECT_EQ(tree.at("e"), 1.5);
}

TEST(TopologyOutline, leaves_alone_what_is_written_otherwise) {
    for (const std::string list :
         {"[ [0,1]]", "[[0, 1]]", "[[0,1],[2]]", "[[0,1],[2,-3]]", "[[0,1],[2,3.5]]", "[[0,1],[2,2147483648]]",
          "[[0,1],[[2,3]]]", "[[0,1],7]", "[[0,1],\"x\"]", "[[0,1], [2,3]]", "[[0,1e1]]"}) {
        const std::string text = "{\"a\": " + list + ", \"b\": [[5,6]]}";
        const TopologyOutline outline(text);
        EXPECT_FALSE(outline.tuples(outline.tree().at("a"))) << list;
        EXPECT_EQ(outline.tree().at("a"), nlohmann::json::parse(list));
        ASSERT_TRUE(outline.tuples(outline.tree().at("b"))) << list;
        EXPECT_THAT(outline.tuples(outline.tree().at("b"))->numbers, ElementsAre(5, 6));
    }
}

TEST(TopologyOutline, names_and_marks_of_others_are_no_lists) {
    const std::string named = R"({"name": "x\": [[1,2]]", "a": [[3,4]]})";
    const TopologyOutline outline(named);
    EXPECT_EQ(outline.tree().at("name"), "x\": [[1,2]]");
    EXPECT_THAT(outline.tuples(outline.tree().at("a"))->numbers, ElementsAre(3, 4));
    const TopologyOutline forged(R"({"edges": "\u00020", "a": [[3,4]]})");
    EXPECT_FALSE(forged.tuples(forged.tree().at("edges")));
    EXPECT_EQ(forged.tree().at("a"), nlohmann::json::parse("[[3,4]]"));
}

TEST(TopologyOutline, refuses_what_ends_in_the_middle) {
    const std::string whole = R"({"a": [[0,1],[22,3]], "b": 1})";
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_THROW(TopologyOutline(whole.substr(0, length)), nlohmann::json::exception) << length;
}

}  // namespace
}  // namespace talweg::topology_outline_test
