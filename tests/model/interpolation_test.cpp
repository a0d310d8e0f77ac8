#include "talweg/model/interpolation.hpp"

#include <gtest/gtest.h>

namespace talweg::interpolation_test {
namespace {

struct Key {
    double time;
};

TEST(Interpolation, FindsTheInterval) {
    const std::vector<Key> keys = {{0.0}, {1.0}, {4.0}};
    const auto inside = between(keys, Interpolation::linear, 2.5);
    EXPECT_EQ(inside.a.time, 1.0);
    EXPECT_EQ(inside.b.time, 4.0);
    EXPECT_EQ(inside.s, 0.5);
    EXPECT_EQ(between(keys, Interpolation::linear, 1.0).a.time, 1.0);
    EXPECT_EQ(between(keys, Interpolation::smooth, 1.75).s, 0.15625);
}

TEST(Interpolation, KeepsTheFirstAndTheLast) {
    const std::vector<Key> keys = {{1.0}, {2.0}};
    EXPECT_EQ(&between(keys, Interpolation::linear, 0.0).b, &keys.front());
    EXPECT_EQ(&between(keys, Interpolation::linear, 2.0).a, &keys.back());
    EXPECT_EQ(between(keys, Interpolation::linear, 9.0).s, 0.0);
}

}  // namespace
}  // namespace talweg::interpolation_test
