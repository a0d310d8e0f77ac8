#include "command_line/workplace.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg::import_test {
namespace {

using ::testing::HasSubstr;

class Imports : public Workplace {
protected:
    void SetUp() override { write_scene("net.json", net_scene(4, 20)); }

    static Json net(int frames) { return Json::parse(net_scene(4, frames)); }
    void write(const std::string& name, const Json& scene) const { write_scene(name, scene.dump(1)); }

    double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) const {
        double largest = a.size() == b.size() ? 0.0 : 1.0;
        for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
        return largest;
    }
};

/// A body whose every point but one follows what another run exported goes where that run went.
TEST_F(Imports, points_follow_what_a_run_exported) {
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    ASSERT_EQ(run({"export", "a", "--format", "pc2"}).exit_code, 0);
    ASSERT_EQ(run({"export", "a", "--format", "npz"}).exit_code, 0);
    ASSERT_EQ(run({"export", "a", "--format", "obj"}).exit_code, 0);
    for (const std::string cache : {"a/pc2/net.pc2", "a/a.npz", "a/obj/frame_*.obj"}) {
        Json scene = net(20);
        scene["bodies"][0]["hold"] = Json::array(
            {{{"select", {{"not", {{"indices", {12}}}}}}, {"motion", {{"cache", cache}, {"frames_per_second", 500}}}}});
        write("b.json", scene);
        const ProcessResult result = run({"run", "b.json", "-o", "b", "--overwrite", "-q"});
        ASSERT_EQ(result.exit_code, 0) << result.errors;
        auto expected = FrameReader(at("a").positions()).read(20), found = FrameReader(at("b").positions()).read(20);
        expected.erase(expected.begin() + 12);
        found.erase(found.begin() + 12);
        EXPECT_LT(largest_difference(found, expected), 1e-6) << cache;
    }
}

TEST_F(Imports, a_run_goes_on_as_another) {
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    Json scene = net(8);
    scene.erase("expect");
    scene["bodies"][0]["start"] = {{"run", {{"directory", "a"}, {"frame", 12}}}};
    write("b.json", scene);
    ASSERT_EQ(run({"run", "b.json", "-o", "b", "-q"}).exit_code, 0);
    EXPECT_LT(largest_difference(FrameReader(at("b").positions()).read(8), FrameReader(at("a").positions()).read(20)),
              1e-6);
}

/// A robot's scene names meshes from where it stands: both can be moved together, and are read from any folder.
TEST_F(Imports, robots_name_their_meshes_beside_the_scene) {
    std::filesystem::create_directories(directory / "lab/arm/meshes");
    std::filesystem::create_directories(directory / "lab/scenes");
    write_scene("lab/arm/meshes/tet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    write_scene("lab/arm/arm.urdf", R"(<robot name="arm"><link name="hand"><inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1"/></inertial><collision><geometry><mesh filename="meshes/tet.obj"/></geometry>
        </collision></link></robot>)");
    ASSERT_EQ(run({"import", "lab/arm/arm.urdf", "--floating", "-o", "lab/scenes/arm.json"}).exit_code, 0);
    const Json scene = Json::parse(read_whole_file(directory / "lab/scenes/arm.json"));
    EXPECT_EQ(scene["bodies"][0]["shape"]["file"], "../arm/meshes/tet.obj");
    std::filesystem::rename(directory / "lab", directory / "moved");
    const ProcessResult result = run({"run", "moved/scenes/arm.json", "-o", "run", "--frames", "1", "-q"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    ASSERT_EQ(run({"import", "moved/arm/arm.urdf"}).exit_code, 0);
    EXPECT_EQ(Json::parse(read_whole_file(directory / "arm.json"))["bodies"][0]["shape"]["file"],
              "moved/arm/meshes/tet.obj");
}

TEST_F(Imports, exports_can_be_asked_for_in_the_scene) {
    Json scene = net(20);
    scene["record"]["export"] = Json::array({"usda", "vtu"});
    write("net.json", scene);
    ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    EXPECT_TRUE(exists(directory / "a/a.usda"));
    EXPECT_TRUE(exists(directory / "a/vtu/net.pvd"));
    scene["record"]["export"] = Json::array({"abc"});
    write("net.json", scene);
    EXPECT_THAT(run({"run", "net.json", "-o", "b"}).errors, HasSubstr("cannot be \"abc\""));
}

}  // namespace
}  // namespace talweg::import_test
