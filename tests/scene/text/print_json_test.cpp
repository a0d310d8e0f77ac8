#include "talweg/scene/text/print_json.hpp"

#include <gtest/gtest.h>

namespace talweg::print_json_test {
namespace {

TEST(PrintJson, MembersStandOnLinesAndFlatListsOnOne) {
    const Json value = {
        {"a", {1, 2.5, "x"}}, {"b", {{"c", Json::array({Json::array({1}), Json::object()})}}}, {"d", true}};
    EXPECT_EQ(print_json(value),
              "{\n"
              "  \"a\": [1, 2.5, \"x\"],\n"
              "  \"b\": {\n"
              "    \"c\": [\n"
              "      [1],\n"
              "      {}\n"
              "    ]\n"
              "  },\n"
              "  \"d\": true\n"
              "}\n");
}

TEST(PrintJson, IsJson) {
    const Json value = {{"quote\"", "line\nend"}, {"empty", Json::array()}, {"number", 1e-300}};
    EXPECT_EQ(Json::parse(print_json(value)), value);
}

}  // namespace
}  // namespace talweg::print_json_test
