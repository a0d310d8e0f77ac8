#include "talweg/solve/block_columns.hpp"

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

}  // namespace
}  // namespace talweg::block_columns_test
