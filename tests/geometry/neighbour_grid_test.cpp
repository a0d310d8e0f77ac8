/// The grid against all pairs, on clouds that are dense, flat, far away or spread over many scales.
#include "talweg/geometry/neighbour_grid.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/threads.hpp"
#include "talweg/math/error.hpp"

namespace talweg::neighbour_grid_test {
namespace {

std::vector<Vec3> cloud(int count, const Vec3& size, const Vec3& at, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-0.5, 0.5);
    std::vector<Vec3> x(count);
    for (Vec3& p : x)
        for (int a = 0; a < 3; ++a) p[a] = at[a] + size[a] * number(random);
    return x;
}

std::vector<int> by_all_pairs(const std::vector<Vec3>& x, int i, double reach) {
    std::vector<int> near;
    for (int j = 0; j < static_cast<int>(x.size()); ++j)
        if (j != i && norm_squared(x[j] - x[i]) < reach * reach) near.push_back(j);
    return near;
}

void expect_all_pairs(const std::vector<Vec3>& x, double reach, std::int64_t at_least) {
    const NeighbourGrid grid(x, reach);
    ASSERT_EQ(grid.point_count(), static_cast<int>(x.size()));
    for (int i = 0; i < grid.point_count(); ++i) {
        const auto near = grid.of(i);
        ASSERT_EQ(std::vector<int>(near.begin(), near.end()), by_all_pairs(x, i, reach)) << i;
    }
    EXPECT_GE(grid.entry_count(), at_least);  // or nothing was compared
}

TEST(NeighbourGrid, FindsWhatAllPairsFind) {
    expect_all_pairs(cloud(1000, {1, 1, 1}, {0, 0, 0}, 1), 0.15, 5000);
    expect_all_pairs(cloud(1000, {1, 1, 0}, {0, 0, 0}, 2), 0.1, 20000);        // flat: planar scenes
    expect_all_pairs(cloud(500, {1, 1, 1}, {-3e4, 2e5, 7}, 3), 0.2, 5000);     // far from the origin, negative cells
    expect_all_pairs(cloud(300, {1, 1, 1}, {0, 0, 0}, 4), 3.0, 300 * 299);     // all in a few cells: all are near
    expect_all_pairs(cloud(500, {1e4, 1e-2, 1e4}, {0, 0, 0}, 5), 300.0, 500);  // cells far more than points
    std::vector<Vec3> mixed = cloud(400, {0.5, 0.5, 0.5}, {0, 0, 0}, 6), far = cloud(50, {1e12, 1, 1}, {0, 0, 0}, 7);
    mixed.insert(mixed.end(), far.begin(), far.end());  // beyond the last cells as well
    expect_all_pairs(mixed, 0.1, 1000);
}

TEST(NeighbourGrid, TakesPointsOfACellsBorderAndEqualPoints) {
    std::vector<Vec3> x;
    for (int i = -3; i <= 3; ++i)
        for (int j = -3; j <= 3; ++j) x.push_back({0.25 * i, 0.25 * j, 0.0});
    x.push_back(x.front());
    x.push_back({-0.0, 0.0, 0.0});
    expect_all_pairs(x, 0.25, 4);  // those at exactly the reach are not near
    expect_all_pairs(x, 0.26, 100);
    EXPECT_EQ(NeighbourGrid(std::vector<Vec3>{}, 1.0).point_count(), 0);
    EXPECT_EQ(NeighbourGrid(std::vector<Vec3>{{1, 2, 3}}, 1.0).of(0).size(), 0u);
}

TEST(NeighbourGrid, IsTheSameForAnyNumberOfThreads) {
    const std::vector<Vec3> x = cloud(20000, {1, 1, 1}, {0, 0, 0}, 8);
    std::vector<int> of_one, of_four;
    const auto listed = [&](std::vector<int>& all) {
        const NeighbourGrid grid(x, 0.06);
        for (int i = 0; i < grid.point_count(); ++i) all.insert(all.end(), grid.of(i).begin(), grid.of(i).end());
    };
    testing::with_threads(1, [&] { listed(of_one); });
    testing::with_threads(4, [&] { listed(of_four); });
    EXPECT_EQ(of_one, of_four);
    EXPECT_GT(of_one.size(), 200000u);
}

TEST(NeighbourGrid, RefusesWhatCollapses) {
    const std::vector<Vec3> x(2000, Vec3{1, 1, 1});
    try {
        NeighbourGrid(x, 1.0, 1000000);
        ADD_FAILURE() << "taken";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("each sees 1999 others"), std::string::npos) << error.what();
    }
    EXPECT_EQ(NeighbourGrid(x, 1.0).entry_count(), 2000 * 1999);
}

}  // namespace
}  // namespace talweg::neighbour_grid_test
