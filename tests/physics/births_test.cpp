/// Births of particles where something is in their way: they wait, are counted, and never begin inside anything.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/record/recorded_ages.hpp"
#include "talweg/record/recorded_run.hpp"
#include "talweg/step/driven_stepper.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::births_test {
namespace {

using testing::SceneRun;

/// A source just above a floor that shoots at it: free flight over a step would end below.
TEST(Births, OnesWhoseFlightWouldCrossAWallBeginAtTheirSource) {
    SceneRun run(parse_scene(R"({ "time": { "step": 0.02 }, "contact": { "distance": 0.002 }, "bodies": [
          { "name": "jet", "density": 0.01, "contact": { "thickness": 0.01 },
            "shape": { "type": "particles", "points": [[0, 0.03, 0]] },
            "emitter": { "rate": 90, "capacity": 60, "lifetime": 0.6, "speed": 4, "direction": [0.3, -1, 0],
                         "spread": 20 } }],
          "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })",
                             "jet", ".", {}));
    int born = 0;
    for (int n = 0; n < 60; ++n) {
        ASSERT_TRUE(run.step().completed);
        const std::vector<double> age = ages(run.model(), run.state());
        for (int k = 0; k < 60; ++k) {
            born += age[k] >= 0.0;
            ASSERT_TRUE(age[k] < 0.0 || run.x()[k][1] > 0.005) << k << " at step " << n;
        }
    }
    EXPECT_GT(born, 1000);
}

/// A fountain over which a block is pushed.
std::string covered(bool planar) {
    return fmt::format(R"({{ "planar": {}, "time": {{ "step": 0.01, "frames": 90 }}, "contact": {{ "distance": 0.004 }},
      "bodies": [
        {{ "name": "jet", "density": 0.01, "contact": {{ "thickness": 0.02 }},
           "shape": {{ "type": "particles", "points": [[0, 0.1, 0], [0.05, 0.1, 0]] }},
           "emitter": {{ "rate": 150, "capacity": 40, "lifetime": 0.25, "speed": 2, "spread": 10 }} }}],
      "obstacles": [
        {{ "name": "floor", "shape": {{ "type": "plane" }} }},
        {{ "name": "block", "shape": {{ "type": "block", "center": [-0.8, 0.16, 0], "size": [0.5, 0.26, 0.5] }},
           "motion": {{ "velocity": [2.0, 0, 0] }} }}] }})",
                       planar);
}

TEST(Births, WaitWhileSomethingCoversTheirSource) {
    for (const bool planar : {false, true}) {
        const testing::RecordedRun recorded(covered(planar));
        ASSERT_EQ(recorded.summary.ended, "finished") << recorded.summary.advice;
        const Certificate certificate = verify_run(recorded.run().path);
        EXPECT_TRUE(certificate.passed()) << certificate.text();
        // The block is over the source from about 0.28 s to 0.52 s.
        const auto counts = recorded.series().rows("emitters");
        EXPECT_NEAR(counts[20][0], 30, 3) << "before: rate times age";
        EXPECT_EQ(counts[20][1], 0);
        double most = 0.0;
        for (const auto& row : counts) most = std::max(most, row[1]);
        EXPECT_GT(most, 10) << "under it";
        EXPECT_EQ(counts.back()[1], 0) << "after it";
        EXPECT_NEAR(counts.back()[0], 37, 3);
        // Nobody who is there is in the block, and those who are not are told to be nowhere.
        const talweg::RecordedRun run(recorded.run().path);
        bool absent = false;
        for (std::uint64_t frame = 0; frame < run.frames(); ++frame) {
            const double middle = -0.8 + 2.0 * run.time(frame);
            const std::vector<Vec3> x = run.positions(frame);
            const std::vector<double> age = run.ages().read(frame);
            for (int k = 0; k < 40; ++k) {
                EXPECT_EQ(std::isnan(x[k][0]), age[k] < 0.0);
                absent |= age[k] < 0.0;
                if (age[k] < 0.0) continue;
                const bool inside =
                    std::fabs(x[k][0] - middle) < 0.26 && x[k][1] > 0.02 && x[k][1] < 0.3 && std::fabs(x[k][2]) < 0.26;
                EXPECT_FALSE(inside) << "frame " << frame << ", particle " << k;
            }
        }
        EXPECT_TRUE(absent);
    }
}

TEST(Births, ThatWaitAreResumedToTheLastBit) {
    const auto end = [](int threads, bool resumed) {
        return testing::with_threads(threads, [&] {
            const Scene scene = parse_scene(covered(false), "covered", ".", {});
            SceneRun run(scene), again(scene);
            for (int n = 0; n < 35; ++n) EXPECT_TRUE(run.step().completed);
            EXPECT_GT(run.step().waiting_births, 0) << "in the middle of it";
            if (resumed) {
                again.state() = restore(save(run.state()));
                again.stepper().backend().restore(run.stepper().backend().save());
            }
            SceneRun& going = resumed ? again : run;
            for (int n = 0; n < 35; ++n) EXPECT_TRUE(going.step().completed);
            return going.state();
        });
    };
    const State one = end(1, false), four = end(4, false), resumed = end(2, true);
    EXPECT_TRUE(one.c == four.c && one.v == four.v && one.born == four.born);
    EXPECT_TRUE(one.c == resumed.c && one.v == resumed.v && one.born == resumed.born);
}

}  // namespace
}  // namespace talweg::births_test
