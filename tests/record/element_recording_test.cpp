#include "talweg/record/element_recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/recorded_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/point_fields.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/render/render_run.hpp"
#include "talweg/report/report.hpp"
#include "talweg/report/report_fields.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::element_recording_test {
namespace {

using ::testing::HasSubstr;

/// A bar of jelly that is pulled along x by its right end, 2 % per frame, between rollers, so that the strain is
/// uniform; beside it an embedded ball.
const char* const scene_text = R"({
  "time": { "step": 0.1, "frames": 3 }, "gravity": [0, 0, 0], "integrator": { "type": "quasi_static" },
  "record": { "elements": ["von_mises_stress", "principal_stretches"] },
  "bodies": [
    { "name": "rope", "density": 1, "shape": { "type": "rope", "from": [0, 9, 0], "to": [1, 9, 0], "segments": 2 },
      "energies": [ { "type": "spring", "stiffness": 1 } ], "hold": [ { "select": { "group": "start" } } ] },
    { "name": "bar", "density": 1000, "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 1, 1] },
      "energies": [ { "type": "arap", "youngs_modulus": 1e5 } ],
      "hold": [ { "select": { "all": true }, "axes": "yz" }, { "select": { "group": "left" } },
                { "select": { "group": "right" }, "motion": { "velocity": [0.2, 0, 0] } } ] },
    { "name": "ball", "material": "jelly",
      "shape": { "type": "solid", "spacing": 0.5, "surface": { "type": "sphere", "radius": 1, "divisions": 2 } },
      "hold": [ { "select": { "all": true } } ] }
  ] })";

class RecordedElements : public ::testing::Test {
protected:
    const Scene scene = parse_scene(scene_text, "scene.json");
    const TemporaryDirectory directory;
    const RunDirectory run{directory / "run"};

    RunSummary simulate_it(RunMode mode, const Scene& what) {
        const RunClaim claim(run.path, mode);
        return simulate(what, build_model(what), claim, {});
    }
};

TEST_F(RecordedElements, HaveTheStressOfTheFormulaInEveryFrame) {
    EXPECT_EQ(simulate_it(RunMode::fresh, scene).ended, "finished");
    const FrameReader stress(run.element_field("von_mises_stress"));
    const FrameReader stretches(run.element_field("principal_stretches"));
    EXPECT_EQ(stress.frames(), 4u);
    EXPECT_EQ(stress.components(), 1u);
    EXPECT_EQ(stretches.components(), 3u);
    ASSERT_EQ(stress.points(), stretches.points());
    for (std::uint64_t frame = 0; frame < 4; ++frame) {
        const std::vector<double> s = stress.read_values(frame), l = stretches.read_values(frame);
        const double strain = 0.02 * static_cast<double>(frame);
        for (int element = 0; element < 10; ++element) {  // ARAP pulled along x: σ₁₁ = E ε, the others 0
            EXPECT_NEAR(s[element], 1e5 * strain, 1e-4);
            EXPECT_NEAR(l[3 * element], 1.0 + strain, 1e-9);
            EXPECT_NEAR(l[3 * element + 2], 1.0, 1e-9);
        }
        EXPECT_NEAR(s.back(), 0.0, 1e-6) << "the ball rests";
    }
}

TEST_F(RecordedElements, GoToPointsAndEmbeddedOnes) {
    simulate_it(RunMode::fresh, scene);
    const std::vector<Body> bodies = read_topology(run.topology());
    const PointFields fields(run, bodies);
    ASSERT_EQ(fields.fields().size(), 4u);
    EXPECT_EQ(fields.fields()[1].name, "principal_stretches_1");
    EXPECT_EQ(fields.frames(), 4u);
    const std::vector<double> longest = fields.read(fields.fields()[1], 3);
    ASSERT_EQ(longest.size(), static_cast<std::size_t>(bodies.back().first_point + bodies.back().point_count));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(longest[i], 0.0) << "the rope is no solid";
    for (int i = 3; i < 15; ++i) EXPECT_NEAR(longest[i], 1.06, 1e-9);
    for (std::size_t i = 15; i < longest.size(); ++i)
        EXPECT_NEAR(longest[i], 1.0, 1e-9) << "lattice and embedded alike";

    EXPECT_TRUE(std::isnan(fields.read(fields.fields()[1], 3, std::numeric_limits<double>::quiet_NaN())[0]));

    const std::uint64_t chosen[] = {0, 3};
    const std::vector<PackedField> packed = pack_fields(fields, chosen);
    ASSERT_EQ(packed.size(), 4u);
    EXPECT_EQ(packed[0].name, "von mises stress");
    EXPECT_NEAR(packed[0].high, 6000.0, 1e-3);
    EXPECT_NEAR(packed[0].low, 0.0, 1e-6);
    EXPECT_GT(packed[1].low, 0.99) << "what is no solid does not count";
    EXPECT_THAT(read_whole_file(run.report()), HasSubstr("id=\"talweg-field-3\""));

    export_run(run.path, {.format = "ply", .text = true});
    EXPECT_THAT(read_whole_file(run.path / "ply" / "frame_000003.ply"),
                HasSubstr("property double z\nproperty int body\nproperty double von_mises_stress\nproperty double "
                          "principal_stretches_1"));
}

/// Points of a solid that a connection attaches to another body follow that one's nodes; they are corners of elements
/// of their own all the same, and so are those of a lattice, on which a surface rides.
TEST(AttachedSolids, HaveTheMeansOfTheirOwnElements) {
    const testing::RecordedRun made(R"({
      "time": { "step": 0.02, "frames": 3 }, "record": { "elements": ["von_mises_stress"] },
      "bodies": [
        { "name": "wall", "rigid": true, "density": 2000, "shape": { "type": "box", "size": [0.2, 0.6, 0.6],
          "cells": [1, 1, 1] }, "place": { "translate": [-0.1, 0, 0] },
          "start": { "angular_velocity": [0, 0, 4] } },
        { "name": "arm", "density": 1000, "shape": { "type": "box", "size": [0.4, 0.2, 0.2], "cells": [4, 2, 2] },
          "place": { "translate": [0.2, 0, 0] },
          "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }] },
        { "name": "ball", "material": "jelly", "place": { "translate": [0.1, 0.3, 0] },
          "shape": { "type": "solid", "spacing": 0.1,
                     "surface": { "type": "sphere", "radius": 0.1, "divisions": 2 } } }],
      "connections": [
        { "type": "attach", "between": ["arm", "wall"], "select": { "group": "left" } },
        { "type": "attach", "between": ["ball", "wall"], "select": { "group": "lattice" } }] })");
    ASSERT_EQ(made.summary.ended, "finished") << made.summary.advice;
    EXPECT_TRUE(made.verify().passed()) << made.verify().text();

    // The means, taken here from the recorded elements by the lists of topology.json.
    const std::vector<Body> bodies = made.bodies();
    const Body &arm = bodies[1], &ball = bodies[2];
    const std::vector<double> stress = FrameReader(made.run().element_field("von_mises_stress")).read_values(3);
    ASSERT_EQ(stress.size(), arm.tets.size() + ball.tets.size());
    std::vector<double> sum(ball.first_point + ball.point_count, 0.0), count = sum;
    std::size_t element = 0;
    for (const Body* body : {&arm, &ball})
        for (const auto& tet : body->tets) {
            for (const int corner : tet) {
                sum[corner] += stress[element];
                count[corner] += 1.0;
            }
            ++element;
        }
    const PointFields fields(made.run(), bodies);
    const std::vector<double> shown = fields.read(fields.fields()[0], 3, -1.0);
    double largest = 0.0;
    int embedded = 0;
    for (int i = 0; i < ball.first_point + ball.point_count; ++i) {
        if (i < arm.first_point) {
            EXPECT_EQ(shown[i], -1.0) << "a rigid body has no stress";
        } else if (count[i] > 0.0) {
            EXPECT_NEAR(shown[i], sum[i] / count[i], 1e-12 * (1.0 + shown[i])) << i;
            largest = std::max(largest, shown[i]);
        } else {
            ++embedded;
            EXPECT_GT(shown[i], -1e-6) << "a embedded takes the mean of its corners, which have some";
        }
    }
    EXPECT_GT(largest, 100.0) << "the wall turns, and the arm is dragged along";
    EXPECT_GT(embedded, 20);
    export_run(made.run().path, {.format = "ply"});
    write_report(made.run());
    RenderSettings settings;
    settings.picture.size = {48, 32};
    settings.picture.samples = 1;
    settings.picture.colour = "von_mises_stress";
    EXPECT_EQ(render_run(made.run().path, settings).pictures, 1u);
}

TEST_F(RecordedElements, ResumeExactly) {
    simulate_it(RunMode::fresh, scene);
    const std::string whole = read_whole_file(run.element_field("von_mises_stress"));
    Scene part = scene;
    part.time.frames = 1;
    simulate_it(RunMode::overwrite, part);
    EXPECT_LT(read_whole_file(run.element_field("von_mises_stress")).size(), whole.size());
    simulate_it(RunMode::resume, scene);
    EXPECT_EQ(read_whole_file(run.element_field("von_mises_stress")), whole);
}

TEST_F(RecordedElements, NeedASolid) {
    Scene springs = scene;
    springs.bodies.resize(1);
    EXPECT_THAT(error_of([&] { simulate_it(RunMode::fresh, springs); }), HasSubstr("no body is a solid"));
    springs.record.elements.clear();
    springs.integrator.type = "implicit_euler";
    EXPECT_EQ(simulate_it(RunMode::overwrite, springs).ended, "finished");
    EXPECT_FALSE(std::filesystem::exists(run.elements()));
}

}  // namespace
}  // namespace talweg::element_recording_test
