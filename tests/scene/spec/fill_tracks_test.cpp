/// Handles that follow tracked points.
#include "talweg/scene/spec/fill_tracks.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/export/npz_writer.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg::fill_tracks_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A cube on one handle that is all the motion there is.
Scene tracked(const std::filesystem::path& folder, const std::string& file, const std::string& points,
              double seconds = 1.0) {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.125, "frames": {} }}, "gravity": [0, 0, 0],
            "bodies": [{{ "name": "cube", "shape": {{ "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }},
                "density": 1000, "rig": {{ "secondary": "none", "handles": [
                    {{ "name": "all", "at": [[0, 0, 0]], "track": {{ "file": "{}", "points": [{}] }} }}] }} }}] }})",
                                   static_cast<int>(seconds / 0.125), file, points),
                       "tracked", folder, {});
}

std::string complaint(const std::filesystem::path& folder, const std::string& points) {
    try {
        tracked(folder, "track.csv", points);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

/// Where a turn about z by 400° a second and a shift bring a place.
Vec3 led(const Vec3& x, double t) {
    const double angle = 400.0 * M_PI / 180.0 * t, c = std::cos(angle), s = std::sin(angle);
    const Vec3 o{0.2, 0, 0}, r = x - o;
    return o + Vec3{c * r[0] - s * r[1], s * r[0] + c * r[1], r[2]} + Vec3{0.5 * t, 0.1 * t, -0.3 * t};
}

/// Tracks of points that a known motion carries give that motion, more than a whole turn too.
TEST(FillTracks, FindTheMotionThatCarriesThePoints) {
    TemporaryDirectory folder;
    const Vec3 points[] = {{0.3, 0.1, 0.2}, {-0.4, 0.3, 0}, {0.1, -0.5, 0.3}};
    std::string text = "time,a_x,a_y,a_z,b_x,b_y,b_z,c_x,c_y,c_z\n";
    std::vector<std::vector<double>> columns(10);
    for (int k = 0; k <= 8; ++k) {
        const double t = 0.125 * k;
        std::vector<double> row = {t};
        for (const Vec3& point : points)
            for (int a = 0; a < 3; ++a) row.push_back(led(point, t)[a]);
        for (std::size_t c = 0; c < row.size(); ++c) {
            text += fmt::format("{}{:.17g}", c ? "," : "", row[c]);
            columns[c].push_back(row[c]);
        }
        text += "\n";
    }
    write(folder / "track.csv", text);
    {
        NpzWriter archive(folder / "track.npz");
        const char* names[] = {"time", "a_x", "a_y", "a_z", "b_x", "b_y", "b_z", "c_x", "c_y", "c_z"};
        for (std::size_t c = 0; c < columns.size(); ++c)
            archive.add(names[c], "<f8", {columns[c].size()}, std::span<const double>(columns[c]));
        archive.finish();
    }
    for (const char* file : {"track.csv", "track.npz"}) {
        testing::SceneRun run(tracked(folder.path(), file, R"("a", "b", "c")"));
        const Positions start = run.x();
        for (int k = 1; k <= 8; ++k) {
            ASSERT_TRUE(run.step().completed);
            for (std::size_t i = 0; i < start.size(); ++i)
                EXPECT_LT(norm(run.x()[i] - led(start[i], 0.125 * k)), 1e-9) << file << " " << k;
        }
    }
}

/// Points that move apart evenly turn and shift nothing: what is left over is spread by least squares.
TEST(FillTracks, AreLeastSquares) {
    TemporaryDirectory folder;
    write(folder / "track.csv",
          "time,a_x,a_y,a_z,b_x,b_y,b_z,c_x,c_y,c_z,d_x,d_y,d_z\n"
          "0,1,0,0,-1,0,0,0,1,0,0,-1,0\n"
          "1,1.5,0,0,-1.5,0,0,0,1.2,0,0,-1.2,0\n");
    const Scene scene = tracked(folder.path(), "track.csv", R"("a", "b", "c", "d")");
    const Motion motion = *scene.bodies[0].rig->handles[0].motion->motion();
    EXPECT_LT(norm(motion.at({1, 2, 3}, 1.0) - Vec3{1, 2, 3}), 1e-12);
}

TEST(FillTracks, OnePointShiftsAndTwoTurnTheShortestWay) {
    TemporaryDirectory folder;
    write(folder / "track.csv", "time,a_x,a_y,a_z,b_x,b_y,b_z\n0,0,0,0,1,0,0\n1,0.5,-0.5,0,0.5,0.5,0\n");
    const Motion one = *tracked(folder.path(), "track.csv", R"("a")").bodies[0].rig->handles[0].motion->motion();
    EXPECT_LT(norm(one.at({7, 8, 9}, 1.0) - Vec3{7.5, 7.5, 9}), 1e-12);
    // About the middle, which stays, by a quarter of a turn about z.
    const Motion two = *tracked(folder.path(), "track.csv", R"("a", "b")").bodies[0].rig->handles[0].motion->motion();
    EXPECT_LT(norm(two.at({1.5, 0, 2}, 1.0) - Vec3{0.5, 1, 2}), 1e-12);
}

TEST(FillTracks, TellThatTheRunIsLonger) {
    TemporaryDirectory folder;
    write(folder / "track.csv", "time,a_x,a_y,a_z\n0,0,0,0\n1,1,0,0\n");
    EXPECT_THAT(build_model(tracked(folder.path(), "track.csv", R"("a")", 1.0)).notes, ElementsAre());
    EXPECT_THAT(build_model(tracked(folder.path(), "track.csv", R"("a")", 3.0)).notes,
                ElementsAre(HasSubstr("ends at 1 s and the run at 3 s; it keeps its last pose")));
}

TEST(FillTracks, NameWhatIsWrongWithATable) {
    TemporaryDirectory folder;
    EXPECT_THAT(complaint(folder.path(), R"("a")"), HasSubstr("there is no such file"));
    write(folder / "track.csv", "time,chin_x,chin_y\n0,0,0\n");
    EXPECT_THAT(complaint(folder.path(), R"("chin")"),
                ::testing::AllOf(HasSubstr("tracked:"), HasSubstr("no column \"chin_z\"")));
    EXPECT_THAT(complaint(folder.path(), R"("chinn")"), HasSubstr("did you mean \"chin_x\"?"));
    write(folder / "track.csv", "chin_x,chin_y,chin_z\n0,0,0\n");
    EXPECT_THAT(complaint(folder.path(), R"("chin")"), HasSubstr("no column \"time\""));
    write(folder / "track.csv", "time,chin_x,chin_y,chin_z\n0,0,0,0\n1,0,nan,0\n");
    EXPECT_THAT(complaint(folder.path(), R"("chin")"), HasSubstr("row 2 has no number in column \"chin_y\""));
    write(folder / "track.csv", "time,chin_x,chin_y,chin_z\n");
    EXPECT_THAT(complaint(folder.path(), R"("chin")"), HasSubstr("no rows"));
    write(folder / "track.csv", "time,chin_x,chin_y,chin_z\n1,0,0,0\n1,0,0,0\n");
    EXPECT_THAT(complaint(folder.path(), R"("chin")"), HasSubstr("put rows in order"));
}

/// The scene that a run keeps has the motion in it, and is read back without the table.
TEST(FillTracks, AreNotNeededAgain) {
    TemporaryDirectory folder;
    write(folder / "track.csv", "time,a_x,a_y,a_z\n0,0,0,0\n1,1,0,0\n");
    const Scene scene = tracked(folder.path(), "track.csv", R"("a")");
    std::filesystem::remove(folder / "track.csv");
    const Scene again = parse_scene(talweg::to_json(scene).dump(), "again", ".", {});
    EXPECT_EQ(again.bodies[0].rig->handles[0].motion->motion()->at({0, 0, 0}, 0.5)[0], 0.5);
}

}  // namespace
}  // namespace talweg::fill_tracks_test
