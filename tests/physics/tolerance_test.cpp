/// Any tolerance converges, down to what rounding allows, and the solver says when that ended it; any time step does.
#include <gtest/gtest.h>

#include "support/gallery_scenes.hpp"
#include "support/scene_run.hpp"

namespace talweg::tolerance_test {
namespace {

class GalleryTolerance : public ::testing::TestWithParam<std::filesystem::path> {};

/// Scenes whose steps are single iterations of one descent: the last of them must be within the tolerance.
void expect_descent_ends(testing::SceneRun& run, double tolerance) {
    StepReport report;
    do {
        report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
    } while (report.residual > tolerance && !report.at_floor && run.state().step < 400);
    EXPECT_TRUE(report.residual <= tolerance || report.at_floor) << report.residual;
}

TEST_P(GalleryTolerance, EveryToleranceConverges) {
    const bool all = std::getenv("TALWEG_ALL") != nullptr;
    for (const char* tolerance : {"1e-1", "1e-3", "1e-5", "1e-7", "1e-9"}) {
        const Scene scene = read_scene(GetParam(), {std::string("solver.tolerance=") + tolerance});
        testing::SceneRun run(scene);
        if (scene.integrator.type == "minimise") {
            expect_descent_ends(run, std::stod(tolerance));
            continue;
        }
        for (int n = 0; n < (all ? 50 : 5); ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << "tolerance " << tolerance << ": " << report.advice;
            ASSERT_EQ(report.rejected_substeps > 0 && !report.iterations.empty(), false) << "step divided";
            if (!report.iterations.empty() && !report.at_floor && run.stepper().backend().costs().line_search > 0.0) {
                EXPECT_LE(report.residual, std::stod(tolerance));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Gallery, GalleryTolerance, ::testing::ValuesIn(testing::gallery_scenes()),
                         [](const auto& param) { return param.param.stem().string(); });

/// Forty steps at 1e-9 m/s, none of them divided, of at most so many iterations.
void expect_whole_steps(const char* scene, std::size_t most_iterations) {
    testing::SceneRun run(testing::gallery(scene), {"solver.tolerance=1e-9"});
    for (int n = 0; n < 40; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        EXPECT_EQ(report.rejected_substeps, 0) << n;
        EXPECT_LE(report.residual, 1e-9);
        EXPECT_LE(report.iterations.size(), most_iterations) << n;
    }
}

/// Springs of a hanging cloth that are pressed buckle: a flat place that Newton's method comes to is a saddle, and
/// values around it differ by less than their rounding.
TEST(Tolerance, SaddlesAreLeftThoughValuesDoNotTellTheWay) { expect_whole_steps("hanging_cloth", 100); }

/// Corners of a soft box that has swung down are stretched many times, and some elements inside out: it took thousands
/// of iterations when values carried the rounding of FᵀF.
TEST(Tolerance, StronglyStretchedSolidsKeepTheDigitsThatATightOneAsksFor) {
    expect_whole_steps("hanging_deformable_box", 20);
}

TEST(Tolerance, BelowRoundingTheSolverStopsAtTheFloorAndSaysSo) {
    testing::SceneRun run(testing::gallery("stretched_square"), {"solver.tolerance=1e-30"});
    for (int n = 0; n < 20; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        EXPECT_TRUE(report.at_floor);
        EXPECT_LT(report.residual, 1e-9);  // the floor is far below any tolerance of use
    }
}

TEST(TimeStep, FromTenMicrosecondsToOneSecondTheStretchedSquareConverges) {
    for (const char* h : {"1e-5", "1e-4", "1e-3", "1e-2", "0.1", "1"}) {
        testing::SceneRun run(testing::gallery("stretched_square"),
                              {std::string("time.step=") + h, "solver.tolerance=1e-9"});
        double last = 1e300;
        for (int n = 0; n < 10; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << h << ": " << report.advice;
            // Implicit Euler never gains energy.
            const double total = kinetic_energy(run.model(), run.state()) + report.potentials[0];
            EXPECT_LE(total, last * (1 + 1e-9)) << "h = " << h << ", step " << n;
            last = total;
        }
    }
}

}  // namespace
}  // namespace talweg::tolerance_test
