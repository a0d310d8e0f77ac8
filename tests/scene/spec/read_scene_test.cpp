#include "talweg/scene/spec/read_scene.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "support/sample_scene.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg::read_scene_test {
namespace {

using testing::full_scene;
using testing::small_scene;

std::string read_complaint(const std::filesystem::path& file) {
    try {
        read_scene(file);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

class ReadScene : public ::testing::Test {
protected:
    void SetUp() override {
        folder = std::filesystem::path(::testing::TempDir()) / ("talweg_read_scene_" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    }

    std::filesystem::path folder;
};

TEST_F(ReadScene, DefaultsAreFilledInFromTheSchema) {
    const Scene scene = parse_scene(small_scene, "scene.json");
    EXPECT_EQ(scene.title, "");
    EXPECT_FALSE(scene.planar);
    EXPECT_EQ(scene.gravity, (Vec3{0, -9.81, 0}));
    EXPECT_EQ(scene.time.step, 0.01);
    EXPECT_EQ(scene.time.frames, 100);
    EXPECT_EQ(scene.time.steps_per_frame, 1);
    EXPECT_EQ(scene.integrator.type, "implicit_euler");
    EXPECT_FALSE(scene.integrator.error_tolerance);
    EXPECT_FALSE(scene.solver.tolerance);
    EXPECT_EQ(scene.solver.max_iterations, 1000);
    EXPECT_EQ(scene.solver.linear, "auto");
    EXPECT_EQ(scene.bodies[0].mass, MassRule::lumped);
    EXPECT_EQ(scene.bodies[0].place.scale, (Vec3{1, 1, 1}));
    EXPECT_FALSE(scene.bodies[0].place.rotate);
    EXPECT_EQ(scene.bodies[0].start.stretch, (Vec3{1, 1, 1}));
    EXPECT_TRUE(scene.bodies[0].energies.empty());
    EXPECT_TRUE(scene.expect.empty());
}

TEST_F(ReadScene, EverythingWrittenArrives) {
    const Scene scene = parse_scene(full_scene, "scene.json");
    EXPECT_EQ(scene.title, "Everything");
    EXPECT_EQ(scene.gravity, (Vec3{0, 0, -1.62}));
    EXPECT_EQ(scene.integrator.error_tolerance, 1e-6);
    EXPECT_EQ(scene.solver.tolerance, 1e-3);
    const BodySpec& grid = scene.bodies[0];
    EXPECT_EQ(std::get<GridShape>(grid.shape.kind).cells, (std::array<int, 2>{4, 8}));
    EXPECT_EQ(grid.place.scale, (Vec3{2, 2, 2}));
    EXPECT_EQ(grid.place.rotate->angle, 90);
    EXPECT_EQ(grid.start.angular_velocity, (Vec3{0, 0, 2}));
    EXPECT_EQ(grid.mass, MassRule::even);
    EXPECT_EQ(grid.energies[0].on, std::vector<std::string>{"structural"});
    EXPECT_EQ(grid.energies[1].on, (std::vector<std::string>{"shear", "structural"}));
    EXPECT_TRUE(grid.energies[2].on.empty());
    EXPECT_EQ(grid.energies[3].parameters.at("damping").value, 0.5);
    EXPECT_EQ(std::get<Selection::Sphere>(grid.groups.at("ball").kind).radius, 4);
    EXPECT_EQ(grid.hold[1].axes, "xy");
    const auto& keyframed = std::get<KeyframedMotionSpec>(grid.hold[1].motion->kind);
    EXPECT_EQ(keyframed.interpolation, Interpolation::smooth);
    EXPECT_EQ(keyframed.keyframes[1].rotate->angle, 180);
    const auto& steady = std::get<SteadyMotionSpec>(grid.hold[2].motion->kind);
    EXPECT_EQ(steady.angular_velocity, (Vec3{0, 0, 3}));
    EXPECT_EQ(steady.until, 2);
    EXPECT_EQ(std::get<RopeShape>(scene.bodies[3].shape.kind).segments, 10);
    EXPECT_EQ(scene.expect[1].compare, Compare::at_least);
    EXPECT_EQ(scene.expect[2].from, (Vec3{0, 0, 0}));
    EXPECT_EQ(scene.expect[4].name, "total");
}

TEST_F(ReadScene, EveryPartKnowsItsPlace) {
    const Scene scene = parse_scene(full_scene, "scene.json");
    EXPECT_EQ(scene.bodies[0].energies[4].where.text(), "scene.json:25");
    EXPECT_EQ(scene.bodies[0].energies[4].where.path, "bodies[0].energies[4]");
    EXPECT_EQ(scene.bodies[0].hold[1].motion->where.text(), "scene.json:38");
    EXPECT_EQ(scene.expect[4].where.text(), "scene.json:165");
}

TEST_F(ReadScene, MeshFilesAreFoundBesideTheScene) {
    const auto file = write("scene.json", full_scene);
    const Scene scene = read_scene(file);
    EXPECT_EQ(std::get<MeshShape>(scene.bodies[4].shape.kind).file, (folder / "bunny.obj").string());
}

TEST_F(ReadScene, MissingAndUnreadableFilesAreNamed) {
    const std::string path = (folder / "none.json").string();
    EXPECT_EQ(read_complaint(path), path + ": there is no such file; `talweg list scenes` names those of the gallery");
    EXPECT_EQ(read_complaint(folder), folder.string() + ": this is a folder, not a scene file");
    EXPECT_EQ(read_complaint(write("empty.json", "")),
              (folder / "empty.json").string() +
                  ":1:1: the file is empty; a scene is an object: { \"time\": …, \"bodies\": … }");
    if (::getuid() != 0) {  // root may read everything
        const auto locked = write("locked.json", small_scene);
        ::chmod(locked.c_str(), 0);
        EXPECT_EQ(read_complaint(locked), locked.string() + ": cannot be read: Permission denied");
    }
}

TEST_F(ReadScene, ProblemsNameTheFileAsTheUserWroteIt) {
    const auto file = write("scene.json", testing::with(small_scene, "0.01", "-1"));
    EXPECT_EQ(read_complaint(file), file.string() + ":2: time.step must be greater than 0 [s], but is -1");
}

TEST_F(ReadScene, ProblemsOfAValueThatAProgramMadeNameThePlaceItGave) {
    Document document("flag.py:3");
    document.value = Json::parse(small_scene);
    EXPECT_EQ(to_json(resolve_scene(document)), to_json(parse_scene(small_scene, "scene.json")));
    document.value["bodies"][0]["density"] = -1;
    document.value["time"]["step"] = 0;
    document.set_source("/bodies/0", "flag.py:7");
    try {
        resolve_scene(document);
        FAIL();
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("flag.py:7: bodies[0].density must be"), text.npos) << text;
        EXPECT_NE(text.find("flag.py:3: time.step must be greater than 0 [s], but is 0"), text.npos) << text;
    }
}

}  // namespace
}  // namespace talweg::read_scene_test
