#include "talweg/scene/build/start_positions.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talweg::start_positions_test {
namespace {

StartSpec start_with(double scramble, int seed) {
    StartSpec start{};
    start.stretch = {1, 1, 1};
    start.translate = Vec3::zero();
    start.scramble = scramble;
    start.seed = seed;
    return start;
}

TEST(StartPositions, StretchThenRotateThenTranslate) {
    StartSpec start = start_with(0.0, 0);
    start.stretch = {2, 1, 1};
    start.rotate = RotationSpec{{0, 0, 1}, 90.0, {}};
    start.translate = {0, 0, 5};
    const Positions x = start_positions(start, {{1, 3, 0}});
    EXPECT_LT(norm(x[0] - Vec3{-3, 2, 5}), 1e-14);
}

TEST(StartPositions, AScrambleIsBoundedUniformAndRepeatable) {
    const Positions rest(3000, Vec3::zero());
    const Positions x = start_positions(start_with(0.5, 3), rest);
    double sum = 0.0, squares = 0.0, largest = 0.0;
    for (const Vec3& p : x)
        for (int a = 0; a < 3; ++a) {
            sum += p[a];
            squares += p[a] * p[a];
            largest = std::max(largest, std::abs(p[a]));
        }
    EXPECT_NEAR(sum / 9000, 0.0, 0.01);
    EXPECT_NEAR(squares / 9000, 0.25 / 3, 0.003) << "variance of the uniform distribution";
    EXPECT_LE(largest, 0.5);
    EXPECT_GT(largest, 0.499);
    EXPECT_EQ(start_positions(start_with(0.5, 3), rest), x);
    EXPECT_NE(start_positions(start_with(0.5, 4), rest), x);
    EXPECT_EQ(start_positions(start_with(0.0, 3), rest), rest);
}

}  // namespace
}  // namespace talweg::start_positions_test
