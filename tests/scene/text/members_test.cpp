#include "talweg/scene/text/members.hpp"

#include <gtest/gtest.h>

#include "talweg/scene/text/json.hpp"

namespace talweg {
namespace {

TEST(Members, keep_the_order_in_which_they_were_written) {
    const std::string text = R"({"z":1,"a":{"y":[],"b":"long enough not to be stored in place"},"m":null})";
    EXPECT_EQ(Json::parse(text).dump(), text);
    Json built;
    for (int i = 100; i-- > 0;) built[std::to_string(i)] = i;
    int next = 100;
    for (const auto& [key, value] : built.items()) EXPECT_EQ(key, std::to_string(--next));
    EXPECT_EQ(Json::parse(built.dump()), built);
}

TEST(Members, of_one_name_are_one) {
    EXPECT_EQ(Json::parse(R"({"a": 1, "b": 2, "a": 3})").dump(), R"({"a":3,"b":2})");
    Json object = {{"a", 1}, {"b", 2}};
    EXPECT_FALSE(object.emplace("a", 5).second);
    EXPECT_EQ(object["a"], 1);
    object.update({{"b", 7}, {"c", 8}});
    EXPECT_EQ(object.dump(), R"({"a":1,"b":7,"c":8})");
}

TEST(Members, are_found_and_erased_by_name) {
    Json object = {{"a", 1}, {"b", 2}, {"c", 3}};
    EXPECT_TRUE(object.contains("b"));
    EXPECT_EQ(object.erase("b"), 1u);
    EXPECT_EQ(object.erase("b"), 0u);
    EXPECT_FALSE(object.contains(std::string("b")));
    EXPECT_EQ(object.dump(), R"({"a":1,"c":3})");
    EXPECT_EQ(object.value("c", 0), 3);
    EXPECT_THROW(object.at("b"), Json::out_of_range);
    object.erase(object.begin());
    EXPECT_EQ(object.dump(), R"({"c":3})");
}

TEST(Members, that_differ_in_order_are_different) {
    EXPECT_NE(Json::parse(R"({"a": 1, "b": 2})"), Json::parse(R"({"b": 2, "a": 1})"));
    EXPECT_EQ(Json::parse(R"({"a": 1, "b": 2})"), (Json{{"a", 1}, {"b", 2}}));
}

}  // namespace
}  // namespace talweg
