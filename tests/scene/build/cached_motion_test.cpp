#include "talweg/scene/build/cached_motion.hpp"

#include <gmock/gmock.h>

#include "geometry/read/write_pc2.hpp"
#include "geometry/test_files.hpp"
#include "support/sample_scene.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::cached_motion_test {
namespace {

using ::testing::HasSubstr;

/// A rope of three points from (0, 0, 0) to (2, 0, 0), held as `hold` says, placed one metre higher.
std::string rope(const std::string& hold) {
    return R"({"time": {"step": 0.01}, "gravity": [0, 0, 0], "bodies": [{"name": "rope", "density": 1,
        "shape": {"type": "rope", "from": [0, 0, 0], "to": [2, 0, 0], "segments": 2}, "place": {"translate": [0, 1, 0]},
        "energies": [{"type": "spring", "stiffness": 10}], "hold": [)" +
           hold + "]}]}";
}

class CachedMotions : public ::testing::Test {
protected:
    CachedMotions() {
        folder.write("all.pc2",
                     testing::write_pc2({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 4, 0}, {1, 0, 8}, {2, 0, 2}}}));
        folder.write("ends.pc2", testing::write_pc2({{{5, 0, 0}, {6, 0, 0}}, {{7, 0, 0}, {6, 2, 0}}}));
    }
    World world(const std::string& hold) const {
        return build_model(parse_scene(rope(hold), "rope.json", folder.path(), {}));
    }
    std::string complaint(const std::string& hold) const {
        return testing::error_of([&] { world(hold); });
    }
    testing::TemporaryFolder folder;
};

TEST_F(CachedMotions, of_a_whole_body_are_placed_like_it) {
    const Model model = world(R"({"select": {"indices": [0, 2]},
        "motion": {"cache": "all.pc2", "frames_per_second": 2, "start": 1}})")
                            .model;
    Positions b;
    prescribed_points(model, 0.5, b);
    EXPECT_EQ(b[0], (Vec3{0, 1, 0}));
    prescribed_points(model, 1.25, b);  // half-way between its two frames
    EXPECT_EQ(b[0], (Vec3{0, 3, 0}));
    EXPECT_EQ(b[2], (Vec3{2, 1, 1}));
    prescribed_points(model, 9.0, b);
    EXPECT_EQ(b[2], (Vec3{2, 1, 2}));
}

TEST_F(CachedMotions, of_the_selected_points_alone_come_in_their_order) {
    const Model model =
        world(R"({"select": {"indices": [2, 0]}, "motion": {"cache": "ends.pc2", "frames_per_second": 1}})").model;
    Positions b;
    prescribed_points(model, 1.0, b);
    EXPECT_EQ(b[0], (Vec3{7, 1, 0}));
    EXPECT_EQ(b[2], (Vec3{6, 3, 0}));
}

TEST_F(CachedMotions, may_drive_single_axes) {
    World made =
        world(R"({"select": {"indices": [1]}, "axes": "z", "motion": {"cache": "all.pc2", "frames_per_second": 1}},
                          {"select": {"indices": [0]}})");
    prescribe_nodes(made.model, 0.5, made.state.c);
    const int node = made.model.map.single_node(1);
    EXPECT_EQ(made.state.c[node], (Vec3{1, 1, 4}));
}

TEST_F(CachedMotions, say_what_is_wrong) {
    const std::string all = R"({"select": {"all": true}, "motion": {"cache": ")";
    EXPECT_THAT(complaint(all + "none.pc2\"}}"), HasSubstr("rope.json:3: bodies[0].hold[0].motion: "));
    EXPECT_THAT(complaint(all + "all.pc2\"}}"), HasSubstr("add \"frames_per_second\""));
    EXPECT_THAT(complaint(R"({"select": {"indices": [1]}, "motion": {"cache": "ends.pc2", "frames_per_second": 1}})"),
                HasSubstr("ends.pc2 has 2 points; the body has 3, of which 1 are selected"));
    EXPECT_THAT(complaint(all + "all.pc2\", \"frames_per_second\": 0}}"), HasSubstr("frames_per_second"));
}

TEST_F(CachedMotions, move_obstacles_that_are_meshes) {
    folder.write("blade.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    const auto scene = [](const std::string& shape) {
        return R"({"time": {"step": 0.01}, "contact": {}, "bodies": [{"name": "dot", "density": 1,
            "shape": {"type": "rope", "from": [0, 9, 0], "to": [2, 9, 0], "segments": 1},
            "energies": [{"type": "spring", "stiffness": 10}]}],
            "obstacles": [{"name": "blade", "place": {"scale": [2, 2, 2], "translate": [0, 1, 0]}, "shape": )" +
               shape + R"(, "motion": {"cache": "all.pc2", "frames_per_second": 1}}]})";
    };
    const auto text = scene(R"({"type": "mesh", "file": "blade.obj"})");
    const Model model = build_model(parse_scene(text, "a.json", folder.path(), {})).model;
    ASSERT_EQ(model.scripts.size(), 3u);
    const std::vector<Vec3> expected = {{0, 5, 0}, {2, 1, 8}, {4, 1, 2}};  // half-way, scaled and lifted
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(model.motions[model.scripts[i].motion].at(model.scripts[i].start, 0.5), expected[i]);
    const auto ball = scene(R"({"type": "ball", "center": [0, 0, 0], "radius": 1})");
    EXPECT_THAT(testing::error_of([&] { build_model(parse_scene(ball, "a.json", folder.path(), {})); }),
                HasSubstr("only an obstacle of the shape mesh can follow"));
}

TEST_F(CachedMotions, do_not_go_with_a_lattice) {
    const std::string text = R"({"time": {"step": 0.01}, "bodies": [{"name": "ball", "material": "jelly",
        "shape": {"type": "solid", "surface": {"type": "sphere", "radius": 1, "divisions": 2}, "spacing": 0.8},
        "hold": [{"select": {"group": "surface"}, "motion": {"cache": "all.pc2", "frames_per_second": 1}}]}]})";
    EXPECT_THAT(testing::error_of([&] { build_model(parse_scene(text, "a.json", folder.path(), {})); }),
                HasSubstr("rides in a lattice"));
}

}  // namespace
}  // namespace talweg::cached_motion_test
