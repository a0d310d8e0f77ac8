/// What artists' files say beside the shape goes through a run unharmed, and pattern pieces rest as they were cut.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numbers>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/export/glb.hpp"
#include "talweg/export/obj.hpp"
#include "talweg/export/usda.hpp"
#include "talweg/format/file.hpp"
#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg::looks_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two squares of 10 cm, the second standing up at a right angle, as quads. In the texture, at half the size, they lie
/// apart: a seam.
constexpr const char* angle = R"(v 0 0 0
v 0.1 0 0
v 0.1 0.1 0
v 0 0 0.1
v 0.1 0 0.1
v 0.1 0.1 0.1
vt 0 0
vt 0.05 0
vt 0.05 0.05
vt 0 0.05
vt 0.5 0
vt 0.55 0
vt 0.55 0.05
vt 0.5 0.05
f 1/1 2/2 5/3 4/4
f 2/5 3/6 6/7 5/8
)";

class Looks : public ::testing::Test {
protected:
    Looks() { std::ofstream(folder / "angle.obj") << angle; }
    std::string scene(const std::string& more) const {
        return fmt::format(R"({{ "time": {{ "step": 0.001, "frames": 2 }}, "gravity": [0, 0, 0],
            "bodies": [{{ "name": "angle", "density": 0.2, "shape": {{ "type": "mesh", "file": "{}" }}, {}
              "energies": [{{ "type": "membrane_corotational", "youngs_modulus": 1e5, "poissons_ratio": 0.3,
                              "thickness": 1e-3 }}] }}] }})",
                           (folder / "angle.obj").string(), more);
    }
    /// Of the membrane, at the start.
    static double energy(const std::string& text) {
        const World world = build_model(parse_scene(text, "scene.json"));
        const Positions x = positions(world.model, world.state);
        double sum = 0.0;
        for (const auto& term : world.model.terms)
            sum += term->energy({x.data(), x.data(), 1.0}, 0, term->element_count());
        return sum;
    }
    TemporaryDirectory folder;
};

void expect_same(const MeshLooks& a, const MeshLooks& b, double within) {
    ASSERT_EQ(a.texture.size(), b.texture.size());
    for (std::size_t t = 0; t < a.texture.size(); ++t)
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(norm(a.texture[t][k] - b.texture[t][k]), 0.0, within) << t << " " << k;
}

TEST_F(Looks, AreReadBesideTheMesh) {
    MeshLooks looks;
    const Mesh mesh = read_mesh(folder / "angle.obj", &looks);
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_EQ(looks.quads, (std::vector<int>{0, 2}));
    ASSERT_EQ(looks.texture.size(), 4u);
    EXPECT_EQ(looks.texture[3][2], (Vec2{0.5, 0.05}));
    std::ofstream(folder / "bare.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nf 1/1 2 3\nf 2 4 3\n";
    read_mesh(folder / "bare.obj", &looks);
    EXPECT_TRUE(looks.empty()) << "not every corner has them";
}

TEST_F(Looks, GoThroughARunToObjUsdaAndGlb) {
    const testing::RecordedRun run(scene(""));
    ASSERT_EQ(run.summary.ended, "finished");
    const Clip clip(run.run().path, parse_frame_range("::"));
    MeshLooks before, after;
    read_mesh(folder / "angle.obj", &before);
    ASSERT_EQ(export_obj(clip, folder.path(), {}), 3u);
    const Mesh back = read_mesh(folder / "frame_000002.obj", &after);
    EXPECT_EQ(back.points, run.frame(2));
    EXPECT_EQ(after.quads, before.quads);
    EXPECT_EQ(after.texture, before.texture);

    export_usda(clip, folder / "clip.usda", {});
    const std::string usda = read_whole_file(folder / "clip.usda");
    EXPECT_THAT(
        usda,
        HasSubstr("int[] faceVertexCounts = [4, 4]\n            int[] faceVertexIndices = [0, 1, 4, 3, 1, 2, 5, 4]"));
    EXPECT_THAT(usda, HasSubstr("texCoord2f[] primvars:st = [(0, 0), (0.05, 0), (0.05, 0.05), (0, 0.05), (0.5, 0), "));
    EXPECT_THAT(usda, HasSubstr("interpolation = \"faceVarying\""));

    export_glb(clip, folder / "clip.glb", {});
    const std::string bytes = read_whole_file(folder / "clip.glb");
    EXPECT_THAT(bytes, HasSubstr("\"TEXCOORD_0\""));
    const Mesh again = read_mesh(folder / "clip.glb", &after);
    EXPECT_EQ(again.points.size(), 6u) << "split at the seam, and joined by whoever reads it";
    EXPECT_EQ(again.triangles.size(), 4u);
    expect_same(after, before, 1e-7);
}

TEST_F(Looks, APatternThatTheShapeIsIsometricToCostsNothing) {
    const double stiffness = 1e5 * 1e-3 * 0.02;  // E t A, J
    EXPECT_LT(energy(scene(R"("rest": { "texture": 2 },)")), 1e-20 * stiffness);
    // Cut smaller by a tenth, it is stretched by a ninth in all directions: E t ε²/(1 − ν) per area at rest.
    const double strain = 1.0 / 9.0;
    EXPECT_NEAR(energy(scene(R"("rest": { "texture": 1.8 },)")), 0.81 * stiffness * strain * strain / 0.7,
                1e-6 * stiffness);
    const World world = build_model(parse_scene(scene(R"("rest": { "texture": 1.8 },)"), "scene.json"));
    EXPECT_NEAR(world.model.bodies[0].mass, 0.2 * 0.02 * 0.81, 1e-12) << "it weighs what was cut";
}

TEST_F(Looks, AMeshFileOfTheSameElementsIsARest) {
    std::string flat = angle;
    for (const auto& [from, to] : {std::pair{"v 0.1 0.1 0\n", "v 0.2 0 0\n"}, {"v 0.1 0.1 0.1\n", "v 0.2 0 0.1\n"}})
        flat.replace(flat.find(from), std::string(from).size(), to);
    std::ofstream(folder / "flat.obj") << flat;
    const std::string rest = fmt::format(R"("rest": {{ "file": "{}" }},)", (folder / "flat.obj").string());
    const World world = build_model(parse_scene(scene(rest), "scene.json"));
    EXPECT_EQ(world.model.rest[2], (Vec3{0.2, 0, 0}));
    EXPECT_EQ(positions(world.model, world.state)[2], (Vec3{0.1, 0.1, 0})) << "it starts as it is drawn";
    EXPECT_LT(energy(scene(rest)), 1e-18);
    std::ofstream(folder / "other.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const std::string other = fmt::format(R"("rest": {{ "file": "{}" }},)", (folder / "other.obj").string());
    try {
        build_model(parse_scene(scene(other), "scene.json"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("has not the same points and elements"));
    }
}

/// The wall of a polygonal cylinder, cut open along a line of its texture: as wide there as its sides are together.
struct Sleeve {
    static constexpr int around = 24, along = 12;
    static constexpr double radius = 0.1, height = 0.12;
    const double side = 2.0 * radius * std::sin(std::numbers::pi / around), cell = height / along;

    std::string obj() const {
        std::string text;
        for (int j = 0; j <= along; ++j)
            for (int i = 0; i < around; ++i) {
                const double angle = 2.0 * std::numbers::pi * i / around;
                text += fmt::format("v {} {} {}\n", radius * std::cos(angle), j * cell, radius * std::sin(angle));
            }
        for (int j = 0; j <= along; ++j)
            for (int i = 0; i <= around; ++i) text += fmt::format("vt {} {}\n", i * side, j * cell);
        const auto corner = [](int i, int j) {
            return fmt::format("{}/{}", j * around + i % around + 1, j * (around + 1) + i + 1);
        };
        for (int j = 0; j < along; ++j)
            for (int i = 0; i < around; ++i)
                text += fmt::format("f {} {} {} {}\n", corner(i, j), corner(i + 1, j), corner(i + 1, j + 1),
                                    corner(i, j + 1));
        return text;
    }
};

TEST_F(Looks, ASleeveRestsAsItsPatternLiesFlat) {
    const Sleeve sleeve;
    std::ofstream(folder / "sleeve.obj") << sleeve.obj();
    const auto with = [&](const std::string& energies) {
        return energy(fmt::format(R"({{ "time": {{ "step": 0.001, "frames": 1 }}, "gravity": [0, 0, 0],
            "bodies": [{{ "name": "sleeve", "density": 0.2, "rest": {{ "texture": 1 }},
              "shape": {{ "type": "mesh", "file": "{}" }}, "energies": [{}] }}] }})",
                                  (folder / "sleeve.obj").string(), energies));
    };
    const double area = Sleeve::around * sleeve.side * Sleeve::height;
    EXPECT_LT(with(R"({ "type": "membrane_corotational", "youngs_modulus": 1e6, "poissons_ratio": 0.3,
                        "thickness": 1e-3 })"),
              1e-20 * 1e6 * 1e-3 * area);
    // Every side of the polygon turns by 2π/n: curvature that over its width, and ½ D κ² of joules per area.
    const double curvature = 2.0 * std::numbers::pi / Sleeve::around / sleeve.side;
    const double bent = 0.5 * 1e-4 * curvature * curvature * area;
    EXPECT_NEAR(with(R"({ "type": "plate_bending", "rigidity": 1e-4, "poissons_ratio": 0 })") / bent, 1.0, 1e-9);
    // Around it, along u, the warp is bent; the weft, along v, is not.
    const auto woven = [&](double warp, double weft) {
        return with(fmt::format(R"({{ "type": "orthotropic_bending", "warp": {}, "weft": {}, "cross": 0, "twist": 1e-4,
                                      "warp_x": 1, "warp_y": 0, "warp_z": 0 }})",
                                warp, weft));
    };
    EXPECT_NEAR(woven(1e-4, 7e-4) / bent, 1.0, 1e-9);
    EXPECT_NEAR(woven(7e-4, 1e-4) / bent, 7.0, 1e-8);
    EXPECT_NEAR(with(R"({ "type": "hinge_bending", "rigidity": 1e-4 })") / bent, 1.0, 1e-9) << "its diagonals are flat";
}

TEST_F(Looks, BendingIsDampedApart) {
    const auto damped = [&](const std::string& damping) {
        std::string text = scene(damping);
        text.insert(text.find("}]") + 1, R"(, { "type": "hinge_bending", "rigidity": 1e-4 })");
        std::vector<int> counts;
        const World world = build_model(parse_scene(text, "scene.json"));
        for (const auto& term : world.model.terms)
            if (term->dissipative()) counts.push_back(term->element_count());
        std::sort(counts.begin(), counts.end());
        return counts;
    };
    // Three edges between four triangles.
    EXPECT_EQ(damped(R"("damping": { "stiffness": 0.01 },)"), (std::vector<int>{3, 4}));
    EXPECT_EQ(damped(R"("damping": { "bending": 0.01 },)"), (std::vector<int>{3}));
    EXPECT_EQ(damped(R"("damping": { "stiffness": 0.01, "bending": 0 },)"), (std::vector<int>{4}));
}

TEST_F(Looks, BadRestsAreToldWithTheirLine) {
    const auto complaint = [&](std::string rest, const std::string& obj) -> std::string {
        std::ofstream(folder / "angle.obj") << obj;
        try {
            build_model(parse_scene(scene("\n" + rest), "scene.json"));
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    const std::string texture = R"("rest": { "texture": 1 },)";
    EXPECT_EQ(complaint(texture, angle), "");
    EXPECT_THAT(complaint(texture, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
                AllOf(HasSubstr("scene.json:3: bodies[0].rest: the shape has no texture coordinates"),
                      HasSubstr("take a mesh file that has")));
    EXPECT_THAT(complaint(texture,
                          "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 2 0\nvt 0 1\n"
                          "f 1/1 2/2 3/4\nf 2/1 4/2 3/3\n"),
                HasSubstr("bodies[0].rest: triangle 1 has no area in the texture, where it would rest; mend"));
    EXPECT_THAT(complaint(R"("rest": { "texture": 1, "file": "a.obj" },)", angle),
                HasSubstr("exactly one of the keys"));
    EXPECT_THAT(complaint(R"("rest": { "texture": 0 },)", angle), HasSubstr("must be greater than 0"));
    try {
        build_model(parse_scene(R"({ "time": { "step": 1 }, "bodies": [{ "name": "box", "density": 1,
            "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, "rest": { "texture": 1 } }] })",
                                "scene.json"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("only sheets of triangles that are free to bend can rest elsewhere"));
    }
    EXPECT_THAT(complaint(R"("rest": { "file": "nowhere.obj" },)", angle), HasSubstr("nowhere.obj"));
}

Mesh mesh_of_shape(const std::string& shape) {
    const Scene scene =
        parse_scene(R"({ "time": { "step": 1 }, "bodies": [{ "name": "it", "density": 1, "shape": )" + shape + " }] }",
                    "scene.json");
    return placed_shape(scene.bodies[0]).mesh;
}

TEST(ShellShapes, SkinsOfSolidsAreClosedAndTubesOpen) {
    const Mesh ball =
        mesh_of_shape(R"({ "type": "skin", "surface": { "type": "sphere", "radius": 2, "divisions": 4 } })");
    EXPECT_EQ(ball.dimension, 2);
    EXPECT_TRUE(ball.tets.empty());
    EXPECT_EQ(ball.triangles.size(), 320u);
    EXPECT_EQ(ball.points.size(), 162u);
    EXPECT_TRUE(examine_mesh(ball).none());
    for (const Vec3& p : ball.points) EXPECT_NEAR(norm(p), 2.0, 1e-12);
    const Mesh tube = mesh_of_shape(R"({ "type": "tube", "radius": 1, "height": 2, "cells": [24, 9] })");
    const MeshFaults faults = examine_mesh(tube);
    EXPECT_EQ(faults.border_edges.size(), 48u);
    EXPECT_TRUE(faults.flipped_edges.empty() && faults.branching_edges.empty() && faults.flat_triangles.empty());
    for (const auto& [a, b, c] : tube.triangles) {
        const Vec3 middle = (tube.points[a] + tube.points[b] + tube.points[c]) / 3.0;
        const Vec3 normal = cross(tube.points[b] - tube.points[a], tube.points[c] - tube.points[a]);
        EXPECT_GT(normal[0] * middle[0] + normal[2] * middle[2], 0.0) << "outwards";
    }
    const Mesh cone =
        mesh_of_shape(R"({ "type": "tube", "radius": 1, "top_radius": 0, "height": 2, "cells": [24, 8] })");
    EXPECT_EQ(cone.point_groups.at("top").size(), 1u);
    EXPECT_EQ(examine_mesh(cone).border_edges.size(), 24u);
    EXPECT_TRUE(examine_mesh(cone).flipped_edges.empty());
}

}  // namespace
}  // namespace talweg::looks_test
