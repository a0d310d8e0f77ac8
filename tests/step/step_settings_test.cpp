#include "talweg/step/step_settings.hpp"

#include <gtest/gtest.h>

namespace talweg::step_settings_test {
namespace {

TEST(DefaultTolerance, IsFarBelowWhatOneStepOfGravityGives) {
    Model model;
    model.gravity = {0.0, -9.81, 0.0};
    model.diagonal = 1.0;
    for (double dt : {1e-5, 1e-3, 0.1}) EXPECT_LE(default_tolerance(model, dt), 0.01 * 9.81 * dt);
}

TEST(DefaultTolerance, ScalesWithTheSceneWithoutGravity) {
    Model small, large;
    small.diagonal = 0.01;
    large.diagonal = 10.0;
    EXPECT_NEAR(default_tolerance(large, 0.01) / default_tolerance(small, 0.01), 1000.0, 1e-9);
    EXPECT_GT(default_tolerance(Model{}, 0.01), 0.0);  // a single point has no size
}

}  // namespace
}  // namespace talweg::step_settings_test
