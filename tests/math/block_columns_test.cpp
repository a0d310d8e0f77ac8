#include "talweg/math/block_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talweg::block_columns_test {
namespace {

TEST(BlockColumns, MultiplyAsMatricesDo) {
    Mat3 m;
    Matrix<float, 3, 3> single;
    for (int i = 0; i < 9; ++i) single[i] = static_cast<float>(m[i] = (i * i % 11) - 4.5);
    const Vec3 x = {2.0, -3.0, 0.5};
    EXPECT_EQ(three(BlockColumns(m).times(x)), m * x);
    EXPECT_EQ(three(BlockColumns(single).times(x)), m * x);
    EXPECT_EQ(three(BlockColumns(m).transposed_times(four(x))), m.transposed() * x);
    EXPECT_EQ(three(BlockColumns(single).transposed_times(four(x))), m.transposed() * x);
}

template <class Real>
void expect_put_where_they_belong() {
    Mat3 m, other;
    for (int i = 0; i < 9; ++i) {
        m[i] = (i * i % 11) - 4.5;
        other[i] = (i * 7 % 5) - 1.25;
    }
    Matrix<Real, 3, 3> right;
    for (int i = 0; i < 9; ++i) right[i] = static_cast<Real>(other[i]);
    Matrix<Real, 3, 3> three[3];
    for (auto& block : three)
        for (int i = 0; i < 9; ++i) block[i] = Real(7);
    BlockColumns sum(m);
    sum -= BlockColumns(m).times(right);
    sum.put_into(three[1]);
    const Mat3 expected = m - m * other;
    for (int i = 0; i < 9; ++i) {
        EXPECT_EQ(double(three[1][i]), expected[i]) << i;
        EXPECT_EQ(three[0][i], Real(7)) << "before";
        EXPECT_EQ(three[2][i], Real(7)) << "behind";
    }
}

TEST(BlockColumns, AreMultipliedAndPutBackWithoutTouchingTheirNeighbours) {
    expect_put_where_they_belong<double>();
    expect_put_where_they_belong<float>();
}

template <int M>
void expect_parts_of() {
    Matrix<double, M, M> h;
    for (int k = 0; k < M * M; ++k) h.data[k] = std::sin(1.7 * k);
    for (int i = 0; i < M; i += 3)
        for (int j = 0; j < M; j += 3) {
            Mat3 sum = Mat3::identity(), turned = Mat3::identity();
            const BlockColumns part = BlockColumns::within(h, i, j);
            BlockColumns(sum).plus(2.5, part).put_into(sum);
            BlockColumns(turned).plus(2.5, part.transposed()).put_into(turned);
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c) {
                    const double expected = (r == c ? 1.0 : 0.0) + 2.5 * h(i + r, j + c);
                    EXPECT_EQ(sum(r, c), expected) << M << ": " << i << ", " << j;
                    EXPECT_EQ(turned(c, r), expected) << M << ": " << i << ", " << j;
                }
        }
}

TEST(BlockColumns, OfLargerMatricesAreTheirPartsToTheLastBit) {
    expect_parts_of<3>();
    expect_parts_of<6>();
    expect_parts_of<9>();
    expect_parts_of<12>();
}

TEST(BlockColumns, WholeNumbersAreReadFourAtATime) {
    const std::int16_t numbers[] = {1, -32767, 0, 32766, -5};
    for (int k = 0; k < 4; ++k) {
        EXPECT_EQ(four_from(numbers)[k], numbers[k]);
        EXPECT_EQ(four_from(numbers + 1)[k], numbers[k + 1]);
    }
}

}  // namespace
}  // namespace talweg::block_columns_test
