/// Attachments, springs and seams between bodies.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/geometry/moments.hpp"
#include "talweg/math/error.hpp"

namespace talweg::connections_test {
namespace {

using ::testing::HasSubstr;
using testing::SceneRun;

Scene scene_of(const std::string& text) { return parse_scene(text, "scene.json", ".", {}); }

constexpr const char* cloth_on_box = R"({ "time": { "step": 0.01, "frames": 12 }, "contact": { "friction": 0.3 },
    "bodies": [
        { "name": "box", "rigid": true, "density": 500,
          "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [2, 2, 2] },
          "start": { "angular_velocity": [0, 3, 0] } },
        { "name": "cloth", "material": "cotton", "shape": { "type": "cloth", "size": [0.4, 0.3], "cells": [8, 6] },
          "place": { "translate": [0.25, 0.102, 0.0] } }],
    "connections": [{ "type": "attach", "between": ["cloth", "box"],
                      "select": { "box": { "min": [-0.2, 0, -0.2], "max": [0.1, 0.2, 0.2] } } }] })";

/// Points of the sheet that lie on the box go with it as if they were part of it, in contact with it all around.
TEST(Connections, AttachedPointsAreWhereTheBodyCarriesThem) {
    SceneRun run(scene_of(cloth_on_box));
    const Model& model = run.model();
    const Body &box = model.bodies[0], &cloth = model.bodies[1];
    const Positions start = run.x();
    const auto corners = [&](const Positions& x) {
        return std::array<Vec3, 4>{x[box.first_point], x[box.first_point + 1], x[box.first_point + 2],
                                   x[box.first_point + 3]};
    };
    std::vector<int> attached;
    for (int i = cloth.first_point; i < cloth.first_point + cloth.point_count; ++i)
        if (model.map.single_node(i) < 0 || model.map.row(i).size() > 1) attached.push_back(i);
    ASSERT_GE(attached.size(), 3u);
    for (int n = 0; n < 12; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Positions x = run.x();
        for (const int i : attached) {
            const auto weights = affine_weights(corners(start), start[i]);
            Vec3 carried = Vec3::zero();
            for (int k = 0; k < 4; ++k) carried += weights[k] * corners(x)[k];
            EXPECT_LT(norm(x[i] - carried), 1e-12);
        }
    }
}

/// An attached sheet in contact with what carries it, broken off and resumed with another number of threads.
TEST(Connections, RunsWithAttachmentsResumeBitwiseAndPassTheReferee) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(cloth_on_box, "scene.json", ".", {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        const RunSummary summary = simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
        EXPECT_EQ(summary.ended, "finished") << summary.advice;
    };
    go("whole", 12, 1, RunMode::fresh);
    go("parts", 7, 2, RunMode::fresh);
    go("parts", 12, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
    const Certificate certificate = verify_run(folder / "parts");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// k = m g / stretch; a rope does not push.
TEST(Connections, SpringsAndRopesCarryWeights) {
    const auto settled = [](const char* spring) {
        SceneRun run(scene_of(fmt::format(
            R"({{ "time": {{ "step": 1 }}, "integrator": {{ "type": "quasi_static" }},
            "solver": {{ "tolerance": 1e-9 }},
            "bodies": [{{ "name": "weight", "rigid": true, "density": 1000,
                          "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [1, 1, 1] }} }}],
            "connections": [{{ "type": "hinge", "between": ["weight"], "at": [0, 0, 1], "axis": [1, 0, 0] }},
                            {{ "type": "spring", "between": ["weight"], "from": [0, 0, 0], "to": [0, 1, 0], {} }}] }})",
            spring)));
        run.step();
        const Positions x = run.x();
        Vec3 center = Vec3::zero();
        for (int k = 0; k < 4; ++k) center += 0.25 * x[k];
        return center;
    };
    // About the hinge one metre away: the weight's moment against the spring's.
    for (const char* spring : {R"("stiffness": 1000)", R"("stiffness": 1000, "rope": true)"}) {
        const Vec3 at = settled(spring);
        const Vec3 pull = (norm(Vec3{0, 1, 0} - at) - 1.0) * 1000.0 / norm(Vec3{0, 1, 0} - at) * (Vec3{0, 1, 0} - at);
        const Vec3 arm = at - Vec3{0, 0, 1};
        EXPECT_NEAR(cross(arm, pull + Vec3{0, -9.81, 0})[0], 0.0, 1e-4) << spring;
        EXPECT_LT(at[1], -0.005);
    }
}

/// Two panels of 8 rows; the other has as many as asked. Once they are sewn, a force pulls at the far border.
std::string two_panels(int rows, double pull = 0.0) {
    return fmt::format(R"json({{ "gravity": [0, 0, 0], "time": {{ "step": 0.02, "frames": 80 }}, "contact": {{}},
    "bodies": [
        {{ "name": "left", "material": "cotton", "damping": {{ "mass": 8 }},
          "shape": {{ "type": "cloth", "size": [0.2, 0.2], "cells": [8, 8] }},
          "hold": [{{ "select": {{ "group": "left" }} }}] }},
        {{ "name": "right", "material": "cotton", "damping": {{ "mass": 8 }},
          "shape": {{ "type": "cloth", "size": [0.2, 0.2], "cells": [8, {}] }},
          "place": {{ "translate": [0.25, 0, 0.02] }},
          "loads": [{{ "type": "force", "select": {{ "group": "right" }},
                       "force": ["{}*min(1, max(0, 5*(t - 0.8)))", 0, 0] }}] }}],
    "connections": [{{ "type": "seam", "between": ["left", "right"], "stiffness": 200, "close": 0.5,
        "first": {{ "plane": {{ "point": [0.0999, 0, 0], "normal": [1, 0, 0] }} }},
        "second": {{ "plane": {{ "point": [0.1501, 0, 0], "normal": [-1, 0, 0] }} }} }}] }})json",
                       rows, pull);
}

std::vector<std::array<int, 2>> stitches_of(const Model& model) {
    std::vector<std::array<int, 2>> pairs;
    for (const auto& term : model.terms)
        if (term->name() == "zero_length_spring")
            for (int e = 0; e < term->element_count(); ++e)
                pairs.push_back({term->points()[2 * e], term->points()[2 * e + 1]});
    return pairs;
}

/// Borders that are cut alike come together up to the reach of contact, and stay so when they are pulled: the threads
/// then carry the force.
TEST(Connections, ASeamClosesAndHolds) {
    constexpr double pull = 0.3;  // N
    SceneRun run(scene_of(two_panels(8, pull)));
    const auto pairs = stitches_of(run.model());
    ASSERT_EQ(pairs.size(), 9u);
    const double d_hat = run.model().contact->rules.d_hat;
    double gap = 0.0;
    Vec3 carried = Vec3::zero();
    for (int n = 1; n <= 80; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        gap = 0.0;
        carried = Vec3::zero();
        const Positions x = run.x();
        for (const auto& [p, q] : pairs) {
            gap = std::max(gap, norm(x[p] - x[q]));
            carried += 200.0 * (x[q] - x[p]);
        }
        if (n >= 38) {
            EXPECT_LT(gap, d_hat) << n;
        }
    }
    EXPECT_GT(gap, 0.1 * pull / 200.0 / 9.0) << "it is being pulled";
    EXPECT_NEAR(carried[0], pull, 0.05 * pull);
}

TEST(Connections, StitchesOfBordersThatAreCutDifferentlyStayHalfACellApart) {
    SceneRun run(scene_of(two_panels(6)));
    const auto pairs = stitches_of(run.model());
    ASSERT_GE(pairs.size(), 9u);
    for (int n = 0; n < 60; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
    }
    double gap = 0.0;
    const Positions x = run.x();
    for (const auto& [p, q] : pairs) gap = std::max(gap, norm(x[p] - x[q]));
    EXPECT_LT(gap, 0.015);
}

/// A seam on its way, broken off and resumed with another number of threads.
TEST(Connections, RunsWithSeamsResumeBitwiseAndPassTheReferee) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(two_panels(8, 0.3), "scene.json", ".", {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        const RunSummary summary = simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
        EXPECT_EQ(summary.ended, "finished") << summary.advice;
    };
    go("whole", 30, 1, RunMode::fresh);
    go("parts", 17, 2, RunMode::fresh);
    go("parts", 30, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
    const Certificate certificate = verify_run(folder / "parts");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

TEST(Connections, MistakesAreNamed) {
    const auto message = [](std::string scene, const std::string& from, const std::string& to) {
        const auto at = scene.find(from);
        if (at == std::string::npos) return "cannot find " + from;
        scene.replace(at, from.size(), to);
        try {
            build_model(scene_of(scene));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_THAT(message(two_panels(6), "0.0999, 0, 0", "-0.2, 0, 0"), HasSubstr("neighbours"));
    EXPECT_THAT(message(two_panels(6), R"("second": { "plane": { "point": [0.1501, 0, 0], "normal": [-1, 0, 0] } })",
                        R"("second": { "indices": [0, 1, 2] })"),
                HasSubstr("m to one of"));
    EXPECT_THAT(
        message(two_panels(6), R"("size": [0.2, 0.2], "cells": [8, 6])", R"("size": [0.2, 0.25], "cells": [8, 6])"),
        ::testing::AllOf(HasSubstr("0.2 m"), HasSubstr("0.25 m")))
        << "borders of different length";
    EXPECT_THAT(message(cloth_on_box, R"("translate": [0.25, 0.102, 0.0])", R"("translate": [0.25, 0.11, 0.0])"),
                HasSubstr("nothing"))
        << "a rigid body carries what is beside it, too";
}

/// Two rods of length 1 and mass 0.1 in the plane; what else it has.
std::string planar_rods(const std::string& connections, const std::string& more) {
    return fmt::format(R"({{ "planar": true, "time": {{ "step": 0.002, "frames": 200 }}, "bodies": [
        {{ "name": "upper", "rigid": true, "density": 1, "shape": {{ "type": "rectangle", "size": [1, 0.1] }},
           "place": {{ "translate": [0.5, 0, 0] }} }},
        {{ "name": "lower", "rigid": true, "density": 1, "shape": {{ "type": "rectangle", "size": [1, 0.1] }},
           "place": {{ "translate": [1.5, 0, 0] }} }}], "connections": [{}]{} }})",
                       connections, more);
}

/// Where the body's centre ends: three points lead it, with a third of the mass each.
Vec3 last_center(const testing::RecordedRun& run, int body) {
    const std::vector<Vec3> x = run.last_frame();
    const int first = run.bodies()[body].first_point;
    return (x[first] + x[first + 1] + x[first + 2]) / 3.0;
}

/// The last row of a series, by the name of its column.
double last(const testing::RecordedRun& run, const char* series, const std::string& column) {
    return run.series().value(series, column, run.series().rows(series).size() - 1);
}

/// In the plane a hinge is one shared place. A double pendulum keeps its energy under conserving steps; the rod that a
/// torque τ turns has the angle ½ τ/J t² then.
TEST(Connections, HingesOfThePlane) {
    const std::string hinges =
        R"({ "type": "hinge", "name": "a", "between": ["upper"], "at": [0, 0, 0], "axis": [0, 0, 1] },
           { "type": "hinge", "name": "b", "between": ["upper", "lower"], "at": [1, 0, 0], "axis": [0, 0, 1] })";
    const testing::RecordedRun run(planar_rods(hinges, R"(, "integrator": { "type": "conserving" })"));
    const std::vector<double> total = run.column("total"), kinetic = run.column("kinetic");
    EXPECT_GT(kinetic.back(), 0.3);
    for (const double e : total) EXPECT_NEAR(e, total[0], 0.01 * *std::max_element(kinetic.begin(), kinetic.end()));
    const Certificate certificate = run.verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    // Where the second rod's end is, by the angles alone.
    const double a = last(run, "joint_motion", "a.angle") * std::numbers::pi / 180.0,
                 b = a + last(run, "joint_motion", "b.angle") * std::numbers::pi / 180.0;
    EXPECT_LT(norm(last_center(run, 1) - Vec3{std::cos(a) + 0.5 * std::cos(b), std::sin(a) + 0.5 * std::sin(b), 0}),
              1e-6);

    const std::string driven =
        R"({ "type": "hinge", "name": "a", "between": ["upper"], "at": [0, 0, 0], "axis": [0, 0, -1], "torque": 0.02 },
           { "type": "hinge", "name": "b", "between": ["lower"], "at": [1, 0, 0], "axis": [0, 0, 1],
             "limits": [-10, 10], "motor": { "speed": 1, "max_torque": 5 } })";
    const testing::RecordedRun turned(planar_rods(driven, R"(, "gravity": [0, 0, 0])"));
    const double inertia = 0.1 / 12.0 * (1.0 + 0.01) + 0.1 * 0.25, t = 0.4;
    EXPECT_NEAR(last(turned, "joint_motion", "a.angle") * std::numbers::pi / 180.0,
                0.5 * 0.02 / inertia * t * (t + 0.002), 1e-3);
    EXPECT_LT(last_center(turned, 0)[1], 0.0);  // about −z
    EXPECT_NEAR(last(turned, "joint_motion", "b.angle"), 10.0, 0.05);
}

/// A slider of the plane turns nothing and keeps to its line; a fixed joint that breaks does so at its force.
TEST(Connections, SlidersAndFixedJointsOfThePlane) {
    const std::string joints =
        R"({ "type": "slider", "name": "rail", "between": ["upper"], "at": [0.5, 0, 0], "axis": [1, 1, 0] },
           { "type": "fixed", "name": "weld", "between": ["lower"], "break_force": 1.2 })";
    const testing::RecordedRun run(planar_rods(joints, R"(, "gravity": [0, -9.81, 0])"));
    const double t = 0.4, way = -0.5 * 9.81 / std::sqrt(2.0) * t * (t + 0.002);
    EXPECT_NEAR(last(run, "joint_motion", "rail.position"), way, 1e-3 * -way);
    EXPECT_LT(last(run, "joint_drives", "rail.aside"), 1e-6);
    EXPECT_LT(norm(last_center(run, 0) - Vec3{0.5 + way / std::sqrt(2.0), way / std::sqrt(2.0), 0}), 1e-3);
    EXPECT_EQ(last(run, "joint_drives", "weld.whole"), 1.0);
    EXPECT_LT(norm(last_center(run, 1) - Vec3{1.5, 0, 0}), 1e-6);
    const testing::RecordedRun weaker(planar_rods(joints, R"(, "gravity": [0, -14.0, 0])"));
    EXPECT_EQ(last(weaker, "joint_drives", "weld.whole"), 0.0);
    EXPECT_LT(last_center(weaker, 1)[1], -0.5);
}

}  // namespace
}  // namespace talweg::connections_test
