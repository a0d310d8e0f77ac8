/// Directions are solved no farther than needed (docs/decisions/0013): with default settings nobody can tell by where
/// things are whether it was that or exact factors.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/scene_run.hpp"

namespace talweg::testing {
namespace {

struct Case {
    const char* scene;
    double apart;  // m, after 20 steps, for some times what was measured
};

Positions after_steps(const Case& of, const char* solver, int steps) {
    SceneRun run(gallery(of.scene), {std::string("solver.linear=\"") + solver + "\""});
    for (int k = 0; k < steps; ++k) EXPECT_TRUE(run.step().completed) << of.scene << ' ' << solver << ' ' << k;
    return run.x();
}

class RoughDirections : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Scenes, RoughDirections,
                         ::testing::Values(Case{"hanging_deformable_box", 1e-6}, Case{"jelly_box", 1e-6},
                                           Case{"dropping_boxes", 1e-6}, Case{"hanging_cloth", 1e-6},
                                           Case{"towel_on_ball", 1e-4}),
                         [](const auto& param) { return std::string(param.param.scene); });

TEST_P(RoughDirections, LeadToWhereExactOnesDo) {
    constexpr int steps = 20;
    const Positions exact = after_steps(GetParam(), "cholesky", steps);
    for (const char* solver : {"auto", "cg"}) {
        const Positions found = after_steps(GetParam(), solver, steps);
        ASSERT_EQ(found.size(), exact.size());
        double apart = 0.0;
        for (std::size_t i = 0; i < exact.size(); ++i) apart = std::max(apart, norm(found[i] - exact[i]));
        EXPECT_LT(apart, GetParam().apart) << solver;
    }
}

}  // namespace
}  // namespace talweg::testing
