/// The lectures' cases against numbers of an independent public implementation, phys-sim-book/solid-sim-tutorial: what
/// it came to is in the folder reference/, with the revision it was run at.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "places.hpp"
#include "support/scene_run.hpp"

namespace talweg::reference_test {
namespace {

nlohmann::json reference(const std::string& name) {
    std::ifstream file(std::filesystem::path(TALWEG_SOURCE_DIR) / "tests/physics/reference" / (name + ".json"));
    return nlohmann::json::parse(file);
}

struct Case {
    const char *scene, *reference;
    std::size_t obstacle_points = 0;  // ours, behind the bodies'; the reference has one for a moving ceiling
};

class Reference : public ::testing::TestWithParam<Case> {};
class ReferenceIterations : public Reference {};

TEST_P(Reference, PositionsOfTheMinimiserAgreeAtEveryListedStep) {
    const nlohmann::json expected = reference(GetParam().reference);
    testing::SceneRun run(testing::gallery(GetParam().scene), {"solver.tolerance=1e-9"});
    for (const nlohmann::json& snapshot : expected["converged_tol_1e-9"]["snapshots"]) {
        while (run.state().step < snapshot["step"].get<int>()) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << report.advice;
        }
        const Positions x = run.x();
        ASSERT_GE(snapshot["x"].size(), x.size() - GetParam().obstacle_points);
        for (std::size_t i = 0; i < x.size() - GetParam().obstacle_points; ++i)
            for (int a = 0; a < 2; ++a)
                EXPECT_NEAR(x[i][a], snapshot["x"][i][a].get<double>(), 1e-8)
                    << "step " << snapshot["step"] << ", point " << i;
    }
}

TEST_P(ReferenceIterations, AreNoMoreThanPublished) {
    const nlohmann::json expected = reference(GetParam().reference);
    // The published residual is the largest |p_x| + |p_y| over h, ours the largest |p| over h, which is never larger.
    // Directions count that the printed rule takes: it stops at the first that is short, whatever force is left.
    // What that force does later is not done here, so the states of the two part, and single steps by one iteration.
    testing::SceneRun run(testing::gallery(GetParam().scene), {"solver.tolerance=1e-2"});
    std::ptrdiff_t sum = 0, published_sum = 0;
    for (const nlohmann::json& published : expected["as_shipped_tol_1e-2"]["per_step"]) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const auto by_the_rule =
            std::ranges::count_if(report.iterations, [](const auto& i) { return i.residual > 1e-2; });
        EXPECT_LE(by_the_rule, published["newton_iterations"].get<int>() + 1) << "step " << published["step"];
        sum += by_the_rule;
        published_sum += published["newton_iterations"].get<int>();
    }
    EXPECT_LE(sum, published_sum);
}

const auto name_of = [](const auto& param) { return std::string(param.param.scene); };
constexpr Case stretched{"stretched_square", "1_mass_spring"}, hanging{"hanging_square", "2_dirichlet"},
    ground{"square_on_ground", "3_contact", 5}, compressed{"compressed_square", "5_mov_dirichlet", 10},
    pressed{"pressed_squares", "7_self_contact", 10};

INSTANTIATE_TEST_SUITE_P(Lectures, Reference, ::testing::Values(stretched, hanging, ground, compressed, pressed),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Lectures, ReferenceIterations, ::testing::Values(stretched, hanging, ground, compressed),
                         name_of);

}  // namespace
}  // namespace talweg::reference_test
