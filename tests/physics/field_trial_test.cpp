/// The scenes of a field trial that once went wrong, each with what is right: numbers that it expects of itself
/// (cases/*.json), how it ends, and nothing that the referee objects to.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/format/file.hpp"

namespace talweg::field_trial_test {
namespace {

using ::testing::HasSubstr;
using testing::RecordedRun;
using testing::SceneRun;
using Settings = std::vector<std::string>;

struct Case {
    const char* name;
    /// How the run ends; or a part of the message by which the scene is refused.
    std::string ends = "finished";
    /// What makes a twin of it that takes less than some seconds; with TALWEG_ALL the case itself is run.
    Settings reduced = {};

    friend std::ostream& operator<<(std::ostream& out, const Case& which) { return out << which.name; }
};

const bool all = std::getenv("TALWEG_ALL") != nullptr;  // whole cases, however long

std::string text_of(const Case& which) {
    return read_whole_file(std::filesystem::path(TALWEG_SOURCE_DIR) / "tests/physics/cases" /
                           (std::string(which.name) + ".json"));
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
    std::string name = info.param.name;
    std::ranges::replace(name, '-', '_');
    return name;
}

class FieldTrial : public ::testing::TestWithParam<Case> {};

TEST_P(FieldTrial, GoesAsItShould) {
    const Case& which = GetParam();
    const RecordedRun run(text_of(which), all ? Settings() : which.reduced);
    EXPECT_EQ(run.summary.ended.words(), which.ends) << run.summary.advice;
    for (const ExpectationResult& result : run.summary.expectations) EXPECT_TRUE(result.met()) << describe(result);
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    if (run.scene.contact) {
        const std::vector<double> kappa = run.column("kappa");
        EXPECT_LE(std::ranges::max(kappa), 1e6 * kappa.at(1)) << "barriers grow no stiffer than that";
    }
}

std::vector<Case> cases() {
    std::vector<Case> list = {
        {"turning_steel"},
        {"turning_dumbbell"},
        {"pushed_block"},
        {"pushed_block_that_sticks"},
        {"slope"},
        {"lifted"},
        {"thrown_up_in_one_second"},
        {"thrown_up"},
        {"leaving"},
        {"free_beam"},
        {"inner_points"},
        {"rollers"},
        {"spinning_ball"},
        {"faces_1e-10_apart"},
        {"three_faces_1e-9_apart"},
        {"drifting_far_away"},
        {"needles", "finished", {"bodies[0].shape.cells=[6,6]", "time.frames=6"}},
        {"boxes_at_10_kms", "finished", {"bodies[1].shape.cells=[3,3,3]", "time.frames=4"}},
        {"balls_at_1000_ms", "finished", {"bodies[0].shape.divisions=1", "bodies[1].shape.divisions=1"}}};
    // A twin of it, as small as it gets, takes ten seconds and is a test of its own: Pressed.
    if (all) list.push_back({"ball_pressed_flat", "stopped: no_room", {"bodies[0].shape.divisions=1"}});
    return list;
}

INSTANTIATE_TEST_SUITE_P(Scenes, FieldTrial, ::testing::ValuesIn(cases()), name_of);

class FieldTrialRefusal : public ::testing::TestWithParam<Case> {};

TEST_P(FieldTrialRefusal, FitsTheScene) {
    const Case& which = GetParam();
    const Scene scene = parse_scene(text_of(which), "scene.json");
    EXPECT_THAT(error_of([&] { build_model(scene); }), HasSubstr(which.ends));
}

INSTANTIATE_TEST_SUITE_P(Scenes, FieldTrialRefusal,
                         ::testing::Values(Case{"mesh_3e-15_apart", "leave a gap"},
                                           Case{"leaving_from_1e-15", "leave a gap"},
                                           Case{"far_away", "bring the scene nearer to the origin"}),
                         name_of);

/// Where a scene does begin, friction holds nobody who leaves, however near: gaps from 1e-9 m to 1e-13 m.
TEST(FieldTrialLeaving, FromAnyGapThatCanBeTold) {
    for (const double gap : {1e-9, 1e-11, 1e-13}) {
        const RecordedRun run(text_of({"leaving_from_1e-15"}),
                              {fmt::format("bodies[0].place.translate[1]={:.17g}", 0.5 + gap),
                               fmt::format("bodies[1].place.translate[1]={:.17g}", 1.5 + 2.0 * gap)});
        EXPECT_EQ(run.summary.ended, "finished") << gap << ": " << run.summary.advice;
        for (const ExpectationResult& result : run.summary.expectations)
            EXPECT_TRUE(result.met()) << gap << ": " << describe(result);
        const std::vector<double> kappa = run.column("kappa");
        EXPECT_LE(std::ranges::max(kappa), 1e6 * kappa.at(1)) << gap;
        EXPECT_TRUE(run.verify().passed()) << gap << ": " << run.verify().text();
    }
}

/// No step that converged is thrown away, and a shift that conjugate gradients once needed is given up again.
TEST(FieldTrialSolver, KeepsNearlyIncompressibleSteps) {
    const RecordedRun run(text_of({"nearly_incompressible"}), all ? Settings() : Settings{"time.frames=26"});
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_EQ(run.summary.totals.divided_steps, 0u);
    EXPECT_LT(run.largest("newton_iterations"), 40.0);
}

TEST(FieldTrialFloor, ACubeAtRestHasNothingToSayOfRounding) {
    const RecordedRun run(text_of({"cube_at_rest"}), all ? Settings() : Settings{"time.frames=300"});
    EXPECT_EQ(run.summary.ended, "finished");
    EXPECT_EQ(run.summary.totals.steps_at_floor, 0u);
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
}

/// Barriers as stiff as what they meet: gaps stay a good part of the reach, not the last digits of it.
TEST(FieldTrialGaps, OfRollersAndOfAnArchAreWide) {
    const RecordedRun rollers(text_of({"rollers"}), {"time.frames=20", "expect=[]"});
    EXPECT_GT(std::ranges::min(rollers.column("min_distance")), 1e-4) << "of 2 mm";
    SceneRun arch(testing::gallery("arch"), {});
    double smallest = 1.0;
    for (int n = 0; n < 20; ++n) {
        const StepReport report = arch.step();
        ASSERT_TRUE(report.completed) << report.advice;
        smallest = std::min(smallest, report.gap);
    }
    EXPECT_GT(smallest, 1e-5) << "of 2 mm";
}

/// A reach of four edges: few iterations, and energy falls in every one of them.
TEST(FieldTrialCrowd, IsSteppedInFewIterations) {
    const RecordedRun run(text_of({"crowd"}));
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
    EXPECT_LT(run.largest("newton_iterations"), 60.0);
    const CsvTable newton = read_csv(run.run().newton());
    const int energy = newton.find("energy");
    for (std::size_t n = 1; n < newton.rows.size(); ++n)
        EXPECT_LE(newton.rows[n][energy], newton.rows[n - 1][energy] + 1e-12 * std::fabs(newton.rows[n - 1][energy]));
}

}  // namespace
}  // namespace talweg::field_trial_test
