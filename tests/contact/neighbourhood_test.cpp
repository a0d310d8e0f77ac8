#include "talweg/contact/neighbourhood.hpp"

#include <gmock/gmock.h>

#include "math/random_matrices.hpp"

namespace talweg::neighbourhood_test {
namespace {

using ::testing::ElementsAre;

/// A flat sheet of n × n cells in the plane y = 0, cut along one diagonal or the other at random.
struct Sheet {
    Positions x;
    std::vector<std::array<int, 3>> triangles;

    Sheet(int n, RandomMatrices& random) {
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n; ++j) x.push_back({double(i), 0.0, double(j)});
        const auto at = [n](int i, int j) { return i * (n + 1) + j; };
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
                if (random.uniform(0.0, 1.0) < 0.5) {
                    triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
                } else {
                    triangles.insert(triangles.end(), {{a, b, d}, {b, c, d}});
                }
            }
    }

    /// What a point at p is near, up to a distance.
    std::vector<Neighbourhood::Feature> near(const Vec3& p, double reach) {
        x.push_back(p);
        Neighbourhood neighbourhood;
        neighbourhood.start(x, static_cast<int>(x.size()) - 1, reach * reach);
        for (const auto& t : triangles) neighbourhood.add_triangle(t);
        const auto found = neighbourhood.nearest();
        x.pop_back();
        return found;
    }
};

TEST(Neighbourhood, AFlatSheetCountsOnceHoweverItIsCutAndHoweverFarOneSees) {
    RandomMatrices random(7);
    for (int repeat = 0; repeat < 200; ++repeat) {
        Sheet sheet(6, random);
        const Vec3 p{random.uniform(1.0, 5.0), 0.3, random.uniform(1.0, 5.0)};
        for (const double reach : {0.31, 1.0, 2.5}) {
            const auto found = sheet.near(p, reach);
            ASSERT_EQ(found.size(), 1u) << "reach " << reach;
            EXPECT_EQ(found[0].size, 3);
            EXPECT_EQ(found[0].count, 1);
        }
    }
}

TEST(Neighbourhood, BeyondTheBorderTheBorderCountsOnce) {
    RandomMatrices random(8);
    Sheet sheet(4, random);
    const auto edge = sheet.near({2.5, 0.1, -0.2}, 1.5);  // beside the middle of a border edge
    ASSERT_EQ(edge.size(), 1u);
    EXPECT_EQ(edge[0].size, 2);
    EXPECT_EQ(edge[0].count, 1);
    const auto corner = sheet.near({-0.2, 0.1, -0.2}, 1.5);
    ASSERT_EQ(corner.size(), 1u);
    EXPECT_EQ(corner[0].size, 1);
    EXPECT_EQ(corner[0].points[0], 0);
    EXPECT_EQ(corner[0].count, 1);
}

TEST(Neighbourhood, ARoofIsNearestAtItsRidgeOnce) {
    // Two faces that meet in an edge and fall away from the point on both sides.
    Positions x = {{0, 0, 0}, {0, 0, 1}, {1, -1, 0.5}, {-1, -1, 0.5}, {0, 0.2, 0.5}};
    Neighbourhood near;
    near.start(x, 4, 4.0);
    near.add_triangle({0, 1, 2});
    near.add_triangle({1, 0, 3});
    const auto& found = near.nearest();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].size, 2);
    EXPECT_EQ(found[0].count, 1);
}

TEST(Neighbourhood, InAValleyBothSidesCountAndTheEdgeIsTakenBack) {
    Positions x = {{0, 0, 0}, {0, 0, 1}, {1, 1, 0.5}, {-1, 1, 0.5}, {0, 0.3, 0.5}};
    Neighbourhood near;
    near.start(x, 4, 4.0);
    near.add_triangle({0, 1, 2});
    near.add_triangle({1, 0, 3});
    int faces = 0, edges = 0;
    for (const auto& f : near.nearest()) (f.size == 3 ? faces : edges) += f.count;
    EXPECT_EQ(faces, 2);
    EXPECT_EQ(edges, -1);
}

TEST(Neighbourhood, AChainOfEdgesCountsOnce) {
    Positions x;
    for (int i = 0; i <= 10; ++i) x.push_back({double(i), 0, 0});
    Neighbourhood near;
    for (const double at : {3.2, 4.0, 7.9}) {
        x.push_back({at, 0.5, 0});
        near.start(x, 11, 9.0);
        for (int i = 0; i < 10; ++i) near.add_edge({i, i + 1});
        int sum = 0;
        for (const auto& f : near.nearest()) sum += f.count;
        EXPECT_EQ(sum, 1) << at;
        x.pop_back();
    }
}

TEST(Neighbourhood, WithoutInclusionEachCounts) {
    Positions x = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0.5, 0}};
    Neighbourhood near;
    near.start(x, 3, 1.0);
    near.add_edge({0, 1});
    near.add_edge({1, 2});
    const auto& found = near.nearest_of_each();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].points[0], 1);
    EXPECT_EQ(found[0].count, 2);
}

}  // namespace
}  // namespace talweg::neighbourhood_test
