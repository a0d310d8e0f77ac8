#include "talweg/scene/check/examine_body.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/sample_scene.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"

namespace talweg::examine_body_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const TemporaryDirectory own;  // tests run side by side
const std::filesystem::path& folder = own.path();

/// A mesh in medit's text form.
void write_mesh(const std::string& points, int point_count, const std::string& tets, int tet_count) {
    std::ofstream(folder / "body.mesh") << "MeshVersionFormatted 2\nDimension 3\nVertices " << point_count << "\n"
                                        << points << "\nTetrahedra " << tet_count << "\n"
                                        << tets << "\nEnd\n";
}

const std::string scene = R"({ "time": { "step": 0.01 }, "bodies": [ { "name": "it",
    "shape": { "type": "mesh", "file": "body.mesh" }, "material": "jelly" } ] })";

World build() { return build_model(parse_scene(scene, "scene.json", folder)); }

std::string complaint() {
    try {
        build();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

constexpr const char* corner = "0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n";

TEST(ExamineBody, InvertedTetsAreRefusedWithTheirNumbers) {
    write_mesh(std::string(corner) + "0.5 0.7 0 0", 5, "1 2 3 4 0\n1 2 5 4 0\n1 2 3 5 0", 3);
    EXPECT_THAT(complaint(), HasSubstr("bodies[0].shape has 1 inverted or flat tetrahedra: 2; exchange two of their "
                                       "corners or mesh it anew"));
}

TEST(ExamineBody, LoosePointsAreKeptStandStillAndAreReported) {
    write_mesh(std::string(corner) + "9 9 9 0", 5, "1 2 3 4 0", 1);
    World world = build();
    EXPECT_THAT(world.notes,
                ElementsAre("scene.json:2: it: 1 points in no element: 4 (they are kept, and stand still)"));
    EXPECT_EQ(world.model.point_count(), 5);
    EXPECT_EQ(world.model.node_count(), 4);
    testing::SceneRun run(parse_scene(scene, "scene.json", folder));
    for (int n = 0; n < 3; ++n) ASSERT_TRUE(run.step().completed);
    EXPECT_EQ(run.x()[4], (Vec3{9, 9, 9}));
    EXPECT_LT(run.x()[0][1], -0.005);
}

TEST(ExamineBody, SliversAndTwinsAreReported) {
    write_mesh(std::string(corner) + "0 0 0 0\n0.3 0.3 0.0001 0", 6, "1 2 3 4 0\n5 2 3 6 0", 2);
    const World world = build();
    ASSERT_EQ(world.notes.size(), 2u);
    EXPECT_THAT(world.notes[0], HasSubstr("it: 1 sliver tetrahedra: 1 (they make the solver slow"));
    EXPECT_THAT(world.notes[1], HasSubstr("it: 1 pairs of points at the same place: 0–4 (they are not joined"));
}

TEST(ExamineBody, AnOpenSurfaceBecomesASolidWithANote) {
    // Of the ball's surface, more than half a sphere: a bowl with a hole at the top.
    std::ofstream file(folder / "bowl.obj");
    const auto ring = [&](double y, double r) {
        for (int k = 0; k < 12; ++k)
            file << "v " << r * std::cos(k * 0.5235987755982988) << " " << y << " "
                 << r * std::sin(k * 0.5235987755982988) << "\n";
    };
    ring(0.8, 0.3), ring(0, 1), ring(-0.8, 0.5);
    file << "v 0 -1 0\n";
    for (int k = 0; k < 12; ++k) {
        const int next = (k + 1) % 12;
        for (const int low : {0, 12})
            file << "f " << low + k + 1 << " " << low + next + 1 << " " << low + next + 13 << " " << low + k + 13
                 << "\n";
        file << "f " << 24 + k + 1 << " " << 24 + next + 1 << " 37\n";
    }
    file.close();
    const World world = build_model(parse_scene(
        testing::with(scene, R"({ "type": "mesh", "file": "body.mesh" })",
                      R"({ "type": "solid", "surface": { "type": "mesh", "file": "bowl.obj" }, "spacing": 0.25 })"),
        "scene.json", folder));
    ASSERT_EQ(world.notes.size(), 1u);
    EXPECT_THAT(world.notes[0], HasSubstr("12 border edges of the surface: "));
    EXPECT_THAT(world.notes[0], HasSubstr("what it winds around by more than half is taken for its inside"));
    EXPECT_GT(world.model.bodies[0].mass, 1500.0);
    EXPECT_LT(world.model.bodies[0].mass, 3500.0);
}

TEST(ExamineBody, notes_meshes_that_are_probably_in_millimetres) {
    write_mesh("0 0 0 0\n120 0 0 0\n0 80 0 0\n0 0 50 0", 4, "1 2 3 4 0", 1);
    EXPECT_THAT(build().notes, ElementsAre(HasSubstr("it: the mesh is 120 m large; if its file is in millimetres, add "
                                                     "\"place\": {\"scale\": 0.001}")));
    write_mesh("0 0 0 0\n0.12 0 0 0\n0 0.08 0 0\n0 0 0.05 0", 4, "1 2 3 4 0", 1);
    EXPECT_TRUE(build().notes.empty());
}

}  // namespace
}  // namespace talweg::examine_body_test
