#include "talweg/model/motion.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace talweg::motion_test {
namespace {

constexpr double pi = std::numbers::pi;

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "axis " << i;
}

Motion keyframed(std::vector<Keyframe> keys, Interpolation interpolation = Interpolation::linear) {
    return {{0, 0, 0}, KeyframedPose{std::move(keys), interpolation}};
}

TEST(Motion, RotationMatrixTurnsCounterClockwise) {
    expect_near(rotation_matrix({0, 0, pi / 2}) * Vec3{1, 0, 0}, {0, 1, 0});
    expect_near(rotation_matrix({0, pi / 2, 0}) * Vec3{0, 0, 1}, {1, 0, 0});
    expect_near(rotation_matrix({pi, 0, 0}) * Vec3{3, 1, 2}, {3, -1, -2});
}

TEST(Motion, RotationMatrixIsOrthogonal) {
    const Mat3 r = rotation_matrix({0.3, -1.7, 2.2}), product = r * r.transposed();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(product(i, j), i == j ? 1.0 : 0.0, 1e-15);
    EXPECT_NEAR(determinant(r), 1.0, 1e-15);
}

TEST(Motion, KeyframesAreReachedAndInterpolatedLinearly) {
    const Motion motion = keyframed({{1.0, {0, 0, 0}, {0, 0, 0}}, {3.0, {4, 0, -2}, {0, 0, 0}}});
    const Vec3 start = {1, 2, 3};
    expect_near(motion.at(start, 1.0), start);
    expect_near(motion.at(start, 1.5), {2, 2, 2.5});
    expect_near(motion.at(start, 3.0), {5, 2, 1});
}

TEST(Motion, FirstAndLastPosesAreKeptOutsideTheKeyframes) {
    const Motion motion = keyframed({{1.0, {1, 0, 0}, {0, 0, 0}}, {2.0, {2, 0, 0}, {0, 0, 0}}});
    expect_near(motion.at({0, 0, 0}, -5.0), {1, 0, 0});
    expect_near(motion.at({0, 0, 0}, 99.0), {2, 0, 0});
}

TEST(Motion, SmoothInterpolationStartsAndStopsGently) {
    const Motion motion = keyframed({{0.0, {0, 0, 0}, {0, 0, 0}}, {1.0, {1, 0, 0}, {0, 0, 0}}}, Interpolation::smooth);
    EXPECT_DOUBLE_EQ(motion.at({0, 0, 0}, 0.5)[0], 0.5);
    EXPECT_DOUBLE_EQ(motion.at({0, 0, 0}, 0.25)[0], 0.15625);
    const double dt = 1e-6;
    EXPECT_LT(motion.at({0, 0, 0}, dt)[0] / dt, 1e-5);
    EXPECT_LT((1.0 - motion.at({0, 0, 0}, 1.0 - dt)[0]) / dt, 1e-5);
}

TEST(Motion, SeveralTurnsCountOn) {
    // Two turns in eight seconds: a quarter turn every half second.
    const Motion motion = keyframed({{0.0, {0, 0, 0}, {0, 0, 0}}, {8.0, {0, 0, 0}, {0, 0, 4 * pi}}});
    expect_near(motion.at({1, 0, 0}, 1.0), {0, 1, 0});
    expect_near(motion.at({1, 0, 0}, 5.0), {0, 1, 0});
}

TEST(Motion, TheCentreTravelsWithTheTranslation) {
    const Motion motion = {{1, 0, 0}, KeyframedPose{{{0.0, {0, 5, 0}, {0, 0, pi / 2}}}, Interpolation::linear}};
    expect_near(motion.at({1, 0, 0}, 0.0), {1, 5, 0});
    expect_near(motion.at({2, 0, 0}, 0.0), {1, 6, 0});
}

TEST(Motion, SteadyMotionRunsFromUntil) {
    const Motion motion = {{0, 0, 0}, SteadyPose{{1, 0, 0}, {0, 0, pi / 2}, 2.0, 3.0}};
    expect_near(motion.at({1, 0, 0}, 0.0), {1, 0, 0});
    expect_near(motion.at({1, 0, 0}, 2.5), {0.5 + std::sqrt(0.5), std::sqrt(0.5), 0});
    expect_near(motion.at({1, 0, 0}, 3.0), {1, 1, 0});
    expect_near(motion.at({1, 0, 0}, 7.0), {1, 1, 0});
}

TEST(Motion, APointThatDoesNotRotateKeepsItsBits) {
    const Motion motion = {{1e9, 0.1, 7}, SteadyPose{{0, 0, 0}, {0, 0, 0}, 0.0, 1e30}};
    const Vec3 start = {0.1, 0.2, 0.3};
    EXPECT_EQ(motion.at(start, 12.5), start);
}

TEST(Motion, TellsItsTurns) {
    const Motion steady = {{0, 0, 0}, SteadyPose{{1, 0, 0}, {0, 3, 4}, 1.0, 3.0}};
    expect_near(steady.turn(0.0, 1.0), {0, 0, 0});
    expect_near(steady.turn(0.5, 2.0), {0, 3, 4});
    expect_near(steady.turn(1.0, 9.0), {0, 6, 8});  // 10 rad: more than a whole turn
    const Motion keyed = {
        {0, 0, 0},
        KeyframedPose{{{0.0, {0, 0, 0}, {0, 0, 0}}, {1.0, {0, 0, 0}, {0, 0, pi / 2}}}, Interpolation::linear}};
    expect_near(keyed.turn(0.0, 1.0), {0, 0, pi / 2});
    expect_near(keyed.turn(0.25, 0.75), {0, 0, pi / 4});
    expect_near(keyed.turn(1.0, 2.0), {0, 0, 0});
}

TEST(RotationVector, UndoesTheRotationMatrix) {
    for (const Vec3& r : {Vec3{0, 0, 0}, Vec3{1e-9, 0, 0}, Vec3{0.3, -0.2, 0.9}, Vec3{0, 3.1, 0}, Vec3{1.5, -1.5, 2.0}})
        expect_near(rotation_vector(rotation_matrix(r)), r);
    // Half a turn has two.
    const Vec3 half = rotation_vector(rotation_matrix({0, pi, 0}));
    EXPECT_NEAR(std::fabs(half[1]), pi, 1e-7);
}

}  // namespace
}  // namespace talweg::motion_test
