/// Near along edges: against all shortest ways, on a line and on a sheet, and across a gap that is none along it.
#include "talweg/geometry/near_along.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "talweg/geometry/joined_rows.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/math/error.hpp"

namespace talweg::near_along_test {
namespace {

using Pairs = std::vector<std::array<int, 2>>;

Pairs by_all_ways(const std::vector<Vec3>& points, const Pairs& edges, double reach) {
    const std::size_t n = points.size();
    std::vector<double> way(n * n, HUGE_VAL);
    for (std::size_t i = 0; i < n; ++i) way[i * n + i] = 0.0;
    for (const auto& [a, b] : edges) way[a * n + b] = way[b * n + a] = norm(points[b] - points[a]);
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                way[i * n + j] = std::min(way[i * n + j], way[i * n + k] + way[k * n + j]);
    Pairs near;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            if (way[i * n + j] < reach) near.push_back({int(i), int(j)});
    return near;
}

TEST(NearAlong, FindsTheSameAsAllShortestWays) {
    for (const ClothCut cut : {ClothCut::regular, ClothCut::crossed}) {
        const Mesh sheet = make_cloth({0.7, 0.5}, {7, 5}, cut);
        const Pairs edges = unique_edges(sheet.triangles);
        for (const double reach : {0.05, 0.11, 0.26, 2.0})
            EXPECT_EQ(near_along(sheet.points, edges, reach), by_all_ways(sheet.points, edges, reach)) << reach;
    }
}

TEST(NearAlong, IsNotNearThroughSpace) {
    // A hairpin: its two ends are close to one another, but far along it.
    const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0.1, 0}, {1, 0.1, 0}, {0, 0.1, 0}};
    const Pairs edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}};
    EXPECT_EQ(near_along(points, edges, 1.15), (Pairs{{0, 1}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}, {4, 5}}));
    EXPECT_TRUE(near_along(points, edges, 0.0).empty());
}

TEST(NearAlong, RefusesMeshesFarFinerThanTheReach) {
    const Mesh sheet = make_cloth({1, 1}, {70, 70}, ClothCut::regular);
    EXPECT_THROW(near_along(sheet.points, unique_edges(sheet.triangles), 9.0), Error);
}

TEST(JoinedRows, AnswersAsThePairsDo) {
    const SewnPairs pairs({{3, 9}, {3, 4}, {0, 9}});
    const JoinedRows rows(pairs);
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 12; ++j)
            EXPECT_EQ(rows.join(std::array{i}, std::array{j, 11}), pairs.join(std::array{i}, std::array{j, 11}));
    EXPECT_FALSE(JoinedRows().join(std::array{1}, std::array{2}));
}

}  // namespace
}  // namespace talweg::near_along_test
