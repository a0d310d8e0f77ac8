#include "talweg/solve/unknowns.hpp"

#include <gtest/gtest.h>

namespace talweg::unknowns_test {
namespace {

TEST(Unknowns, NumberTheFreeComponentsInOrder) {
    const Unknowns unknowns({0, 2, 7, 5});
    EXPECT_EQ(unknowns.node_count(), 4);
    EXPECT_EQ(unknowns.count(), 3 + 2 + 0 + 1);
    const int expected[4][3] = {{0, 1, 2}, {3, -1, 4}, {-1, -1, -1}, {-1, 5, -1}};
    for (int i = 0; i < 4; ++i)
        for (int a = 0; a < 3; ++a) EXPECT_EQ(unknowns(i, a), expected[i][a]);
}

TEST(Unknowns, GatherAndSpreadAreEachOthersReturn) {
    const Unknowns unknowns({0, 2, 7, 5});
    const Nodes v{{1, 2, 3}, {4, 99, 5}, {99, 99, 99}, {99, 6, 99}};
    std::vector<double> values{-1.0};
    unknowns.gather(v, values);
    EXPECT_EQ(values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
    Nodes back(9, {7, 7, 7});
    unknowns.spread(values, back);
    EXPECT_EQ(back, (Nodes{{1, 2, 3}, {4, 0, 5}, {0, 0, 0}, {0, 6, 0}})) << "prescribed components are zero";
}

TEST(Unknowns, NoNodesHaveNone) {
    const Unknowns unknowns(std::vector<Axes>{});
    EXPECT_EQ(unknowns.count(), 0);
    Nodes v{{1, 1, 1}};
    unknowns.spread({}, v);
    EXPECT_TRUE(v.empty());
}

}  // namespace
}  // namespace talweg::unknowns_test
