/// Runs as they should be pass; runs forged in one respect are refuted in that respect, with the place.
#include "talweg/verify/verify_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/format/file.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/rest_triangles.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::verify_run_test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two tetrahedra, "upper" falling towards "lower", recorded by hand so that anything can be forged.
class VerifyRun : public ::testing::Test {
protected:
    static Body tetrahedron(const std::string& name, int first) {
        Body body{name, first, 4, 3, 4.0, {}, {}, {}, {}};
        body.tets = {{first, first + 1, first + 2, first + 3}};
        body.triangles = {{first, first + 2, first + 1},
                          {first, first + 1, first + 3},
                          {first, first + 3, first + 2},
                          {first + 1, first + 2, first + 3}};
        return body;
    }
    static std::vector<Vec3> tetrahedron_at(double height) {
        return {{0, height, 0}, {1, height, 0}, {0, height + 1, 0}, {0, height, 1}};
    }

    /// Frames 0 to 4; the upper body falls by 0.1 m in each.
    VerifyRun() : bodies{tetrahedron("upper", 0), tetrahedron("lower", 4)} {
        for (int frame = 0; frame < 5; ++frame) {
            frames.push_back(tetrahedron_at(1.6 - 0.1 * frame));
            for (const Vec3& x : tetrahedron_at(0)) frames.back().push_back(x);
            rows.push_back({double(frame), 0.1 * frame, 5.0, 7.0, 12.0, 0.01, 1e-6, 0.0, -8.0 * frame, 0.0});
        }
    }

    Certificate verify() {
        std::filesystem::create_directories(run.path);
        replace_file(run.scene(), scene);
        replace_file(run.run(), "{\"ended\": \"finished\"}");
        write_topology(run.topology(), bodies);
        FrameWriter writer = FrameWriter::create(run.positions(), frames[0].size());
        for (const auto& frame : frames) writer.append(frame);
        writer.flush();
        CsvWriter steps = CsvWriter::create(run.steps(), {"step", "time", "kinetic", "gravity", "total", "min_distance",
                                                          "residual", "momentum_x", "momentum_y", "momentum_z"});
        for (const auto& row : rows) {
            for (const double value : row) steps.cell(value);
            steps.end_row();
        }
        steps.flush();
        return verify_run(run.path);
    }

    /// An obstacle at rest: what touches of it, then what is drawn.
    void add_obstacle(const std::string& name, const std::string& shape, const std::vector<Vec3>& points) {
        Body body{name, int(frames[0].size()), int(points.size()), 2, 0.0, {}, {}, {}, {}};
        bodies.push_back(body);
        for (auto& frame : frames) frame.insert(frame.end(), points.begin(), points.end());
        scene.insert(scene.rfind('}'), ", \"obstacles\": [{\"name\": \"" + name + "\", \"shape\": " + shape + "}]");
    }

    /// What is objected to a question; the others must have passed.
    std::vector<std::string> objections(const std::string& question) {
        std::vector<std::string> found;
        for (const Finding& finding : verify().findings) {
            if (finding.question == question)
                found = finding.objections;
            else
                EXPECT_TRUE(finding.passed()) << finding.question << ": " << finding.objections[0];
        }
        return found;
    }

    TemporaryDirectory directory;
    RunDirectory run{directory / "run"};
    std::vector<Body> bodies;
    std::vector<std::vector<Vec3>> frames;
    std::vector<std::vector<double>> rows;
    std::string scene =
        R"({"planar": false, "gravity": [0, -10, 0], "time": {"step": 0.1, "steps_per_frame": 1, "frames": 4},
        "integrator": {"type": "implicit_euler"}, "contact": {"distance": 0.01},
        "bodies": [{"name": "upper", "energies": [{"type": "neo_hookean"}], "contact": {"touches": "all"}},
                   {"name": "lower", "energies": [{"type": "arap"}]}]})";
};

TEST_F(VerifyRun, an_honest_run_passes) {
    const Certificate certificate = verify();
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    EXPECT_THAT(certificate.text(), HasSubstr("5 frames of 8 points"));
    EXPECT_THAT(certificate.text(), HasSubstr("12 edges against 8 triangles, exactly"));
    EXPECT_THAT(certificate.text(), HasSubstr("1 elements that must not"));
    EXPECT_THAT(certificate.text(), HasSubstr("fastest free point 1 m/s"));
    EXPECT_THAT(certificate.text(), HasSubstr("verified: nothing to object"));
}

TEST_F(VerifyRun, an_intersection_is_found_in_its_frame) {
    for (int i = 0; i < 4; ++i) frames[3][i][1] = tetrahedron_at(0.9)[i][1];
    const auto found = objections("intersections");
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0], HasSubstr("frame 3"));
    EXPECT_THAT(found[0], HasSubstr("of upper"));
    EXPECT_THAT(found[0], HasSubstr("of lower"));
    EXPECT_THAT(verify().text(), HasSubstr("not verified"));
}

TEST_F(VerifyRun, touching_counts_and_a_rounding_apart_does_not) {
    for (int i = 0; i < 4; ++i) frames[4][i][1] = tetrahedron_at(1.0)[i][1];
    EXPECT_FALSE(objections("intersections").empty());
    for (int i = 0; i < 4; ++i) frames[4][i][1] = tetrahedron_at(1.0 + 1e-15)[i][1];
    EXPECT_THAT(objections("intersections"), IsEmpty());
}

TEST_F(VerifyRun, a_vertex_pushed_through_a_face_is_found_with_both_elements) {
    frames[4][0] = {0.1, 0.5, 0.1};
    const auto found = objections("intersections");
    ASSERT_FALSE(found.empty());
    for (const std::string& text : found) {
        EXPECT_THAT(text, HasSubstr("frame 4: edge 0–"));
        EXPECT_THAT(text, HasSubstr("passes through triangle 1–2–3 of lower at ("));
    }
    EXPECT_EQ(found.size(), 3u);
}

TEST_F(VerifyRun, planes_have_a_front_in_every_frame) {
    add_obstacle("floor", R"({"type": "plane"})", {{0, -1, 0}, {-9, -1, -9}, {-9, -1, 9}, {9, -1, 9}, {9, -1, -9}});
    EXPECT_THAT(objections("intersections"), IsEmpty());
    EXPECT_THAT(verify().text(), HasSubstr("and 1 planes"));
    frames[2][4][1] = -1.25;
    auto found = objections("intersections");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], "frame 2: point 0 of lower is behind floor at (0, -1.25, 0)");
    frames[2][4][1] = 0;
    std::swap(frames[3][9], frames[3][10]);  // the floor turned over
    std::swap(frames[3][11], frames[3][12]);
    EXPECT_EQ(objections("intersections").size(), Finding::most_objections);
}

TEST_F(VerifyRun, balls_and_capsules_keep_their_radius_free) {
    add_obstacle("ball", R"({"type": "ball", "radius": 0.5})", {{0.2, -0.55, 0.2}});
    EXPECT_THAT(objections("intersections"), IsEmpty());
    frames[1][8][1] = -0.45;
    const auto found = objections("intersections");
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found, Contains("frame 1: ball is nearer than the thickness allows to triangle 0–1–3 of lower at "
                                "(0.2, -0.225, 0.2)"));
    scene.replace(scene.find(R"("type": "ball")"), 14, R"("type": "capsule")");
    bodies[2].point_count = 2;
    for (auto& frame : frames) frame.insert(frame.end(), {{0.2, -2, 0.2}});
    EXPECT_FALSE(objections("intersections").empty());
    frames[1][8][1] = -0.55;
    EXPECT_THAT(objections("intersections"), IsEmpty());
}

TEST_F(VerifyRun, thickness_is_kept_free_and_the_smallest_gap_is_told) {
    scene.replace(scene.find("\"all\""), 5, "\"all\", \"thickness\": 0.38");  // half of it around the upper body
    EXPECT_THAT(objections("intersections"), IsEmpty());
    EXPECT_THAT(verify().text(), HasSubstr("gaps below 0.01 m measured"));
    for (int i = 0; i < 4; ++i) frames[4][i][1] -= 0.005;  // from 0.2 m to 0.195 m
    EXPECT_THAT(objections("intersections"), IsEmpty());
    EXPECT_THAT(verify().text(), HasSubstr("the smallest 0.005 m: "));
    for (int i = 0; i < 4; ++i) frames[4][i][1] -= 0.01;
    EXPECT_FALSE(objections("intersections").empty());
}

TEST_F(VerifyRun, bodies_that_may_pass_through_each_other_do) {
    for (int i = 0; i < 4; ++i) frames[3][i][1] = tetrahedron_at(0.9)[i][1];
    scene.replace(scene.find("\"all\""), 5, "\"nothing\"");
    EXPECT_THAT(objections("intersections"), IsEmpty());
    const std::string contact = "\"contact\": {\"distance\": 0.01},";
    scene.replace(scene.find(contact), contact.size(), "");
    EXPECT_THAT(objections("intersections"), IsEmpty());
    EXPECT_THAT(verify().text(), HasSubstr("the scene has no contact"));
}

TEST_F(VerifyRun, an_inverted_element_is_found_where_the_material_forbids_it) {
    std::swap(frames[2][0], frames[2][1]);
    auto found = objections("inversions");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], "frame 2: tetrahedron 0–1–2–3 of upper is inverted");
    std::swap(frames[2][0], frames[2][1]);
    std::swap(frames[2][4], frames[2][5]);  // "lower" survives inversion
    EXPECT_THAT(objections("inversions"), IsEmpty());
}

TEST_F(VerifyRun, a_stretch_past_its_limit_is_found) {
    const std::string plain = scene;
    const auto with = [&](const std::string& energy) {
        scene = plain;
        scene.insert(scene.find("{\"type\": \"neo_hookean\"}"), energy + ", ");
    };
    with(R"({"type": "strain_limit", "limit": 1.05, "stiffness": 1})");
    EXPECT_THAT(verify().text(), HasSubstr("the run has not recorded its bodies at rest"));
    RestTriangles rest;
    for (const auto& t : bodies[0].triangles) rest.push_back({frames[0][t[0]], frames[0][t[1]], frames[0][t[2]]});
    write_rest_triangles(run, rest);
    frames[3][1][0] += 0.04;
    EXPECT_THAT(objections("stretch"), IsEmpty());
    EXPECT_THAT(verify().text(), HasSubstr("4 triangles with a limit, at most "));
    frames[3][1][0] += 0.02;
    EXPECT_THAT(objections("stretch"), Contains(HasSubstr("frame 3: triangle 0–2–1 of upper has a stretch of 1.0")));

    // Along threads: warp along x, where the point moved; the weft has not been stretched.
    const char* weave = R"({{"type": "orthotropic_membrane", "warp_limit": {}, "weft_limit": {}, "shear_limit": 0.2,
                             "warp_x": 1, "warp_y": 0.001, "warp_z": 0.001}})";
    with(fmt::format(fmt::runtime(weave), 0.5 * (1.065 * 1.065 - 1.0), 0.3));
    EXPECT_THAT(objections("stretch"), IsEmpty());
    with(fmt::format(fmt::runtime(weave), 0.5 * (1.055 * 1.055 - 1.0), 0.3));
    EXPECT_THAT(objections("stretch"), Contains(HasSubstr("of upper has a strain along the warp of 0.061")));
    std::filesystem::remove(run.path / "rest.npy");
    write_rest_triangles(run, {rest[0]});
    EXPECT_THROW(verify(), Error);
}

TEST_F(VerifyRun, a_jump_is_more_than_the_kinetic_energy_can_do) {
    for (int i = 0; i < 4; ++i) frames[4][i][0] += 10.0;  // 100 m/s of a body of 4 kg, and 5 J
    const auto found = objections("jumps");
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0], HasSubstr("frame 4: point 0 of upper moved 10 m; 5 J cannot have carried it"));
    bodies[0].held = {0, 1, 2, 3};  // a script may move it
    EXPECT_THAT(objections("jumps"), IsEmpty());
    bodies[0].held = {};
    scene.replace(scene.find("implicit_euler"), 14, "minimise");  // frames are iterations there
    EXPECT_THAT(objections("jumps"), IsEmpty());
}

TEST_F(VerifyRun, numbers_that_are_none_are_found) {
    frames[1][5][2] = std::numeric_limits<double>::quiet_NaN();
    const auto found = objections("numbers");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], "frame 1: point 1 of lower is nowhere");
}

TEST_F(VerifyRun, energies_must_add_up) {
    rows[3][4] = 13.0;
    const auto found = objections("energy");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], "step 3: the parts make 12 J, the total says 13");
}

TEST_F(VerifyRun, negative_and_missing_energies_are_found) {
    rows[2][2] = -1.0;
    rows[2][4] = 6.0;
    rows[3][3] = rows[4][3] = 1.0;  // so that the next step has no more than that
    rows[3][4] = rows[4][4] = 6.0;
    EXPECT_EQ(objections("energy").size(), 1u);
    rows[2][2] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(objections("energy").size(), 2u);
}

TEST_F(VerifyRun, energy_cannot_come_out_of_nothing) {
    EXPECT_THAT(verify().text(), HasSubstr("4 steps made no energy"));
    rows[3][3] = 13.0;
    rows[3][4] = 18.0;
    const auto found = objections("energy");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], "step 3: 13 J of potential energy came out of 12 J");
    scene.replace(scene.find("\"distance\""), 10, "\"friction\": 0.1, \"distance\"");  // lagged: may give a little
    EXPECT_THAT(objections("energy"), IsEmpty());
}

/// A run of its own, with a series forged afterwards.
class VerifyBalance : public ::testing::Test {
protected:
    static constexpr const char* boxes = R"({ "time": { "step": 0.01, "frames": 40 }, "contact": { "friction": 0.3 },
        "bodies": [{ "name": "box", "shape": { "type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1] },
                     "density": 1000, "place": { "translate": [%s, 0.2, 0] },
                     "start": { "angular_velocity": [1, 0, 2], "velocity": [0.5, 0, 0] },
                     "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] }],
        "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }] })";
    Certificate run(const std::vector<std::string>& settings, const std::string& x = "0") {
        std::string text = boxes;
        text.replace(text.find("%s"), 2, x);
        const Scene scene = parse_scene(text, "boxes", ".", settings);
        const RunClaim claim(directory.path, RunMode::overwrite);
        EXPECT_EQ(simulate(scene, build_model(scene), claim, {}).ended, "finished");
        return verify_run(directory.path);
    }
    void forge(const std::string& series, std::uint64_t row, std::size_t column, double by) {
        const FrameReader reader(directory.series(series));
        std::vector<std::vector<double>> rows;
        for (std::uint64_t n = 0; n < reader.frames(); ++n) rows.push_back(reader.read_values(n));
        rows.at(row).at(column) += by;
        FrameWriter writer = FrameWriter::create(directory.series(series), rows[0].size(), 1);
        for (const auto& each : rows) writer.append(each);
        writer.flush();
    }
    const TemporaryDirectory temporary;
    const RunDirectory directory{temporary / "run"};
};

TEST_F(VerifyBalance, momenta_change_by_what_acted_whatever_the_integrator) {
    for (const char* integrator : {"implicit_euler", "bdf2", "newmark"}) {
        const Certificate certificate = run({std::string("integrator.type=") + integrator});
        EXPECT_TRUE(certificate.passed()) << certificate.text();
        EXPECT_THAT(certificate.text(), HasSubstr("balance        ok")) << integrator;
        for (const std::size_t column : {1u, 0u}) {
            forge("impulse_contact", 25, column, 0.1);
            EXPECT_FALSE(verify_run(directory.path).passed()) << integrator << ", column " << column;
            forge("impulse_contact", 25, column, -0.1);
        }
        EXPECT_TRUE(verify_run(directory.path).passed());
    }
}

TEST_F(VerifyBalance, moments_too) {
    EXPECT_TRUE(run({}).passed());
    forge("impulse_loads", 12, 5, 1e-2);
    EXPECT_THAT(verify_run(directory.path).text(), HasSubstr("step 12: angular momentum of box changed by"));
}

/// However a run was told to take its steps: what was left undone shows in its books.
TEST_F(VerifyBalance, a_crude_tolerance_is_refuted) {
    EXPECT_FALSE(run({"solver.tolerance=1"}).passed());
    EXPECT_TRUE(run({"solver.tolerance=1e-8"}).passed());
}

TEST_F(VerifyBalance, rounding_of_coordinates_is_no_objection) {
    const Certificate far = run({}, "1000");
    EXPECT_TRUE(far.passed()) << far.text();
}

/// Moments are asked about the centre: an arm of 100 m excuses no more than its rounding.
TEST_F(VerifyBalance, moments_far_from_the_origin_too) {
    EXPECT_TRUE(run({}, "100").passed());
    forge("impulse_loads", 6, 5, 2e-5);  // in flight: ten times what 8 kg at 10⁻⁶ m/s and 0.17 m are
    EXPECT_THAT(verify_run(directory.path).text(), HasSubstr("step 6: angular momentum of box changed by"));
}

/// Objections of one question, of a scene that is run.
std::vector<std::string> objections_to(const Certificate& certificate, const std::string& question) {
    for (const Finding& finding : certificate.findings)
        if (finding.question == question) return finding.objections;
    ADD_FAILURE() << "nobody asked " << question;
    return {};
}

/// A cube of steel that turns: steps that end early leave it stretched, and its momentum is as it should be.
TEST_F(VerifyBalance, false_strain_is_refuted_where_momenta_see_nothing) {
    const auto spin = [&](const std::vector<std::string>& settings) {
        const Scene scene = parse_scene(R"({ "time": { "step": 0.01, "frames": 5 }, "gravity": [0, 0, 0],
            "integrator": { "type": "bdf2" },
            "bodies": [{ "name": "cube", "shape": { "type": "box", "size": [0.1, 0.1, 0.1], "cells": [2, 2, 2] },
                "density": 7800, "start": { "angular_velocity": [0, 0, 5] },
                "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 2e11, "poissons_ratio": 0.3 }] }] })",
                                        "spin", ".", settings);
        const RunClaim claim(directory.path, RunMode::overwrite);
        EXPECT_EQ(simulate(scene, build_model(scene), claim, {}).ended, "finished");
        return verify_run(directory.path);
    };
    const Certificate honest = spin({});
    EXPECT_TRUE(honest.passed()) << honest.text();
    const Certificate crude = spin({"solver.tolerance=0.01"});
    EXPECT_THAT(objections_to(crude, "balance"), IsEmpty()) << crude.text();
    EXPECT_FALSE(objections_to(crude, "settled").empty()) << crude.text();
}

/// Equilibria have no momentum; what was left of moves tells.
TEST_F(VerifyBalance, crude_equilibria_are_refuted) {
    const auto bend = [&](const std::vector<std::string>& settings) {
        const Scene scene =
            parse_scene(R"({ "time": { "step": 1, "frames": 2 }, "integrator": { "type": "quasi_static" },
            "bodies": [{ "name": "beam", "shape": { "type": "box", "size": [1, 0.1, 0.1], "cells": [8, 1, 1] },
                "density": 1000, "hold": [{ "select": { "group": "left" } }],
                "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 2e6, "poissons_ratio": 0.3 }] }] })",
                        "bend", ".", settings);
        const RunClaim claim(directory.path, RunMode::overwrite);
        EXPECT_EQ(simulate(scene, build_model(scene), claim, {}).ended, "finished");
        return verify_run(directory.path);
    };
    const Certificate honest = bend({});
    EXPECT_TRUE(honest.passed()) << honest.text();
    EXPECT_THAT(honest.text(), HasSubstr("settled        ok"));
    EXPECT_FALSE(objections_to(bend({"solver.tolerance=0.5"}), "settled").empty());
}

/// What holds give counts among the forces, of which a part may be left; a sheet that is held is no excuse for more.
TEST_F(VerifyBalance, a_crude_tolerance_of_what_is_held_is_refuted) {
    const auto hang = [&](const std::vector<std::string>& settings) {
        const Scene scene = parse_scene(R"({ "time": { "step": 0.01, "frames": 12 },
            "bodies": [{ "name": "cloth", "shape": { "type": "cloth", "size": [0.5, 0.5], "cells": [8, 8] },
                "material": "canvas",
                "hold": [{ "select": { "box": { "min": [-1, -1, -1], "max": [-0.24, 1, 1] } } }] }] })",
                                        "hang", ".", settings);
        const RunClaim claim(directory.path, RunMode::overwrite);
        EXPECT_EQ(simulate(scene, build_model(scene), claim, {}).ended, "finished");
        return verify_run(directory.path);
    };
    const Certificate honest = hang({});
    EXPECT_TRUE(honest.passed()) << honest.text();
    EXPECT_FALSE(objections_to(hang({"solver.tolerance=0.01"}), "balance").empty());
}

/// Springs keep no inside: where a point of it is below the floor, surfaces do not tell.
TEST_F(VerifyRun, inner_points_are_kept_out_by_obstacles) {
    Body square{"square", 0, 5, 2, 1.0, {}, {}, {}, {}};
    square.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    Body floor{"floor", 5, 5, 2, 0.0, {}, {}, {}, {}};
    bodies = {square, floor};
    scene =
        R"({"planar": true, "gravity": [0, 0, 0], "integrator": {"type": "bdf2"},
            "time": {"step": 0.1, "steps_per_frame": 1},
               "contact": {"distance": 0.01}, "bodies": [{"name": "square", "energies": [{"type": "spring"}]}],
               "obstacles": [{"name": "floor", "shape": {"type": "plane"}}]})";
    for (auto& frame : frames)
        frame = {{0, 1, 0}, {1, 1, 0},  {1, 2, 0}, {0, 2, 0},  {0.5, 1.5, 0},
                 {0, 0, 0}, {-2, 0, 0}, {2, 0, 0}, {2, -1, 0}, {-2, -1, 0}};
    EXPECT_THAT(objections("intersections"), IsEmpty());
    frames[3][4][1] = -0.2;
    const auto found = objections("intersections");
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0], HasSubstr("point 4 of square is behind floor"));
}

TEST_F(VerifyRun, steps_must_be_in_order) {
    scene.replace(scene.find("-10"), 3, "0");
    for (auto& row : rows) row[8] = 0.0;
    std::swap(rows[2], rows[3]);
    EXPECT_FALSE(objections("steps").empty());
}

TEST_F(VerifyRun, a_closed_gap_is_found) {
    rows[2][5] = 0.0;
    EXPECT_EQ(objections("gaps").size(), 1u);
}

TEST_F(VerifyRun, planar_outlines_may_not_cross) {
    Body square{"square", 0, 4, 2, 1.0, {}, {{0, 1, 2}, {0, 2, 3}}, {}, {}};
    Body other = square;
    other.name = "other";
    other.first_point = 4;
    other.triangles = {{4, 5, 6}, {4, 6, 7}};
    bodies = {square, other};
    scene = R"({"planar": true, "time": {"step": 0.1, "steps_per_frame": 1}, "integrator": {"type": "quasi_static"},
        "contact": {}, "bodies": [{"name": "square", "energies": [{"type": "plane_strain_neo_hookean"}]},
                                  {"name": "other"}]})";
    const auto square_at = [](double x) {
        return std::vector<Vec3>{{x, 0, 0}, {x + 1, 0, 0}, {x + 1, 1, 0}, {x, 1, 0}};
    };
    for (std::size_t n = 0; n < frames.size(); ++n) {
        frames[n] = square_at(0);
        for (const Vec3& x : square_at(2.0 - 0.2 * double(n))) frames[n].push_back(x);
    }
    EXPECT_THAT(objections("intersections"), IsEmpty());
    for (int i = 4; i < 8; ++i) frames[4][i][0] -= 0.3;
    EXPECT_FALSE(objections("intersections").empty());
    for (int i = 4; i < 8; ++i) frames[4][i][0] += 0.3;
    std::swap(frames[3][0], frames[3][1]);  // the first square, seen from behind
    std::swap(frames[3][2], frames[3][3]);
    EXPECT_FALSE(objections("inversions").empty());
}

TEST_F(VerifyRun, what_is_not_a_run_is_refused) {
    EXPECT_THAT(error_of([&] { verify_run(directory / "nothing"); }), HasSubstr("no run.json"));
    verify();
    replace_file(run.scene(), "{");
    EXPECT_THAT(error_of([&] { verify_run(run.path); }), HasSubstr("scene.json is damaged"));
}

TEST(VerifySimulation, a_simulated_run_passes) {
    const TemporaryDirectory directory;
    const Scene scene = small_scene({"solver.tolerance=1e-6"});  // the default's; its own is crude
    {
        const RunClaim claim(directory / "run", RunMode::fresh);
        simulate(scene, build_model(scene), claim, {.scene_file = "small.json", .threads = 1});
    }
    const Certificate certificate = verify_run(directory / "run");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
    EXPECT_EQ(certificate.ended, "finished");
    EXPECT_EQ(certificate.findings.size(), 9u);
}

}  // namespace
}  // namespace talweg::verify_run_test
