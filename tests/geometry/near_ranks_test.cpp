#include "talweg/geometry/near_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg::near_ranks_test {
namespace {

/// The same body, its points numbered as `number` says.
Mesh numbered(const Mesh& mesh, const std::vector<int>& number) {
    Mesh made;
    made.points.resize(mesh.points.size());
    for (std::size_t i = 0; i < number.size(); ++i) made.points[number[i]] = mesh.points[i];
    for (auto tet : mesh.tets) {
        for (int& corner : tet) corner = number[corner];
        made.tets.push_back(tet);
    }
    complete_solid(made);
    return made;
}

std::vector<int> shuffled(std::size_t count, unsigned seed) {
    std::vector<int> number(count);
    std::iota(number.begin(), number.end(), 0);
    std::shuffle(number.begin(), number.end(), std::mt19937(seed));
    return number;
}

double mean_span(const Mesh& mesh, const std::vector<int>& rank) {
    double sum = 0.0;
    for (const auto& tet : mesh.tets) {
        const auto [low, high] =
            std::minmax_element(tet.begin(), tet.end(), [&](int a, int b) { return rank[a] < rank[b]; });
        sum += rank[*high] - rank[*low];
    }
    return sum / static_cast<double>(mesh.tets.size());
}

TEST(NearRanks, LeaveGridsAndSmallMeshesAsTheyAre) {
    for (const int tets_per_cell : {5, 6, 12}) {
        const Mesh box = make_box({1, 1, 1}, {22, 22, 22}, tets_per_cell);
        EXPECT_TRUE(near_ranks(box, static_cast<int>(box.points.size())).empty()) << tets_per_cell;
    }
    const Mesh small = make_box({1, 1, 1}, {6, 6, 6}, 6);
    const Mesh mixed = numbered(small, shuffled(small.points.size(), 1));
    EXPECT_TRUE(near_ranks(mixed, static_cast<int>(mixed.points.size())).empty());
}

TEST(NearRanks, BringNeighboursOfAMixedUpMeshTogether) {
    const Mesh box = make_box({2, 1, 1}, {40, 18, 18}, 6);
    const int count = static_cast<int>(box.points.size());
    const Mesh mixed = numbered(box, shuffled(box.points.size(), 3));
    const std::vector<int> rank = near_ranks(mixed, count);
    ASSERT_EQ(rank.size(), box.points.size());
    std::vector<int> once(count, 0), own(count);
    for (const int r : rank) ++once.at(r);
    EXPECT_EQ(std::count(once.begin(), once.end(), 1), count);
    std::iota(own.begin(), own.end(), 0);
    EXPECT_GT(mean_span(mixed, own), 0.5 * count);
    EXPECT_LT(mean_span(mixed, rank), 3.0 * mean_span(box, own)) << "of the order in which the box was made: a layer";
}

TEST(NearRanks, LookAtTheFirstPointsOnly) {
    const Mesh box = make_box({1, 1, 1}, {22, 22, 22}, 6);
    Mesh mixed = numbered(box, shuffled(box.points.size(), 9));
    const int count = static_cast<int>(mixed.points.size());
    const std::vector<int> alone = near_ranks(mixed, count);
    mixed.points.push_back({0, 0, 0});  // it rides, and draws edges
    mixed.edge_groups["structural"].push_back({0, count});
    EXPECT_EQ(near_ranks(mixed, count), alone);
}

}  // namespace
}  // namespace talweg::near_ranks_test
