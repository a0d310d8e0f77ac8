#include "talweg/render/footage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/render/body_look.hpp"

namespace talweg::footage_test {
namespace {

using ::testing::HasSubstr;

/// One tetrahedron flying with velocity (2, 0, z) m/s; a frame every 0.5 s.
RunDirectory flying_tetrahedron(const std::filesystem::path& path, int frames, double z) {
    const RunDirectory run{path};
    std::filesystem::create_directories(path);
    replace_file(run.scene(), R"({"time": {"step": 0.25, "steps_per_frame": 2},
                                  "picture": {"frame": 1, "azimuth": 70, "colour": "speed", "trail": true}})");
    replace_file(run.run(), "{}");
    write_topology(run.topology(), std::vector{Body{"tet", 0, 4, 3, 1.0, {}, {}, {{0, 1, 2, 3}}, {}}});
    FrameWriter writer = FrameWriter::create(run.positions(), 4);
    for (int k = 0; k < frames; ++k) {
        const Vec3 d{1.0 * k, 0, 0.5 * z * k};
        writer.append(std::vector<Vec3>{d, d + Vec3{1, 0, 0}, d + Vec3{0, 1, 0}, d + Vec3{0, 0, 1}});
    }
    writer.flush();
    return run;
}

TEST(Footage, knows_motion_speed_and_what_the_scene_says) {
    const TemporaryDirectory directory;
    flying_tetrahedron(directory / "run", 4, 0);
    const Footage footage(directory / "run");
    EXPECT_EQ(footage.frames(), 4u);
    EXPECT_EQ(footage.time(3), 1.5);
    EXPECT_FALSE(footage.planar());
    EXPECT_EQ(footage.box().min, (Vec3{0, 0, 0}));
    EXPECT_EQ(footage.box().max, (Vec3{4, 1, 1}));
    for (const std::uint64_t frame : {0, 1, 3})
        for (const double speed : footage.speeds(frame)) EXPECT_NEAR(speed, 2.0, 1e-12);
    EXPECT_NEAR(footage.top_speed(), 2.0, 1e-12);
    EXPECT_EQ(footage.bodies()[0].triangles.size(), 4u);  // the skin of the tetrahedron
    EXPECT_EQ(footage.spec().frame, 1);
    EXPECT_EQ(footage.spec().azimuth, 70);
    EXPECT_EQ(footage.spec().elevation, 18);
    EXPECT_EQ(footage.spec().colour, "speed");
    EXPECT_TRUE(footage.spec().trail);
}

TEST(Footage, a_run_that_flies_apart_is_seen_as_it_starts) {
    const TemporaryDirectory directory;
    flying_tetrahedron(directory / "run", 100, 30);
    EXPECT_EQ(Footage(directory / "run").box().max, (Vec3{1, 1, 1}));
}

TEST(Footage, one_frame_is_enough) {
    const TemporaryDirectory directory;
    flying_tetrahedron(directory / "run", 1, 0);
    const Footage footage(directory / "run");
    for (const double speed : footage.speeds(0)) EXPECT_EQ(speed, 0);
    EXPECT_GT(footage.top_speed(), 0);
}

TEST(Footage, says_what_is_wrong) {
    const TemporaryDirectory directory;
    const auto complaint = [&] { return error_of([&] { Footage footage(directory / "run"); }); };
    EXPECT_THAT(complaint(), HasSubstr("is not the directory of a run"));
    const RunDirectory run = flying_tetrahedron(directory / "run", 0, 0);
    EXPECT_THAT(complaint(), HasSubstr("holds no frame yet"));
    flying_tetrahedron(directory / "run", 2, 0);
    replace_file(run.scene(), "{}");
    EXPECT_THAT(complaint(), HasSubstr("scene.json is damaged"));
    flying_tetrahedron(directory / "run", 2, 0);
    write_topology(run.topology(), std::vector{Body{"b", 0, 5, 3, 1.0, {}, {}, {}, {}}});
    EXPECT_THAT(complaint(), HasSubstr("do not belong together"));
}

/// A tetrahedron above a level plane at y = −1, and a sloping one; obstacles as scenes record them.
RunDirectory above_planes(const std::filesystem::path& path) {
    const RunDirectory run = flying_tetrahedron(path, 1, 0);
    replace_file(run.scene(),
                 R"({"time": {"step": 0.25}, "picture": {"colours": {"tet": "#ff0000", "slope": "#00ff00"}},
        "obstacles": [{"name": "ground", "shape": {"type": "plane"}},
                      {"name": "slope", "shape": {"type": "plane"}}]})");
    Body tet{"tet", 0, 4, 3, 1.0, {}, {}, {{0, 1, 2, 3}}, {}};
    Body ground{"ground", 4, 3, 2, 1.0, {}, {{4, 5, 6}}, {}, {}}, slope{"slope", 7, 3, 2, 1.0, {}, {{7, 8, 9}}, {}, {}};
    ground.obstacle = slope.obstacle = true;
    write_topology(run.topology(), std::vector{tet, ground, slope});
    FrameWriter writer = FrameWriter::create(run.positions(), 10);
    writer.append(std::vector<Vec3>{{0, 0, 0},
                                    {1, 0, 0},
                                    {0, 1, 0},
                                    {0, 0, 1},
                                    {0, -1, 0},
                                    {0, -1, 9},
                                    {9, -1, 0},
                                    {0, -2, 0},
                                    {0, -2, 9},
                                    {9, -1.5, 0}});
    writer.flush();
    return run;
}

TEST(Footage, level_planes_are_the_floor_and_are_not_drawn) {
    const TemporaryDirectory directory;
    above_planes(directory / "run");
    const Footage footage(directory / "run");
    EXPECT_EQ(footage.floor(), -1.0);
    EXPECT_TRUE(footage.is_floor(1));
    EXPECT_FALSE(footage.is_floor(2)) << "it slopes";
    const auto looks = body_looks(footage, {});
    EXPECT_EQ(looks[0].surface.triangles.size(), 4u);
    EXPECT_TRUE(looks[1].surface.triangles.empty());
    EXPECT_EQ(looks[2].surface.triangles.size(), 1u);
    EXPECT_EQ(looks[0].colour, (Rgb{1, 0, 0}));
    EXPECT_EQ(looks[2].colour, (Rgb{0, 1, 0})) << "obstacles, too";
}

TEST(Footage, a_frame_is_smaller_than_the_motion) {
    const TemporaryDirectory directory;
    flying_tetrahedron(directory / "run", 4, 0);
    const Footage footage(directory / "run");
    EXPECT_EQ(footage.frame_box(3).min, (Vec3{3, 0, 0}));
    EXPECT_EQ(footage.frame_box(3).max, (Vec3{4, 1, 1}));
    EXPECT_EQ(footage.floor(), std::nullopt);
}

TEST(BodyLook, draws_what_there_is_to_see) {
    const TemporaryDirectory directory;
    SampleRun{4, 2}.write(directory / "run");
    const Footage footage(directory / "run");
    const auto looks = body_looks(footage, {});
    ASSERT_EQ(looks.size(), 2u);
    EXPECT_EQ(looks[0].surface.triangles.size(), 32u);
    EXPECT_TRUE(looks[0].rods.empty());  // the surface shows it
    EXPECT_TRUE(looks[0].wires);
    EXPECT_EQ(looks[0].pins, (std::vector<int>{0, 4}));
    EXPECT_EQ(looks[1].balls, std::vector<int>{25});  // a lone point is a ball
    EXPECT_GT(looks[1].ball_radius, 0);
    EXPECT_FALSE(body_looks(footage, {false, false})[0].wires);
    EXPECT_TRUE(body_looks(footage, {false, false})[0].pins.empty());
}

}  // namespace
}  // namespace talweg::footage_test
