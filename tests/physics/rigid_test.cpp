/// Bodies that move as a whole: four nodes, whatever their surface.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "geometry/read/mesh_writers.hpp"
#include "math/random_matrices.hpp"
#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/math/error.hpp"

namespace talweg::rigid_test {
namespace {

using ::testing::HasSubstr;
using testing::RecordedRun;
using testing::SceneRun;

Scene scene_of(const std::string& text) { return parse_scene(text, "scene.json", ".", {}); }

/// How the first body of a run, which has four nodes, is turned and deformed.
Mat3 deformation(const SceneRun& run) {
    const Positions x = run.x();
    const auto& rest = run.model().rest;
    const auto edges = [](const auto& p) {
        Mat3 m;
        m.set_columns(p[1] - p[0], p[2] - p[0], p[3] - p[0]);
        return m;
    };
    return edges(x) * inverse(edges(rest));
}

std::string spinning(double omega, double tolerance) {
    return fmt::format(R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.01 }}, {}
        "bodies": [{{ "name": "cube", "rigid": true, "density": 1000,
                      "shape": {{ "type": "box", "size": [0.1, 0.1, 0.1], "cells": [2, 2, 2] }},
                      "start": {{ "angular_velocity": [0, 0, {}] }} }}] }})",
                       tolerance > 0.0 ? fmt::format(R"("solver": {{ "tolerance": {} }},)", tolerance) : "", omega);
}

TEST(Rigid, FourNodesWhateverTheSurface) {
    const SceneRun run(scene_of(spinning(1.0, 0.0)));
    EXPECT_EQ(run.model().node_count(), 4);
    EXPECT_EQ(run.model().bodies[0].point_count, 4 + 26) << "points inside of the box are left out";
}

/// A body about a fixed axis: what turned by Δ turns by atan2(sin Δ, 2 − cos Δ) in the next step of implicit Euler.
TEST(Rigid, SpinFollowsImplicitEulersOwnRecurrence) {
    for (const double omega : {0.5, 5.0, 30.0}) {
        SceneRun run(scene_of(spinning(omega, 1e-9)));
        double turn = std::atan(0.01 * omega), angle = 0.0;
        for (int n = 0; n < 30; ++n) {
            const StepReport report = run.step();
            ASSERT_TRUE(report.completed) << report.advice;
            angle += turn;
            turn = std::atan2(std::sin(turn), 2.0 - std::cos(turn));
            const Mat3 a = deformation(run);
            const double found = std::atan2(a(1, 0), a(0, 0));
            EXPECT_NEAR(std::remainder(found - angle, 2.0 * M_PI), 0.0, 1e-6 * (1.0 + angle)) << omega << " " << n;
        }
    }
}

TEST(Rigid, SpinStretchesAsMuchAsIsStated) {
    const double omega = 20.0;
    SceneRun run(scene_of(spinning(omega, 1e-10)));
    Mat3 before = Mat3::identity();
    for (int n = 0; n < 10; ++n) {
        before = deformation(run);
        run.step();
    }
    const Mat3 a = deformation(run), turned = a * inverse(before), strain = a * a.transposed() - Mat3::identity();
    const double rate = std::atan2(turned(1, 0), turned(0, 0)) / 0.01;
    // ρ ω² a²/(48 κ), κ = 1e8 Pa, across the axis; implicit Euler's own deceleration is of second order.
    EXPECT_NEAR(strain(0, 0), 1000.0 * rate * rate * 0.01 / (48.0 * 1e8), 0.05 * strain(0, 0));
}

TEST(Rigid, StaysRigidAtDefaultSettings) {
    for (const double omega : {0.05, 5.0, 50.0}) {
        SceneRun run(scene_of(spinning(omega, 0.0)));
        double turn = std::atan(0.01 * omega), angle = 0.0;
        for (int n = 0; n < 50; ++n) {
            ASSERT_TRUE(run.step().completed);
            angle += turn;
            turn = std::atan2(std::sin(turn), 2.0 - std::cos(turn));
        }
        const Mat3 a = deformation(run);
        EXPECT_NEAR(std::remainder(std::atan2(a(1, 0), a(0, 0)) - angle, 2.0 * M_PI), 0.0, 0.01 * angle) << omega;
        EXPECT_LT(frobenius(a * a.transposed() - Mat3::identity()), 1e-5) << omega;
    }
}

/// One tetrahedron, as an affine body and as the linear element that it is.
TEST(Rigid, AnAffineBodyIsOneLinearElement) {
    TemporaryDirectory folder;
    std::ofstream(folder / "tet.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::ofstream(folder / "tet.msh") << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n"
                                         "4 0 0 1\n$EndNodes\n$Elements\n1\n1 4 2 0 0 1 2 3 4\n$EndElements\n";
    const auto run = [&](const char* file, const char* kind) {
        return std::make_unique<SceneRun>(scene_of(fmt::format(
            R"({{ "gravity": [0, -1, 0], "time": {{ "step": 0.02 }}, "solver": {{ "tolerance": 1e-13 }},
                  "bodies": [{{ "name": "tet", {}, "density": 3, "shape": {{ "type": "mesh", "file": "{}" }},
                    "start": {{ "stretch": [1.3, 0.9, 1], "angular_velocity": [1, 2, 3] }},
                    "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 50, "poissons_ratio": 0.3 }}]
                  }}] }})",
            kind, (folder / file).string())));
    };
    const auto affine = run("tet.obj", R"("affine": true)"), element = run("tet.msh", R"("mass": "consistent")");
    for (int n = 0; n < 40; ++n) {
        ASSERT_TRUE(affine->step().completed);
        ASSERT_TRUE(element->step().completed);
    }
    const Positions x = affine->x(), y = element->x();
    for (int i = 0; i < 4; ++i) {
        // Surface points are numbered as triangles name them.
        const auto& corners = element->model().rest;
        const auto same = std::find_if(corners.begin(), corners.end(), [&](const Vec3& corner) {
            return norm(corner - affine->model().rest[4 + i]) < 1e-12;
        });
        ASSERT_NE(same, corners.end()) << i;
        EXPECT_LT(norm(x[4 + i] - y[same - corners.begin()]), 1e-10) << i;
    }
}

/// Boxes of every size in a heap with a soft one: nothing passes, forces balance weight, the same bits again.
const char* const heap = R"({ "time": { "step": 0.01, "frames": 80 },
  "contact": { "distance": 0.002, "friction": 0.5 },
  "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],
  "bodies": [
    { "name": "stone", "rigid": true, "density": 2000, "place": { "translate": [0, 0.11, 0] },
      "shape": { "type": "box", "size": [0.3, 0.2, 0.3], "cells": [1, 1, 1] } },
    { "name": "jelly", "material": "rubber", "place": { "translate": [0.02, 0.265, 0] },
      "shape": { "type": "box", "size": [0.2, 0.1, 0.2], "cells": [2, 1, 2] } },
    { "name": "ring", "rigid": true, "material": "wood",
      "place": { "translate": [0, 0.37, 0] },
      "shape": { "type": "torus", "radius": 0.1, "tube_radius": 0.03, "segments": 16, "rings": 1 } }] })";

TEST(Rigid, AHeapWithSoftBodiesComesToRest) {
    const RecordedRun run(heap);
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
    const std::vector<Vec3> before = run.frame(70), after = run.last_frame();
    for (std::size_t i = 0; i < after.size(); ++i) EXPECT_LT(norm(after[i] - before[i]), 1e-3);
    EXPECT_LT(run.largest("newton_iterations"), 60);
}

TEST(Rigid, ResumesToTheLastBit) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = parse_scene(heap, "scene.json", ".", {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
    };
    go("whole", 30, 1, RunMode::fresh);
    go("parts", 17, 2, RunMode::fresh);
    go("parts", 30, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
}

/// L = I ω and P = m v of a box that is turned and spun about no axis of its own, in closed form.
TEST(Rigid, HasTheMomentaOfItsVolume) {
    SceneRun run(
        scene_of(R"({ "gravity": [0, 0, 0], "time": { "step": 0.01 }, "bodies": [{ "name": "box", "rigid": true,
        "density": 700, "shape": { "type": "box", "size": [0.2, 0.5, 0.9], "cells": [2, 1, 3] },
        "place": { "translate": [3, 1, 2] },
        "start": { "velocity": [1, 2, 3], "angular_velocity": [2, -1, 0.5] } }] })"));
    const Vec3 size = {0.2, 0.5, 0.9}, omega = {2, -1, 0.5}, velocity = {1, 2, 3}, center = {3, 1, 2};
    const double mass = 700 * 0.2 * 0.5 * 0.9;
    Vec3 spin;
    for (int a = 0; a < 3; ++a) {
        const double b = size[(a + 1) % 3], c = size[(a + 2) % 3];
        spin[a] = mass * (b * b + c * c) / 12.0 * omega[a];
    }
    Vec3 linear = Vec3::zero(), angular = Vec3::zero();
    double energy = 0.0;
    for (int i = 0; i < 4; ++i) {
        const double m = run.model().mass.diagonal[i];
        linear += m * run.state().v[i];
        angular += m * cross(run.state().c[i], run.state().v[i]);
        energy += 0.5 * m * norm_squared(run.state().v[i]);
    }
    EXPECT_LT(norm(linear - mass * velocity), 1e-12 * mass * norm(velocity));
    EXPECT_LT(norm(angular - spin - mass * cross(center, velocity)), 1e-12 * norm(angular));
    EXPECT_NEAR(energy, 0.5 * mass * norm_squared(velocity) + 0.5 * dot(spin, omega), 1e-12 * energy);
}

/// Gravity is turned until a block that cannot slide tips about its edge: within 1 %, where the gap on which it rests
/// is small beside that. On a wider one it leans by up to d̂ over its width before, and tips as much earlier.
TEST(Rigid, ABlockTipsAtItsTippingAngle) {
    for (const double part : {0.99, 1.01}) {
        const double angle = part * std::atan(0.1 / 0.3);
        SceneRun run(scene_of(fmt::format(
            R"({{ "gravity": [{}, {}, 0], "time": {{ "step": 0.01 }},
                  "contact": {{ "distance": 0.00001, "friction": 1.5 }},
                  "obstacles": [{{ "name": "slope", "shape": {{ "type": "plane" }} }}],
                  "bodies": [{{ "name": "block", "rigid": true, "density": 1000,
                    "place": {{ "translate": [0, 0.150005, 0] }},
                    "shape": {{ "type": "box", "size": [0.1, 0.3, 0.1], "cells": [1, 1, 1] }} }}] }})",
            9.81 * std::sin(angle), -9.81 * std::cos(angle))));
        for (int n = 0; n < 300; ++n) ASSERT_TRUE(run.step().completed);
        const double lean = std::acos(std::min(1.0, deformation(run)(1, 1)));
        if (part < 1.0)
            EXPECT_LT(lean, 0.01);
        else
            EXPECT_GT(lean, 0.3);
    }
}

/// Cloth on rigid bodies, broken off while it falls and resumed with another number of threads.
TEST(Rigid, ClothOnStonesResumesToTheLastBit) {
    TemporaryDirectory folder;
    const auto go = [&](const char* name, int frames, int threads, RunMode mode) {
        const Scene scene = read_scene(testing::gallery("cloth_on_stones"), {fmt::format("time.frames={}", frames)});
        SimulationOptions options;
        options.threads = threads;
        const RunSummary summary = simulate(scene, build_model(scene), RunClaim(folder / name, mode), options);
        EXPECT_EQ(summary.ended, "finished") << summary.advice;
    };
    go("whole", 16, 1, RunMode::fresh);
    go("parts", 9, 2, RunMode::fresh);
    go("parts", 16, 2, RunMode::resume);
    EXPECT_EQ(read_whole_file(RunDirectory{folder / "whole"}.positions()),
              read_whole_file(RunDirectory{folder / "parts"}.positions()));
    const Certificate certificate = verify_run(folder / "parts");
    EXPECT_TRUE(certificate.passed()) << certificate.text();
}

/// Level ground, gravity turned: the block slides 4 % below the tangent and holds 4 % above it, at default settings.
TEST(Rigid, SlidesAndHoldsOnASlope) {
    const double angle = 20.0 * M_PI / 180.0;
    for (const double part : {0.96, 1.04}) {
        SceneRun run(scene_of(fmt::format(
            R"({{ "gravity": [{}, {}, 0], "time": {{ "step": 0.01 }},
                  "contact": {{ "distance": 0.001, "friction": {} }},
                  "obstacles": [{{ "name": "slope", "shape": {{ "type": "plane" }} }}],
                  "bodies": [{{ "name": "block", "rigid": true, "density": 1000,
                    "place": {{ "translate": [0, 0.0508, 0] }},
                    "shape": {{ "type": "box", "size": [0.4, 0.1, 0.2], "cells": [1, 1, 1] }} }}] }})",
            9.81 * std::sin(angle), -9.81 * std::cos(angle), part * std::tan(angle))));
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(run.step().completed);
        const double before = run.x()[0][0];
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(run.step().completed);
        const double way = run.x()[0][0] - before;
        // Sliding with 4 % of g sin θ for the second second: 1.5 · 0.134 m less what rest and slip speed take.
        if (part < 1.0)
            EXPECT_GT(way, 0.1);
        else
            EXPECT_LT(way, 0.002);
    }
}

std::string refusal(const std::string& body) {
    try {
        build_model(
            scene_of(R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "it", "density": 1, )" + body + " }] }"));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Rigid, RefusesWhatCannotBeRigid) {
    EXPECT_THAT(refusal(R"("rigid": true, "shape": { "type": "hemisphere", "radius": 1, "rings": 3 })"),
                HasSubstr("is the inside of a closed surface; this one has"));
    TemporaryDirectory folder;
    std::ofstream(folder / "in.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";
    EXPECT_THAT(refusal(fmt::format(R"("rigid": true, "shape": {{ "type": "mesh", "file": "{}" }})",
                                    (folder / "in.obj").string())),
                HasSubstr("inside out"));
    std::ofstream(folder / "flat.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 2 3\nf 1 3 2\n";
    EXPECT_THAT(refusal(fmt::format(R"("rigid": true, "shape": {{ "type": "mesh", "file": "{}" }})",
                                    (folder / "flat.obj").string())),
                HasSubstr("volume of 0.000000 m³"));
    EXPECT_THAT(refusal(R"("rigid": true, "shape": { "type": "sphere", "radius": 1, "divisions": 2 },
                           "energies": [{ "type": "arap", "youngs_modulus": 1 }])"),
                HasSubstr("is rigid and has energies"));
    EXPECT_THAT(refusal(R"("rigid": true, "affine": true, "shape": { "type": "sphere", "radius": 1, "divisions": 2 })"),
                HasSubstr("is both rigid and affine"));
}

/// L and P of the first body, about the origin, and its mass.
struct Books {
    double mass = 0.0;
    Vec3 linear = Vec3::zero(), angular = Vec3::zero();
    explicit Books(SceneRun& run) {
        const Nodes p = run.model().mass * run.state().v;
        for (std::size_t i = 0; i < p.size(); ++i) {
            mass += run.model().mass.diagonal[i];
            linear += p[i];
            angular += cross(run.state().c[i], p[i]);
        }
    }
};

std::string resting(const std::string& body, const char* scene = "") {
    return fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": 0.01 }}, {} "bodies": [{{ "name": "it", {} }}] }})", scene,
        body);
}

/// Mass, centre and tensor as given, the shape turned by its place: J turns with it.
TEST(Rigid, HasTheInertiaThatItIsGiven) {
    SceneRun run(scene_of(resting(R"("rigid": true,
        "shape": { "type": "box", "size": [0.2, 0.5, 0.9], "cells": [1, 1, 1] },
        "place": { "rotate": { "axis": [0, 0, 1], "angle": 90 }, "translate": [1, 0, 0] },
        "inertia": { "mass": 3, "center": [0.1, 0, 0], "tensor": [0.2, 0.3, 0.4, 0.05, 0, 0] },
        "start": { "angular_velocity": [1, 2, 3] })")));
    const Books books(run);
    EXPECT_NEAR(books.mass, 3.0, 1e-12);
    EXPECT_LT(norm(books.linear), 1e-12) << "it spins about its centre of mass";
    // Turned by 90° about z: xx and yy change places, xy its sign.
    EXPECT_LT(norm(books.angular - Vec3{0.3 * 1 - 0.05 * 2, -0.05 * 1 + 0.2 * 2, 0.4 * 3}), 1e-12);
    Vec3 center = Vec3::zero();
    for (int i = 0; i < 4; ++i) center += 0.25 * run.state().c[i];
    EXPECT_LT(norm(center - Vec3{1, 0.1, 0}), 1e-12);
}

/// The same brick from every file of triangles, single precision where the format has no more.
TEST(Rigid, IsReadFromEveryFileOfTriangles) {
    TemporaryDirectory folder;
    Mesh brick = make_box({0.25, 0.5, 1.0}, {1, 1, 1}, 5);
    brick.tets.clear();
    const auto put = [&](const char* name, const std::string& bytes) {
        std::ofstream(folder / name, std::ios::binary) << bytes;
    };
    put("brick.obj", testing::write_obj(brick));
    put("brick.ply", testing::write_ply(brick, testing::PlyFormat::little));
    put("text.ply", testing::write_ply(brick, testing::PlyFormat::text));
    put("brick.stl", testing::write_stl(brick, true));
    put("text.stl", testing::write_stl(brick, false));
    put("brick.glb", testing::write_glb(brick));
    for (const char* name : {"brick.obj", "brick.ply", "text.ply", "brick.stl", "text.stl", "brick.glb"}) {
        SceneRun run(scene_of(resting(fmt::format(R"("rigid": true, "density": 800,
            "shape": {{ "type": "mesh", "file": "{}" }}, "start": {{ "angular_velocity": [1, 2, 3] }})",
                                                  (folder / name).string()))));
        const Books books(run);
        EXPECT_EQ(run.model().node_count(), 4) << name;
        EXPECT_NEAR(books.mass, 100.0, 1e-10) << name;
        EXPECT_LT(norm(books.angular - (100.0 / 12.0) * Vec3{1.25 * 1, 1.0625 * 2, 0.3125 * 3}), 1e-10) << name;
    }
}

/// A paddle that a script turns, led as a whole, pushes a rigid box ahead of itself.
TEST(Rigid, IsLedByAMotionAndPushes) {
    const RecordedRun run(R"({ "gravity": [0, 0, 0], "time": { "step": 0.01, "frames": 60 },
      "contact": { "distance": 0.002, "friction": 0 }, "bodies": [
        { "name": "paddle", "rigid": true, "density": 1000, "place": { "translate": [0.5, 0, 0] },
          "shape": { "type": "box", "size": [1, 0.1, 0.1], "cells": [1, 1, 1] },
          "hold": [{ "select": { "all": true }, "motion": { "displacement": [0, 0, 0], "angle": "30*t",
                     "axis": [0, 0, 1] } }] },
        { "name": "box", "rigid": true, "density": 1000, "place": { "translate": [0.8, 0.12, 0] },
          "shape": { "type": "box", "size": [0.1, 0.1, 0.1], "cells": [1, 1, 1] } }] })");
    ASSERT_EQ(run.summary.ended, "finished") << run.summary.advice;
    EXPECT_TRUE(run.verify().passed()) << run.verify().text();
    const double angle = 18.0 * M_PI / 180.0;
    const std::vector<Vec3> start = run.frame(0), end = run.last_frame();
    const Body paddle = run.bodies()[0];
    for (int i = paddle.first_point; i < paddle.first_point + paddle.point_count; ++i)
        EXPECT_LT(norm(end[i] - rotation_matrix({0, 0, angle}) * start[i]), 1e-12) << i;
    EXPECT_GT(run.last_middle(1)[1], 0.12 + 0.15) << "out of its way";
    EXPECT_GT(run.series().value("momentum", "box.y", 60), 0.3);
}

TEST(Rigid, WallsAndWiresWeighWhatTheyAre) {
    SceneRun plate(scene_of(resting(R"("rigid": true, "wall": 0.01, "density": 500,
        "shape": { "type": "cloth", "size": [1, 2], "cells": [1, 2] }, "start": { "angular_velocity": [0, 5, 0] })")));
    EXPECT_NEAR(Books(plate).mass, 10.0, 1e-11);
    EXPECT_EQ(plate.model().node_count(), 4);
    SceneRun rod(scene_of(resting(R"("rigid": true, "wall": 0.02, "density": 1000,
        "shape": { "type": "rope", "from": [0, 0, 0], "to": [2, 0, 0], "segments": 4 },
        "start": { "angular_velocity": [0, 0, 3] })")));
    const Books books(rod);
    EXPECT_NEAR(books.mass, 1000 * 2.0 * M_PI * 1e-4, 1e-11);
    EXPECT_NEAR(books.angular[2], books.mass * (4.0 / 12.0 + 4e-4 / 16.0) * 3.0, 1e-10);
    for (int n = 0; n < 10; ++n) ASSERT_TRUE(rod.step().completed);
}

/// A planar brick turns about z alone, and slides and holds on a slope as one in space does.
TEST(Rigid, PlanarBodiesTurnAndSlide) {
    SceneRun spinner(scene_of(resting(R"("rigid": true, "density": 2,
        "shape": { "type": "rectangle", "size": [3, 2], "cells": [3, 2] }, "start": { "angular_velocity": [0, 0, 2] })",
                                      R"("planar": true, "integrator": { "type": "conserving" },)")));
    EXPECT_EQ(spinner.model().node_count(), 3);
    const Books before(spinner);
    EXPECT_NEAR(before.angular[2], 12.0 * (9.0 + 4.0) / 12.0 * 2.0, 1e-11);
    for (int n = 0; n < 200; ++n) ASSERT_TRUE(spinner.step().completed);
    EXPECT_NEAR(Books(spinner).angular[2], before.angular[2], 1e-8);
    const double angle = 20.0 * M_PI / 180.0;
    for (const double part : {0.96, 1.04}) {
        SceneRun run(scene_of(fmt::format(
            R"({{ "planar": true, "gravity": [{}, {}, 0], "time": {{ "step": 0.01 }},
                  "contact": {{ "distance": 0.001, "friction": {} }},
                  "obstacles": [{{ "name": "slope", "shape": {{ "type": "plane" }} }}],
                  "bodies": [{{ "name": "block", "rigid": true, "density": 1000,
                    "place": {{ "translate": [0, 0.0508, 0] }},
                    "shape": {{ "type": "rectangle", "size": [0.4, 0.1], "cells": [2, 1] }} }}] }})",
            9.81 * std::sin(angle), -9.81 * std::cos(angle), part * std::tan(angle))));
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(run.step().completed);
        const double start = run.x()[0][0];
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(run.step().completed);
        if (part < 1.0)
            EXPECT_GT(run.x()[0][0] - start, 0.1);
        else
            EXPECT_LT(run.x()[0][0] - start, 0.002);
    }
}

TEST(Rigid, RefusesInertiaThatNoBodyHas) {
    const std::string box = R"("rigid": true, "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, )";
    EXPECT_THAT(refusal(box + R"("inertia": { "tensor": [1, 1, 2.1] })"), HasSubstr("more than the sum of the others"));
    EXPECT_THAT(refusal(box + R"("inertia": { "tensor": [1, -1, 1] })"), HasSubstr("is not positive"));
    EXPECT_THAT(refusal(box + R"("inertia": { "tensor": [1, 1, 1, 2, 0, 0] })"), HasSubstr("is not positive"));
    EXPECT_THAT(refusal(box + R"("inertia": { "tensor": [1, 1, 1, 0] })"), HasSubstr("a tensor of 4 numbers"));
    EXPECT_THAT(refusal(box + R"("place": { "scale": 2 }, "inertia": { "mass": 1 })"), HasSubstr("that is scaled"));
    EXPECT_THAT(refusal(R"("inertia": { "mass": 1 }, "shape": { "type": "sphere", "radius": 1, "divisions": 2 })"),
                HasSubstr("which is for bodies that move as a whole"));
    EXPECT_THAT(refusal(R"("rigid": true, "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 2
        })"),
                HasSubstr("has no triangles; close it, give it a \"wall\""));
}

TEST(Rigid, NewmarkIsRefused) {
    try {
        build_model(parse_scene(spinning(1.0, 0.0), "scene.json", ".", {"integrator.type=newmark"}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("is rigid, which newmark tears apart within a few turns; choose "
                                            "\"conserving\""));
    }
}

}  // namespace
}  // namespace talweg::rigid_test
