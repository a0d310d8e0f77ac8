#include "talweg/math/block_columns.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace talweg::block_columns_test
