/// Starts that nearly touch, places far away, speeds that cross a scene in one step, crowds and presses: runs do what
/// is right, or stop and say by name why not.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"

namespace talweg::extreme_contact_test {
namespace {

using ::testing::HasSubstr;
using testing::RecordedRun;
using testing::SceneRun;

std::string box(const char* name, double y, int cells, const char* more = "") {
    return fmt::format(R"x({{ "name": "{}", "shape": {{ "type": "box", "size": [1, 1, 1], "cells": [{}, {}, {}] }},
        "place": {{ "translate": [0, {:.17g}, 0] }}, "density": 1000, {}
        "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }}] }})x",
                       name, cells, cells, cells, y, more);
}

constexpr const char* floor_of = R"("obstacles": [{ "name": "floor", "shape": { "type": "plane" } }])";

void expect_right(const RecordedRun& run) {
    EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

TEST(NearTouchingStart, FacesAHairApartComeLoose) {
    // Without anything that presses them together, barriers push the two apart; the lower one falls with the upper one.
    const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 20 }}, "contact": {{ "friction": 0.3 }},
        "bodies": [{}, {}] }})",
                                      box("a", 0.0, 2), box("b", 1.0000000001, 2)));
    expect_right(run);
    EXPECT_GT(run.column("min_distance").back(), 1e-5);
    const double fallen = -0.5 * (run.last_middle(0)[1] + run.last_middle(1)[1] - 1.0);
    EXPECT_NEAR(fallen, 0.5 * 9.81 * 0.2 * 0.21, 1e-3);
}

TEST(NearTouchingStart, AStackAHairApartStands) {
    const RecordedRun run(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 30 }}, "contact": {{ "friction": 0.3 }},
        "bodies": [{}, {}], {} }})",
                                      box("a", 0.500000001, 2), box("b", 1.500000002, 2), floor_of));
    expect_right(run);
    EXPECT_NEAR(run.last_middle(1)[1], 1.5, 0.04);
}

TEST(NearTouchingStart, WithinRoundingIsRefused) {
    for (const double gap : {1e-15, 3e-15}) {
        const Scene scene = parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "contact": {{}}, "bodies": [{}],
            "obstacles": [{{ "name": "block",
                "shape": {{ "type": "block", "center": [0, -0.5, 0], "size": [1, 1, 1] }} }}] }})",
                                                    box("a", 0.5 + gap, 1)),
                                        "scene.json");
        const std::string message = error_of([&] { build_model(scene); });
        EXPECT_THAT(message, HasSubstr("a")) << gap;
        EXPECT_THAT(message, HasSubstr("apart")) << message;
    }
}

TEST(NearTouchingStart, LetsGoWhoLeavesAndKappaStaysBounded) {
    // 1e-12 apart, with friction: the upper box flies up at 3 m/s, and barriers grow no stiffer than a million times.
    SceneRun run(
        parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "contact": {{ "friction": 0.3 }},
        "bodies": [{}, {}], {} }})",
                                box("a", 0.500000000001, 2),
                                box("b", 1.500000000002, 2, R"("start": { "velocity": [0, 3, 0] },)"), floor_of),
                    "scene.json"));
    for (int n = 0; n < 20; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        EXPECT_LE(run.state().kappa, 1e6 * run.state().first_kappa);
    }
    const Positions x = run.x();
    const Body& upper = run.model().bodies[1];
    double y = 0.0;
    for (int i = 0; i < upper.point_count; ++i) y += x[upper.first_point + i][1] / upper.point_count;
    EXPECT_GT(y, 1.5 + 3.0 * 0.2 - 9.81 * 0.5 * 0.2 * 0.21 - 0.01);
}

TEST(FarFromTheOrigin, IsRefusedWherePlacesCannotBeTold) {
    const auto scene = [](double y) {
        return parse_scene(
            fmt::format(R"({{ "time": {{ "step": 0.01 }}, "contact": {{}}, "bodies": [{}] }})", box("a", y, 1)),
            "scene.json");
    };
    EXPECT_NO_THROW(build_model(scene(1e6)));
    EXPECT_THAT(error_of([&] { build_model(scene(1e10)); }), HasSubstr("far"));
}

TEST(FarFromTheOrigin, StopsByName) {
    // It starts where places can be told, and flies on.
    const RecordedRun run(fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 1e3, "frames": 200 }},
        "contact": {{ "distance": 0.001 }}, "bodies": [{}] }})",
                                      box("a", 0.5, 1, R"("start": { "velocity": [0, 3e7, 0] },)")));
    EXPECT_EQ(run.summary.ended, "stopped: too_far");
    EXPECT_THAT(run.summary.advice, HasSubstr("origin"));
}

TEST(TooFast, BoxesAtTenKilometresPerSecondEnd) {
    const RecordedRun run(R"({ "time": { "step": 0.01, "frames": 4 }, "contact": { "friction": 0.5 },
      "bodies": [
        { "name": "a", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1] }, "density": 1000,
          "place": { "translate": [0, 0.15, 0], "rotate": { "axis": [1, 1, 0], "angle": 33 } },
          "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }],
          "start": { "velocity": [0, -10000, 0] } },
        { "name": "b", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [3, 3, 3] }, "density": 1000,
          "place": { "translate": [0.03, 0.6, 0.02] },
          "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e7, "poissons_ratio": 0.3 }],
          "start": { "velocity": [0, -20000, 0] } }],
      "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })");
    expect_right(run);
}

TEST(TooFast, NeedlesOnClothAreCaughtOrFlyBack) {
    std::string needles;
    for (int k = 0; k < 3; ++k)
        needles += fmt::format(R"x(, {{ "name": "n{0}", "density": 1, "start": {{ "velocity": [0, -300, 0] }},
            "shape": {{ "type": "rope", "from": [{1}, 0.1, 0.05], "to": [{1}, 0.15, 0.05], "segments": 1 }},
            "energies": [{{ "type": "spring", "on": "structural", "stiffness": 5000 }}] }})x",
                               k, -0.3 + 0.2 * k);
    const RecordedRun run(fmt::format(R"x({{ "time": {{ "step": 0.01, "frames": 15 }}, "contact": {{}},
      "bodies": [{{ "name": "cloth", "shape": {{ "type": "cloth", "size": [1, 1], "cells": [8, 8] }}, "density": 0.2,
        "hold": [{{ "select": {{ "group": "corners" }} }}],
        "energies": [{{ "type": "spring", "on": "structural", "stiffness": 500 }},
                     {{ "type": "spring", "on": "shear", "stiffness": 100 }}] }}{}] }})x",
                                      needles));
    expect_right(run);
    EXPECT_GT(run.largest("contact"), 0.0);
}

TEST(Pressed, ABallFlatterThanItsElementsAllowStopsByName) {
    const RecordedRun run(
        R"({ "time": { "step": 0.01, "frames": 120 }, "contact": { "distance": 0.002, "friction": 0.3 },
      "bodies": [{ "name": "s", "shape": { "type": "sphere", "radius": 0.2, "divisions": 1 }, "density": 1000,
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.45 }] }],
      "obstacles": [
        { "name": "low", "shape": { "type": "block", "center": [0, -0.31, 0], "size": [1, 0.2, 1] } },
        { "name": "high", "shape": { "type": "block", "center": [0, 0.31, 0], "size": [1, 0.2, 1] },
          "motion": { "velocity": [0, -0.5, 0] } }] })");
    EXPECT_EQ(run.summary.ended, "stopped: no_room");
    EXPECT_GT(run.summary.time, 0.7);  // the blocks would meet after 0.84 s
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
}

std::string crowded_cloth(int cells, double distance) {
    return fmt::format(R"x({{ "time": {{ "step": 0.01, "frames": 1 }}, "contact": {{ "distance": {1} }},
      "bodies": [{{ "name": "c", "shape": {{ "type": "cloth", "size": [1, 1], "cells": [{0}, {0}] }},
        "place": {{ "translate": [0, 0.3, 0] }}, "density": 0.2,
        "energies": [{{ "type": "spring", "on": "structural", "stiffness": 50 }},
                     {{ "type": "spring", "on": "shear", "stiffness": 10 }}] }}],
      "obstacles": [{{ "name": "ground", "shape": {{ "type": "plane" }} }}] }})x",
                       cells, distance);
}

TEST(Crowd, AReachOfFourEdgesIsSteppedWithAWholeListAndFallingEnergy) {
    SceneRun run(parse_scene(crowded_cloth(10, 0.4), "scene.json"));
    const StepReport report = run.step();
    ASSERT_TRUE(report.completed) << report.advice;
    EXPECT_LT(report.iterations.size(), 60u);
    for (std::size_t k = 1; k < report.iterations.size(); ++k)
        EXPECT_LE(report.iterations[k].energy,
                  report.iterations[k - 1].energy + 1e-12 * std::fabs(report.iterations[k - 1].energy));
}

}  // namespace
}  // namespace talweg::extreme_contact_test
