#include "talweg/step/accept.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/rod_runs.hpp"
#include "support/scene_run.hpp"

namespace talweg::accept_test {
namespace {

/// A rod that is held at one end and falls with the other.
std::string rod_scene(const char* integrator, double step) {
    return fmt::format(R"({{ "time": {{ "step": {}, "frames": 4 }}, "integrator": {{ "type": "{}" }},
        "bodies": [{{ "name": "rod", "density": 0.1,
          "shape": {{ "type": "rope", "from": [0, 0, 0], "to": [0.5, 0, 0], "segments": 5 }},
          "hold": [{{ "select": {{ "indices": [0, 1] }}, "twist": 0 }}],
          "energies": [{{ "type": "hooke_spring", "stiffness": 10 }},
                       {{ "type": "elastic_rod", "bending": 1e-4, "bending_across": 1e-4, "torsion": 1e-4,
                          "radius": 0.005, "curvature": 0, "curvature_across": 0, "twist": 0, "drawn": 0 }}] }}] }})",
                       step, integrator);
}

/// Whatever takes the steps: times are multiples of the step to the last bit, and rods remember the edges as they are
/// now.
TEST(Accept, EveryIntegratorCountsStepsAndLetsElementsRemember) {
    int tried = 0;
    for (const IntegratorEntry& entry : list_integrators()) {
        if (entry.known_energies) continue;  // these know no rods
        const double dt = entry.is_explicit ? 1e-4 : 1e-2;
        testing::SceneRun run(parse_scene(rod_scene(entry.name, dt), "scene.json", ".", {}));
        for (int n = 1; n <= 4; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << entry.name << ": " << report.advice;
            EXPECT_EQ(run.state().step, n) << entry.name;
            EXPECT_EQ(run.state().time, n * dt) << entry.name;
        }
        const Positions x = run.x();
        EXPECT_LT(x.back()[1], -1e-9) << entry.name << ": it falls";
        const std::vector<RodFrames> corners = testing::rod_frames(run.model(), run.state());
        ASSERT_EQ(corners.size(), 4u) << entry.name;
        for (std::size_t k = 0; k < corners.size(); ++k)
            for (std::size_t i = 0; i < 2; ++i) {
                const Vec3 edge = x[k + i + 1] - x[k + i];
                EXPECT_LT(norm(corners[k].tangent[i] - edge / norm(edge)), 1e-14) << entry.name << " " << k;
            }
        ++tried;
    }
    EXPECT_GE(tried, 8);
}

/// Step doubling tries parts that it then gives up: only those that are kept are remembered.
TEST(Accept, PartsThatErrorControlKeepsAreRemembered) {
    testing::SceneRun run(
        parse_scene(rod_scene("velocity_verlet", 1e-2), "scene.json", ".", {"integrator.error_tolerance=1e-8"}));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    EXPECT_GT(report.substeps, 1);
    EXPECT_EQ(run.state().time, 1e-2);
    const Positions x = run.x();
    for (const auto& corner : testing::rod_frames(run.model(), run.state()))
        EXPECT_NEAR(norm(corner.tangent[0]), 1.0, 1e-14);
    const Vec3 last = x[5] - x[4];
    EXPECT_LT(norm(testing::rod_frames(run.model(), run.state()).back().tangent[1] - last / norm(last)), 1e-14);
}

}  // namespace
}  // namespace talweg::accept_test
