/// What runs say of themselves at default settings: no false alarms, no steps thrown away that were right.
#include <gmock/gmock.h>

#include "support/recorded_run.hpp"

namespace talweg::default_reports_test {
namespace {

using ::testing::HasSubstr;
using testing::RecordedRun;

TEST(DefaultReports, TheRefereeKnowsTheRoundingFarFromTheOrigin) {
    const RecordedRun run(R"({ "gravity": [0, 0, 0], "time": { "step": 0.01, "frames": 60 },
      "bodies": [{ "name": "b", "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] }, "density": 1000,
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }],
        "start": { "velocity": [0.001, 0, 0] }, "place": { "translate": [1000, 0, 0] } }] })");
    EXPECT_EQ(run.summary.ended, "finished");
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
}

TEST(DefaultReports, ACubeThatComesToRestNeverEndsAtTheFloorOfRounding) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 300 }, "contact": { "friction": 0.3 },
      "bodies": [{ "name": "cube", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1] },
                   "material": "rubber", "place": { "translate": [0, 0.15, 0] } }],
      "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    EXPECT_EQ(run.summary.ended, "finished");
    EXPECT_EQ(run.summary.totals.steps_at_floor, 0u);
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
}

TEST(DefaultReports, ConjugateGradientsKeepNearlyIncompressibleSteps) {
    const RecordedRun run(R"({ "time": { "step": 0.02, "frames": 12 }, "solver": { "linear": "cg" },
      "bodies": [{ "name": "b", "shape": { "type": "beam", "size": [1, 0.25, 0.25], "cells_through": 3 },
        "density": 1000, "hold": [{ "select": { "group": "left" } }],
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.499 }] }] })");
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_EQ(run.largest("rejected_substeps"), 0.0);
    EXPECT_EQ(run.summary.totals.divided_steps, 0u);
}

TEST(DefaultReports, OneIterationIsEnoughWhereOneDirectionIsExact) {
    const RecordedRun run(R"({ "time": { "step": 0.02, "frames": 10 }, "solver": { "max_iterations": 1 },
      "bodies": [{ "name": "b", "shape": { "type": "beam", "size": [1, 0.2, 0.2], "cells_through": 2 },
        "density": 1000, "hold": [{ "select": { "group": "left" } }],
        "energies": [{ "type": "linear_elastic", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] }] })");
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_EQ(run.largest("newton_iterations"), 1.0);
}

TEST(DefaultReports, ALoadThatIsTooMuchAtOnceIsToBeRampedNotTakenInSmallerSteps) {
    const RecordedRun run(R"({ "integrator": { "type": "quasi_static" }, "time": { "step": 1, "frames": 2 },
      "gravity": [0, 0, 0], "solver": { "max_iterations": 3 },
      "bodies": [{ "name": "b", "shape": { "type": "beam", "size": [1, 0.05, 0.05], "cells_through": 1 },
        "density": 1000, "hold": [{ "select": { "group": "left" } }],
        "loads": [{ "type": "body_force", "force_density": [0, -1e6, 0] }],
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] }] })");
    EXPECT_NE(run.summary.ended, "finished");
    EXPECT_THAT(run.summary.advice, HasSubstr("load"));
    EXPECT_THAT(run.summary.advice, ::testing::Not(HasSubstr("smaller time step")));
}

/// Friction that is to be renewed until it settles is given up after a hundred times, and that is told. Below the
/// rounding of positions it can never settle; at the default it does.
TEST(DefaultReports, FrictionThatDoesNotSettleIsTold) {
    const auto run_with = [](const char* solver) {
        return std::make_unique<RecordedRun>(std::string(R"({ "time": { "step": 0.01, "frames": 4 }, "solver": )") +
                                             solver + R"(, "contact": { "friction": 0.4, "friction_updates": 0 },
          "bodies": [{ "name": "cube", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1] },
            "density": 1000, "place": { "translate": [0, 0.1003, 0], "rotate": { "axis": [0, 1, 0], "angle": 20 } },
            "start": { "velocity": [0.5, 0, 0] },
            "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] }],
          "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    };
    const auto usual = run_with("{}"), impossible = run_with(R"({ "tolerance": 1e-18 })");
    EXPECT_EQ(usual->summary.ended, "finished") << usual->summary.advice;
    EXPECT_EQ(usual->summary.totals.unsettled_steps, 0u);
    EXPECT_EQ(impossible->summary.ended, "finished") << impossible->summary.advice;
    EXPECT_GT(impossible->summary.totals.unsettled_steps, 0u);
}

/// What an attempt left that was thrown away is no matter of the step that was taken in parts instead.
TEST(DefaultReports, ResidualsAreThoseOfPartsThatCount) {
    int rejected = 0;
    for (const int most : {2, 3, 4}) {
        const RecordedRun run(R"({ "planar": true, "time": { "step": 0.02, "frames": 15 },
          "bodies": [{ "name": "square", "shape": { "type": "grid", "size": [1, 1], "cells": [2, 2] },
            "density": 100, "start": { "stretch": [1.4, 1, 1] },
            "energies": [{ "type": "spring", "stiffness": 3e4 }] }] })",
                              {"solver.max_iterations=" + std::to_string(most)});
        EXPECT_EQ(run.summary.ended, "finished") << most << ": " << run.summary.advice;
        const std::vector<double> residual = run.column("residual"), parts = run.column("rejected_substeps");
        for (std::size_t n = 0; n < residual.size(); ++n) {
            EXPECT_LE(residual[n], run.summary.tolerance) << "step " << n;
            rejected += parts[n] > 0.0;
        }
    }
    EXPECT_GT(rejected, 0) << "some attempt was thrown away";
}

TEST(DefaultReports, ACrowdStopsByName) {
    if (!std::getenv("TALWEG_ALL")) GTEST_SKIP() << "50 million pairs; set TALWEG_ALL to run it";
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 1 }, "contact": { "distance": 0.05 },
      "bodies": [{ "name": "c", "shape": { "type": "cloth", "size": [1, 1], "cells": [200, 200] },
        "place": { "translate": [0, 0.3, 0] }, "density": 0.2,
        "energies": [{ "type": "spring", "on": "structural", "stiffness": 50 }] }],
      "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }] })");
    EXPECT_EQ(run.summary.ended, "stopped: crowded");
    EXPECT_THAT(run.summary.advice, HasSubstr("contact.distance"));
}

}  // namespace
}  // namespace talweg::default_reports_test
