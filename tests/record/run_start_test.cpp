#include "talweg/scene/build/run_start.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/test_files.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::run_start_test {
namespace {

using ::testing::HasSubstr;

/// A run of two bodies, a point and a rope of two points, whose frames are 0.5 s apart: x = frame², and so on.
class StartFromRun : public ::testing::Test {
protected:
    StartFromRun() {
        folder.write("run.json", "{}");
        folder.write("scene.json", R"({"time": {"step": 0.25, "steps_per_frame": 2}})");
        write_topology(folder.path() / "topology.json",
                       std::vector<Body>{{"dot", 0, 1, 0, 1.0}, {"rope", 1, 2, 1, 1.0, {{1, 2}}}});
        FrameWriter writer = FrameWriter::create(folder.path() / "positions.npy", 3);
        for (int k = 0; k < 4; ++k)
            writer.append(std::vector<Vec3>{{9, 9, 9}, {1.0 * k * k, 0, 0}, {1.0 * k * k, 1, 2.0 * k}});
        writer.flush();
    }
    World world(const std::string& start, const std::string& name = "rope") const {
        return build_model(parse_scene(R"({"time": {"step": 0.01}, "bodies": [{"name": ")" + name + R"(", "density": 1,
            "shape": {"type": "rope", "from": [0, 0, 0], "to": [0, 1, 0], "segments": 1},
            "energies": [{"type": "spring", "stiffness": 10}], "start": )" +
                                           start + "}]}",
                                       "next.json", folder.path(), {}));
    }
    std::string complaint(const std::string& start) const {
        return testing::error_of([&] { world(start); });
    }
    testing::TemporaryFolder folder;
};

TEST_F(StartFromRun, takes_places_and_velocities) {
    const World made = world(R"({"run": {"directory": ".", "frame": 2}})");
    EXPECT_EQ(made.state.c, (Positions{{4, 0, 0}, {4, 1, 4}}));
    EXPECT_EQ(made.state.v, (Positions{{6, 0, 0}, {6, 0, 4}}));  // from frame 1 on, per half a second
    EXPECT_EQ(made.model.rest[1], (Vec3{0, 1, 0})) << "the rest shape is the scene's";
    EXPECT_EQ(world(R"({"run": {"directory": "."}})").state.c[1], (Vec3{9, 1, 6})) << "the last frame";
    EXPECT_EQ(world(R"({"run": {"directory": ".", "frame": 0}})").state.v[1], (Vec3{0, 0, 0}));
    EXPECT_EQ(world(R"({"run": {"directory": ".", "frame": 1, "body": "rope"}})", "cord").state.c[1], (Vec3{1, 1, 2}));
}

TEST_F(StartFromRun, is_then_turned_moved_and_pushed) {
    const World made = world(R"({"run": {"directory": ".", "frame": 2}, "rotate": {"axis": [0, 1, 0], "angle": 90},
                                 "translate": [0, 5, 0], "velocity": [0, 1, 0]})");
    EXPECT_LT(norm(made.state.c[1] - Vec3{4, 6, -4}), 1e-14);
    EXPECT_LT(norm(made.state.v[1] - Vec3{4, 1, -6}), 1e-14);
}

TEST_F(StartFromRun, says_what_is_wrong) {
    EXPECT_THAT(complaint(R"({"run": {"directory": "none"}})"), HasSubstr("none is not the directory of a run"));
    EXPECT_THAT(complaint(R"({"run": {"directory": ".", "frame": 4}})"),
                HasSubstr("next.json:3: bodies[0].start.run: there is no frame 4: that run has frames 0 to 3"));
    EXPECT_THAT(complaint(R"({"run": {"directory": ".", "frame": -5}})"), HasSubstr("frames 0 to 3"));
    EXPECT_THAT(complaint(R"({"run": {"directory": ".", "body": "string"}})"),
                HasSubstr(R"(there is no body "string" in that run; there are: "dot", "rope")"));
    EXPECT_THAT(complaint(R"({"run": {"directory": ".", "body": "dot"}})"),
                HasSubstr(R"("dot" has 1 points there and 2 here)"));
    folder.write("topology.json", "{");
    EXPECT_THAT(complaint(R"({"run": {"directory": "."}})"), HasSubstr("topology.json is damaged"));
    folder.write("topology.json", "{}");
    EXPECT_THAT(complaint(R"({"run": {"directory": "."}})"), HasSubstr("topology.json is damaged"));
}

/// Files of a run that is only started from are held against one another, as by every other reader.
TEST_F(StartFromRun, trusts_no_file_of_others) {
    const std::string start = R"({"run": {"directory": "."}})";
    write_topology(folder.path() / "topology.json", std::vector<Body>{{"rope", 0, 2, 1, 1.0, {{0, 1}}}});
    EXPECT_THAT(complaint(start), HasSubstr("they do not belong together"));
    folder.write("topology.json", R"({"bodies": [{"name": "rope", "first_point": 1152921504606846976,
        "point_count": 2, "dimension": 1, "mass": 1, "edges": [], "triangles": [], "tets": [], "held": []}]})");
    EXPECT_THAT(complaint(start), HasSubstr("first_point is 1152921504606846976"));
    write_topology(folder.path() / "topology.json",
                   std::vector<Body>{{"dot", 0, 1, 0, 1.0}, {"rope", 1, 2, 1, 1.0, {{1, 2}}}});
    std::filesystem::rename(folder.path() / "positions.npy", folder.path() / "elsewhere");
    std::filesystem::create_symlink(folder.path() / "elsewhere", folder.path() / "positions.npy");
    EXPECT_THAT(complaint(start), HasSubstr("link"));
}

}  // namespace
}  // namespace talweg::run_start_test
