#include "talweg/geometry/hinges.hpp"

#include <gmock/gmock.h>

#include "talweg/math/error.hpp"

namespace talweg::hinges_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Triangles = std::vector<std::array<int, 3>>;

TEST(Hinges, AreTheEdgesOfTwoTriangles) {
    EXPECT_THAT(find_hinges({}), IsEmpty());
    EXPECT_THAT(find_hinges(Triangles{{0, 1, 2}}), IsEmpty());
    EXPECT_THAT(find_hinges(Triangles{{0, 1, 2}, {2, 1, 3}}), ElementsAre(std::array{1, 2, 0, 3}));
    EXPECT_THAT(find_hinges(Triangles{{0, 1, 2}, {1, 2, 3}}), ElementsAre(std::array{1, 2, 0, 3})) << "one turned over";
    EXPECT_EQ(find_hinges(Triangles{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}).size(), 6u) << "closed: every edge";
}

TEST(Hinges, OfThreeTrianglesAreRefusedByName) {
    try {
        find_hinges(Triangles{{0, 1, 2}, {7, 8, 9}, {1, 0, 3}, {0, 1, 4}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("triangles 0, 2 and 3 share the edge between points 0 and 1"));
    }
}

}  // namespace
}  // namespace talweg::hinges_test
