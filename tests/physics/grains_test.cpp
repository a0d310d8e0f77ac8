/// Discs that touch with friction and do not turn: a heap at rest stays, and friction decides how far a column spreads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "support/scene_run.hpp"

namespace talweg::grains_test {
namespace {

using testing::SceneRun;

constexpr double radius = 0.0095;

Scene column(double friction, double slip_speed) {
    return parse_scene(fmt::format(R"({{ "planar": true, "time": {{ "step": 0.005 }},
          "contact": {{ "friction": {}, "distance": 0.0005, "slip_speed": {} }}, "bodies": [
          {{ "name": "sand", "density": 0.5, "contact": {{ "thickness": {} }}, "place": {{ "translate": [0, 0.1, 0] }},
             "shape": {{ "type": "particles", "size": [0.12, 0.18, 0], "spacing": 0.02, "order": "poisson",
                         "seed": 3 }} }}],
          "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane" }} }}] }})",
                                   friction, slip_speed, 2.0 * radius),
                       "column", ".", {});
}

/// The distance of the farthest grain from the middle after a while; all stay above the floor and apart.
double spread(double friction) {
    SceneRun run(column(friction, 1e-3));
    for (int n = 0; n < 200; ++n) EXPECT_TRUE(run.step().completed);
    const Positions x = run.x();
    double farthest = 0.0;
    for (int i = 0; i < run.model().bodies.at(0).point_count; ++i) {
        farthest = std::max(farthest, std::fabs(x[i][0]));
        EXPECT_GT(x[i][1], radius);
        for (int j = 0; j < i; ++j) EXPECT_GT(norm(x[i] - x[j]), 2.0 * radius);
    }
    return farthest;
}

TEST(Grains, SpreadTheFartherTheSmootherTheyAre) {
    const double smooth = spread(0.05), usual = spread(0.3), rough = spread(0.8);
    std::cout << fmt::format("farthest grain: friction 0.05 {:.3f} m, 0.3 {:.3f} m, 0.8 {:.3f} m\n", smooth, usual,
                             rough);
    EXPECT_GT(smooth, 1.3 * usual);
    EXPECT_GT(usual, 1.1 * rough);
}

TEST(Grains, RestWhenTheyRest) {
    SceneRun run(column(0.6, 1e-5 * radius));
    for (int n = 0; n < 300; ++n) ASSERT_TRUE(run.step().completed);
    const Positions before = run.x();
    for (int n = 0; n < 200; ++n) ASSERT_TRUE(run.step().completed);  // a second
    double drift = 0.0;
    for (int i = 0; i < run.model().bodies.at(0).point_count; ++i)
        drift = std::max(drift, norm(run.x()[i] - before[i]));
    std::cout << fmt::format("drift in a second: {:.2e} radii\n", drift / radius);
    EXPECT_LT(drift, 1e-4 * radius);
}

}  // namespace
}  // namespace talweg::grains_test
