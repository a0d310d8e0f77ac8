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

TEST(Patches, AreTrianglesWithWhatIsAround) {
    EXPECT_THAT(find_patches(Triangles{{4, 5, 6}}), ElementsAre(std::array{4, 5, 6, 4, 5, 6, 6, 5, 4, 6, 5, 4}))
        << "nothing but border";
    // Across from 0 lies 3; of that neighbour, 4 lies across from 1, and nothing across from 2.
    EXPECT_THAT(find_patches(Triangles{{0, 1, 2}, {1, 2, 3}, {4, 3, 2}})[0],
                ElementsAre(0, 1, 2, 3, 1, 2, 2, 4, 0, 2, 1, 0));
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
