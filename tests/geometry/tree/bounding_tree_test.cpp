#include "talweg/geometry/tree/bounding_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "../random_points.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/tree/overlaps.hpp"

namespace talweg::bounding_tree_test {
namespace {

using testing::RandomPoints;
using Pair = std::array<int, 2>;

Box box_around(const Vec3& centre, const Vec3& half) {
    Box box;
    box.include(centre - half);
    box.include(centre + half);
    return box;
}

std::vector<Box> random_boxes(RandomPoints& random, int count, double size) {
    std::vector<Box> boxes;
    for (int i = 0; i < count; ++i) {
        Vec3 half = random.in_cube(size);
        for (int a = 0; a < 3; ++a) half[a] = std::fabs(half[a]);
        boxes.push_back(box_around(random.in_cube(), half));
    }
    return boxes;
}

bool overlap(const Box& a, const Box& b) {
    for (int k = 0; k < 3; ++k)
        if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
    return true;
}

std::vector<Pair> sorted(std::vector<Pair> pairs) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<Pair> brute_force(const std::vector<Box>& boxes) {
    std::vector<Pair> pairs;
    for (int i = 0; i < int(boxes.size()); ++i)
        for (int j = i + 1; j < int(boxes.size()); ++j)
            if (overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
    return pairs;
}
std::vector<Pair> brute_force(const std::vector<Box>& first, const std::vector<Box>& second) {
    std::vector<Pair> pairs;
    for (int i = 0; i < int(first.size()); ++i)
        for (int j = 0; j < int(second.size()); ++j)
            if (overlap(first[i], second[j])) pairs.push_back({i, j});
    return pairs;
}

BoundingTree tree_of(const std::vector<Box>& boxes) {
    BoundingTree tree;
    tree.build(boxes);
    return tree;
}

constexpr int counts[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 513, 1500};

// Beyond the largest float, where lanes that hold no box begin: they must not be taken for boxes.
TEST(BoundingTree, StaysWithinItsBoxesWhereverTheyAre) {
    for (const double far : {1e39, 1e300, 1.7e308})
        for (const int count : {9, 65, 70}) {
            std::vector<Box> boxes;
            for (int i = 0; i < count; ++i) {
                const double side = i % 2 == 0 ? far : -far;
                boxes.push_back({{side, -far, i * 1.0}, {side, far, i + 0.5}});
            }
            boxes.push_back({{-far, -far, -far}, {far, far, far}});
            std::vector<int> found;
            tree_of(boxes).visit(boxes.back(), [&](int index) { found.push_back(index); });
            std::ranges::sort(found);
            ASSERT_EQ(found.size(), boxes.size()) << far;
            EXPECT_EQ(found.back(), count) << far;
        }
}

TEST(BoundingTree, FindsEveryPairOnceAtAnySize) {
    RandomPoints random(41);
    for (const int count : counts) {
        const auto boxes = random_boxes(random, count, 0.15), others = random_boxes(random, 200, 0.1);
        const BoundingTree tree = tree_of(boxes), other = tree_of(others);
        EXPECT_EQ(tree.size(), count);
        EXPECT_EQ(sorted(overlapping_pairs(tree)), brute_force(boxes)) << count;
        EXPECT_EQ(sorted(overlapping_pairs(tree, other)), brute_force(boxes, others)) << count;
        EXPECT_EQ(sorted(overlapping_pairs(other, tree)), brute_force(others, boxes)) << count;
    }
}

TEST(BoundingTree, VisitsWhatABoxOverlaps) {
    RandomPoints random(42);
    for (const int count : counts) {
        const auto boxes = random_boxes(random, count, 0.15), queries = random_boxes(random, 20, 0.3);
        const BoundingTree tree = tree_of(boxes);
        std::vector<Pair> found;
        for (int q = 0; q < 20; ++q) tree.visit(queries[q], [&](int i) { found.push_back({q, i}); });
        EXPECT_EQ(sorted(found), brute_force(queries, boxes)) << count;
    }
}

TEST(BoundingTree, RefitKnowsTheNewPlaces) {
    RandomPoints random(43);
    auto boxes = random_boxes(random, 700, 0.1);
    BoundingTree tree = tree_of(boxes);
    for (Box& box : boxes) {
        const Vec3 shift = random.in_cube(0.5);
        box.min += shift;
        box.max += shift;
    }
    tree.refit(boxes);
    EXPECT_EQ(sorted(overlapping_pairs(tree)), brute_force(boxes));
}

TEST(BoundingTree, TouchingBoxesOverlapAndRoundingLosesNone) {
    // Neighbours share a face at places that single precision does not have.
    std::vector<Box> boxes;
    for (int i = 0; i < 300; ++i) {
        const double start = 1.0 / 3.0 + i / 7.0, end = 1.0 / 3.0 + (i + 1) / 7.0;
        Box box;
        box.include(Vec3{start, 0.0, 0.0});
        box.include(Vec3{end, 1.0, 1.0});
        boxes.push_back(box);
    }
    const auto found = sorted(overlapping_pairs(tree_of(boxes)));
    for (int i = 0; i + 1 < 300; ++i) EXPECT_TRUE(std::binary_search(found.begin(), found.end(), Pair{i, i + 1})) << i;
    EXPECT_EQ(found.size(), 299u);
}

TEST(BoundingTree, FlatEqualAndFarAwayBoxes) {
    std::vector<Box> boxes(40, box_around({1e6, -1e6, 3.0}, Vec3::zero()));  // all at one place
    boxes.push_back(box_around({1e300, 0, 0}, {1, 1, 1}));                   // beyond single precision
    boxes.push_back(box_around({-1e300, 0, 0}, {1, 1, 1}));
    EXPECT_EQ(overlapping_pairs(tree_of(boxes)).size(), 40u * 39u / 2u);
}

// So many that their order is found in buckets, most of them in a few places that no order tells apart.
TEST(BoundingTree, ManyBoxesAndCrowdsInOnePlace) {
    RandomPoints random(46);
    auto boxes = random_boxes(random, 5000, 0.02);
    for (int k = 0; k < 40; ++k) {
        const Box crowd = box_around(random.in_cube(), {1e-3, 1e-3, 1e-3});
        boxes.insert(boxes.end(), 100, crowd);
    }
    boxes.push_back(box_around({1e4, 0, 0}, {1, 1, 1}));  // all others are in one corner, seen from here
    EXPECT_EQ(sorted(overlapping_pairs(tree_of(boxes))), brute_force(boxes));
}

TEST(BoundingTree, TheSameArrayForAnyNumberOfThreads) {
    RandomPoints random(44);
    const auto boxes = random_boxes(random, 20000, 0.05);
    const auto pairs = [&] { return overlapping_pairs(tree_of(boxes)); };
    const auto one = testing::with_threads(1, pairs);
    EXPECT_GT(one.size(), 10000u);
    for (const int threads : {2, 4}) EXPECT_EQ(testing::with_threads(threads, pairs), one);
}

TEST(BoundingTree, CollectsWhatIsEmitted) {
    RandomPoints random(45);
    const auto boxes = random_boxes(random, 2000, 0.05);
    // Twice the pairs of even boxes, none of the others.
    const auto out = collect_overlaps<int>(tree_of(boxes), [](int i, int j, std::vector<int>& list) {
        EXPECT_LT(i, j);
        if (i % 2 == 0 && j % 2 == 0) list.insert(list.end(), {i, j});
    });
    std::size_t expected = 0;
    for (const Pair& pair : brute_force(boxes)) expected += pair[0] % 2 == 0 && pair[1] % 2 == 0 ? 2 : 0;
    EXPECT_EQ(out.size(), expected);
    EXPECT_GT(expected, 100u);
}

TEST(BoundingTree, ASearchForTooManyIsGivenUp) {
    RandomPoints random(17);
    BoundingTree tree;
    tree.build(random_boxes(random, 3000, 0.5));
    const auto emit = [](int i, int j, std::vector<Pair>& out) { out.push_back({i, j}); };
    const std::size_t all = collect_overlaps<Pair>(tree, emit).size();
    ASSERT_GT(all, 100000u);
    EXPECT_EQ(collect_overlaps<Pair>(tree, emit, all).size(), all);
    const std::size_t some = collect_overlaps<Pair>(tree, emit, 1000).size();
    EXPECT_GT(some, 1000u);
    EXPECT_LT(some, all / 4);
}

TEST(BoundingTree, NodesVisitedGrowLikeTheLogarithm) {
    // Small boxes on a surface, as contact has them: the leaf nodes that a query of constant count meets stay few.
    RandomPoints random(46);
    double met[2];
    for (int k = 0; k < 2; ++k) {
        const int side = k == 0 ? 64 : 256;
        std::vector<Box> boxes;
        for (int i = 0; i < side * side; ++i)
            boxes.push_back(box_around({double(i % side) / side, 0.0, double(i / side) / side}, Vec3{1, 1, 1} / side));
        const BoundingTree tree = tree_of(boxes);
        int leaves = 0;
        for (const Box& box : boxes) tree.descend(RoundedBox(box), 0, [&](int, const RoundedBox*) { ++leaves; });
        met[k] = double(leaves) / double(boxes.size());
    }
    EXPECT_LT(met[1], 1.1 * met[0]);
    EXPECT_LT(met[1], 15.0);
}

}  // namespace
}  // namespace talweg::bounding_tree_test
