/// Thin rods bend as the elastica, and ropes hang as the catenary.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/richardson.hpp"
#include "support/scene_run.hpp"

namespace talweg::rods_test {
namespace {

using testing::Richardson;
using testing::SceneRun;

/// Where the end of a rod of rigidity 1 N·m² and length 1 m comes to rest. Its first segment is held, half of it before
/// 0: the corner at its end bends what lies half as far on either side, so that the clamp is at 0.
Vec3 tip_of_rod(int segments, double density, double pull) {
    const double length = 1.0 / (segments - 0.5);
    const std::string text = fmt::format(
        R"({{ "integrator": {{ "type": "quasi_static" }}, "time": {{ "step": 1, "frames": 1 }},
              "solver": {{ "tolerance": 1e-9, "max_iterations": 2000 }},
              "bodies": [{{ "name": "rod", "density": {}, "hold": [{{ "select": {{ "indices": [0, 1] }} }}],
                "shape": {{ "type": "rope", "from": [{}, 0, 0], "to": [1, 0, 0], "segments": {} }},
                "loads": [{{ "type": "force", "select": {{ "group": "end" }}, "force": [0, {}, 0] }}],
                "energies": [{{ "type": "spring", "on": "structural", "stiffness": 1e6 }},
                             {{ "type": "rod_bending", "rigidity": 1 }}] }}] }})",
        density, -0.5 * length, segments, -pull);
    SceneRun run(parse_scene(text, "scene.json", ".", {}));
    const StepReport report = run.step();
    EXPECT_TRUE(report.completed) << report.advice;
    return run.x().back();
}

template <class Tip>
Vec3 limit_of(const Tip& tip) {
    const Vec3 coarse = tip(12), middle = tip(24), fine = tip(48);
    return {Richardson(coarse[0], middle[0], fine[0]).limit, Richardson(coarse[1], middle[1], fine[1]).limit, 0};
}

TEST(Rods, UnderTheirWeightHangAsTheElastica) {
    for (const auto& [gamma, reach, drop] : {std::array{1.0, 0.99125, 0.12347},
                                             {5.0, 0.84666, 0.49591},
                                             {10.0, 0.65635, 0.70020},
                                             {50.0, 0.24501, 0.90792}}) {
        const double density = gamma / 9.81;
        const Vec3 tip = limit_of([&](int segments) { return tip_of_rod(segments, density, 0.0); });
        EXPECT_NEAR(tip[0], reach, 0.005 * reach) << gamma;
        EXPECT_NEAR(-tip[1], drop, 0.005 * drop) << gamma;
    }
}

TEST(Rods, PulledAtTheirEndFollowTheElastica) {
    for (const auto& [load, down, back] : {std::array{1.0, 0.30172, 0.05643},
                                           {2.0, 0.49346, 0.16064},
                                           {4.0, 0.66996, 0.32894},
                                           {10.0, 0.81061, 0.55500}}) {
        const double pull = load;
        const Vec3 tip = limit_of([&](int segments) { return tip_of_rod(segments, 1e-9, pull); });
        EXPECT_NEAR(tip[0], 1.0 - back, 0.005 * (1.0 - back)) << load;
        EXPECT_NEAR(-tip[1], down, 0.005 * down) << load;
    }
}

}  // namespace
}  // namespace talweg::rods_test
