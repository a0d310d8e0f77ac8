#include "talweg/assembly/scatter.hpp"

#include <gtest/gtest.h>

#include <random>

namespace talweg::scatter_test {
namespace {

using Hessian2 = Matrix<double, 6, 6>;

Hessian2 random_symmetric(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Hessian2 h;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= i; ++j) h(i, j) = h(j, i) = number(random);
    return h;
}

Mat3 block_of(const Hessian2& h, int i, int j) {
    Mat3 block;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) block(r, c) = h(3 * i + r, 3 * j + c);
    return block;
}

double distance(const Mat3& a, const Mat3& b) {
    double sum = 0.0;
    for (int k = 0; k < 9; ++k) sum += std::fabs(a.data[k] - b.data[k]);
    return sum;
}

/// Of an element between two points that follow two nodes: blocks (0,0), (0,1), (1,1) are 0, 1, 2.
std::vector<std::int32_t> positions_in(const PointMap& map) {
    std::vector<std::int32_t> positions;
    for (int i : {0, 1})
        for (int j : {0, 1})
            for (const NodeWeight& a : map.row(i))
                for (const NodeWeight& b : map.row(j))
                    if (a.node <= b.node) positions.push_back(2 * (a.node + b.node));
    return positions;
}

TEST(Scatter, AddsABlockOrItsTranspose) {
    const Hessian2 h = random_symmetric(1);
    Mat3 values[2] = {Mat3::identity(), Mat3::zero()};
    add_block(values, 2 * 0, h, 0, 1, 2.0);
    add_block(values, 2 * 1 + 1, h, 0, 1, 2.0);
    EXPECT_LT(distance(values[0], Mat3::identity() + 2.0 * block_of(h, 0, 1)), 1e-15);
    EXPECT_LT(distance(values[1], 2.0 * block_of(h, 0, 1).transposed()), 1e-15);
}

TEST(Scatter, DirectSkipsPointsWithoutNodes) {
    const Hessian2 h = random_symmetric(2);
    std::vector<Mat3> values(1, Mat3::zero());
    const std::int32_t positions[] = {no_block, no_block, 0};  // (0,0), (0,1), (1,1)
    scatter_direct<2>(h, 3.0, positions, values.data());
    EXPECT_LT(distance(values[0], 3.0 * block_of(h, 1, 1)), 1e-15);
}

TEST(Scatter, PicksThePositionsOfItsElement) {
    const Hessian2 h = random_symmetric(3);
    std::vector<Mat3> values(3, Mat3::zero());
    const std::int32_t positions[] = {no_block, no_block, no_block, 0, 2, 4};
    const int points[] = {0, 1};
    scatter<2>(h, 1.0, 1, points, {values.data(), positions, nullptr, nullptr});
    EXPECT_EQ(values[0], block_of(h, 0, 0));
    EXPECT_EQ(values[1], block_of(h, 0, 1));
    EXPECT_EQ(values[2], block_of(h, 1, 1));
}

TEST(Scatter, WeightedIsWTransposedHW) {
    const Hessian2 h = random_symmetric(4);
    PointMap map;  // both points follow both nodes
    map.add_point(std::vector<NodeWeight>{{0, 0.3}, {1, 0.7}});
    map.add_point(std::vector<NodeWeight>{{1, -0.2}, {0, 1.1}});
    const double w[2][2] = {{0.3, 0.7}, {1.1, -0.2}};  // point, node
    const int points[] = {0, 1};
    const std::vector<std::int32_t> positions = positions_in(map);
    const std::int64_t offsets[] = {0};
    std::vector<Mat3> values(3, Mat3::zero());
    scatter<2>(h, 2.0, 0, points, {values.data(), positions.data(), offsets, &map});
    for (int a = 0; a < 2; ++a)
        for (int b = a; b < 2; ++b) {
            Mat3 expected = Mat3::zero();
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j) expected += (2.0 * w[i][a] * w[j][b]) * block_of(h, i, j);
            EXPECT_LT(distance(values[a + b], expected), 1e-14);
        }
}

TEST(Scatter, ScalarsAreMultiplesOfTheIdentity) {
    Matrix<double, 2, 2> k;
    k(0, 0) = 2.0, k(1, 1) = 5.0, k(0, 1) = k(1, 0) = -3.0;
    Hessian2 h = Hessian2::zero();
    for (int row = 0; row < 6; ++row)
        for (int column = row % 3; column < 6; column += 3) h(row, column) = k(row / 3, column / 3);
    PointMap map;
    map.add_point(std::vector<NodeWeight>{{0, 0.25}, {1, 0.75}});
    map.add_point(std::vector<NodeWeight>{{1, 1.0}});
    const int points[] = {0, 1};
    const auto compare = [&](const std::vector<std::int32_t>& positions, const std::int64_t* offsets) {
        std::vector<Mat3> one(3, Mat3::identity()), other = one;
        scatter<2>(h, 0.5, 0, points, {one.data(), positions.data(), offsets, &map});
        scatter_scalars<2>(k, 0.5, 0, points, {other.data(), positions.data(), offsets, &map});
        EXPECT_EQ(one, other);
    };
    compare({0, 3, 4}, nullptr);
    compare({no_block, no_block, 4}, nullptr);
    const std::int64_t offsets[] = {0};
    compare(positions_in(map), offsets);
}

}  // namespace
}  // namespace talweg::scatter_test
