#include "command_line/workplace.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg::check_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A cube torn open at a corner, one triangle turned, one without area, and a point for nothing.
const char* torn_cube = R"(
v 0 0 0
v 1 0 0
v 0 1 0
v 1 1 0
v 0 0 1
v 1 0 1
v 0 1 1
v 1 1 1
v 1 1 1
v 9 9 9
v 0.5 0 0
f 1 3 4
f 1 4 2
f 5 6 8
f 5 8 7
f 1 2 6
f 1 6 5
f 3 7 9
f 3 4 8
f 1 5 7
f 1 7 3
f 2 4 8
f 2 8 6
f 1 2 11
)";

class CheckCommand : public Workplace {};

TEST_F(CheckCommand, examines_a_mesh_colours_it_and_repairs_it) {
    replace_file(directory / "torn.obj", torn_cube);
    const ProcessResult result =
        run({"check", "torn.obj", "--ply", "torn.ply", "--repair", "weld,drop,orient", "whole.obj"});
    EXPECT_EQ(result.exit_code, 1) << result.output << result.errors;
    EXPECT_THAT(result.output, AllOf(HasSubstr("torn.obj: 2 faults, "), HasSubstr("fault: 1 triangle without area: 12"),
                                     HasSubstr("warning: 1 pair of points at the same place: 7–8"),
                                     HasSubstr("--repair weld joins them"), HasSubstr("1 point of no element: 9"),
                                     HasSubstr("written: torn.ply")));
    EXPECT_THAT(
        result.output,
        AllOf(HasSubstr("written: whole.obj: 1 points welded, 2 points and 1 triangles dropped, 1 triangles turned"),
              HasSubstr("whole.obj: no problem found")));
    EXPECT_EQ(read_mesh(directory / "torn.ply").triangles.size(), 13u);
    EXPECT_THAT(read_whole_file(directory / "torn.ply"), HasSubstr(" 214 39 40\n"));
    EXPECT_EQ(run({"check", "whole.obj"}).exit_code, 0);
}

TEST_F(CheckCommand, tells_what_a_run_would_note) {
    replace_file(directory / "flock.json",
                 R"({ "time": { "step": 0.01, "frames": 30 }, "gravity": [0, 0, 0], "bodies": [
        { "name": "birds", "density": 1, "flock": { "reach": 0.4, "attraction": 1 },
          "shape": { "type": "particles", "size": [3, 3, 3], "spacing": 0.5 } },
        { "name": "spark", "density": 1, "emitter": { "rate": 50, "capacity": 2 },
          "shape": { "type": "particles", "points": [[9, 0, 0]] } }] })");
    const ProcessResult checked = run({"check", "flock.json"}), ran = run({"run", "flock.json"});
    EXPECT_EQ(checked.exit_code, 0) << checked.output << checked.errors;
    EXPECT_THAT(checked.output, HasSubstr("flock.json: 2 warnings"));
    for (const char* note : {"flock.json:2: bodies[0].flock has a reach of 0.4 m, within which nobody has a neighbour",
                             "flock.json:4: bodies[1].emitter is used up after 0.04 s"}) {
        EXPECT_THAT(checked.output, HasSubstr(note));
        EXPECT_THAT(ran.errors, HasSubstr(note));
    }
    EXPECT_EQ(
        run({"check", "flock.json", "--set", "bodies[0].flock.reach=0.6", "--set", "bodies[1].emitter.capacity=500"})
            .output.find("warning"),
        std::string::npos);
}

TEST_F(CheckCommand, a_tolerance_is_told_where_it_means_something) {
    const auto said = [&](const char* integrator) {
        write_scene("springs.json", R"({ "planar": true, "time": { "step": 0.01, "frames": 3 },
          "integrator": { "type": ")" + std::string(integrator) +
                                        R"(" },
          "bodies": [{ "name": "square", "shape": { "type": "grid", "size": [1, 1], "cells": [2, 2] }, "density": 1,
                       "energies": [{ "type": "spring", "stiffness": 1e4 }] }] })");
        return run({"check", "springs.json"}).output;
    };
    for (const char* integrator : {"implicit_euler", "quasi_static", "newmark"})
        EXPECT_THAT(said(integrator), HasSubstr("tolerance")) << integrator;
    for (const char* integrator : {"minimise", "symplectic_euler"})
        EXPECT_THAT(said(integrator), AllOf(HasSubstr(integrator), Not(HasSubstr("tolerance")))) << integrator;
}

/// A cloth whose reach of contact is many of its edges: warned of, in bounded memory.
TEST_F(CheckCommand, a_crowd_is_told_in_bounded_memory) {
    const std::filesystem::path scene =
        std::filesystem::path(TALWEG_SOURCE_DIR) / "tests/physics/cases/crowd_beyond_memory.json";
    const bool all = std::getenv("TALWEG_ALL") != nullptr;
    std::vector<std::string> words = {"check", scene.string()};
    if (!all) words.insert(words.end(), {"--set", "bodies[0].shape.cells=[100,100]"});
    const ProcessResult result = run(words);
    EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    EXPECT_THAT(result.output, HasSubstr("farther than edge"));
    EXPECT_LT(result.peak_megabytes, all ? 800.0 : 300.0);
    EXPECT_GT(result.peak_megabytes, 10.0) << "it is measured";
}

TEST_F(CheckCommand, a_start_that_meets_is_refused_by_run_and_explained_by_check) {
    write_scene("boxes.json", R"({ "time": { "step": 0.01, "frames": 3 }, "contact": { "distance": 0.01 }, "bodies": [
      { "name": "upper", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, "material": "rubber",
        "place": { "translate": [0.1, 0.9, 0.2] } },
      { "name": "lower", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
        "material": "rubber" }] })");
    const ProcessResult refused = run({"run", "boxes.json"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("upper and lower pass through each other in"),
                                      HasSubstr("talweg check boxes.json --ply start.ply")));
    EXPECT_FALSE(std::filesystem::exists(directory / "runs"));
    const ProcessResult checked = run({"check", "boxes.json", "--ply", "start.ply"});
    EXPECT_EQ(checked.exit_code, 1);
    EXPECT_THAT(checked.output, AllOf(HasSubstr("boxes.json: 1 fault"), HasSubstr("upper and lower pass through"),
                                      HasSubstr("written: start.ply")));
    EXPECT_THAT(read_whole_file(directory / "start.ply"), HasSubstr(" 214 39 40\n"));
    EXPECT_EQ(run({"check", "boxes.json", "--set", "bodies[0].place.translate=[0,1.5,0]"}).exit_code, 0);
}

TEST_F(CheckCommand, obstacles_are_examined_too) {
    replace_file(
        directory / "ground.obj",
        "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 0 0\nf 1 3 2\nf 1 4 3\nf 1 5 3\n");  // the last without area
    write_scene("floor.json", R"({ "time": { "step": 0.01 }, "contact": { "distance": 0.01 }, "bodies": [
      { "name": "box", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, "material": "rubber",
        "place": { "translate": [0, 0.8, 0] } }],
      "obstacles": [{ "name": "ground", "shape": { "type": "mesh", "file": "ground.obj" } }] })");
    const ProcessResult checked = run({"check", "floor.json"});
    EXPECT_THAT(checked.output,
                AllOf(HasSubstr("ground (floor.json:4, "), HasSubstr("ground.obj): 1 triangle without area: 2"),
                      HasSubstr("ground: 5 points, 0 edges, 3 triangles, an obstacle")));
}

TEST_F(CheckCommand, bodies_are_told_with_their_sizes) {
    write_scene("rope.json", R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "rope", "density": 1,
      "shape": { "type": "rope", "from": [0, 0, 0], "to": [1.5, 2, 0], "segments": 10 },
      "energies": [{ "type": "spring", "stiffness": 10 }] }] })");
    EXPECT_THAT(run({"check", "rope.json"}).output, HasSubstr("1.5 × 2 × 0 m, edges of 0.25 m on average\n"));
}

TEST_F(CheckCommand, says_what_is_wrong) {
    replace_file(directory / "torn.obj", torn_cube);
    write_scene("net.json", net_scene(2, 1));
    EXPECT_THAT(run({"check", "torn.obj", "--repair", "glue", "a.obj"}).errors, HasSubstr("no repair \"glue\""));
    EXPECT_THAT(run({"check", "torn.obj", "--repair", "weld", "a.stl"}).errors, HasSubstr("written as .obj"));
    EXPECT_THAT(run({"check", "net.json", "--repair", "weld", "a.obj"}).errors, HasSubstr("--repair takes a mesh"));
    EXPECT_THAT(run({"check", "torn.obj", "--set", "a=1"}).errors, HasSubstr("--set changes scenes"));
    EXPECT_EQ(run({"check", "none.obj"}).exit_code, 1);
}

}  // namespace
}  // namespace talweg::check_test
