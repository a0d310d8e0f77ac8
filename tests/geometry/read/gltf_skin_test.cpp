#include "talweg/geometry/read/gltf_skin.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/test_files.hpp"
#include "talweg/format/base64.hpp"

namespace talweg::read::gltf_skin_test {
namespace {

using ::testing::HasSubstr;

/// Numbers as a file keeps them, and the views on them.
struct Buffer {
    std::string bytes, views, accessors;
    int count = 0;

    template <class Number>
    int add(const std::vector<Number>& numbers, int kind, const char* type, int components) {
        const std::size_t at = bytes.size();
        bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
        views += fmt::format(R"({}{{"buffer":0,"byteOffset":{},"byteLength":{}}})", count ? "," : "", at,
                             numbers.size() * sizeof(Number));
        accessors += fmt::format(R"({}{{"bufferView":{},"componentType":{},"count":{},"type":"{}"}})", count ? "," : "",
                                 count, kind, numbers.size() / components, type);
        bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
        return count++;
    }
};

/// Two joints, the second 1 m along x from the first, with one vertex each and one between; an animation that turns the
/// second by 90° about z within a second. `armature`: what places all joints, `tip` what turns the second at rest.
std::string arm(const std::string& rule = "LINEAR", const std::string& armature = "", const std::string& tip = "") {
    Buffer b;
    b.add<float>({0, 0, 0, 2, 0, 0, 1, 0, 0}, 5126, "VEC3", 3);
    b.add<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, 5121, "VEC4", 4);
    b.add<float>({1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0}, 5126, "VEC4", 4);
    b.add<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1},
                 5126, "MAT4", 16);
    b.add<float>({0, 1}, 5126, "SCALAR", 1);
    const float half = std::sqrt(0.5f);
    if (rule == "CUBICSPLINE")
        b.add<float>({0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, half, half, 0, 0, 0, 0}, 5126, "VEC4", 4);
    else
        b.add<float>({0, 0, 0, 1, 0, 0, half, half}, 5126, "VEC4", 4);
    std::string text;
    append_base64(text, b.bytes);
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[3,2]}}],
            "nodes":[{{"name":"root","children":[1]}},{{"name":"tip","translation":[1,0,0]{}}},
                     {{"mesh":0,"skin":0,"translation":[9,9,9]}},{{"children":[0]{}}}],
            "skins":[{{"joints":[0,1],"inverseBindMatrices":3}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
            "animations":[{{"name":"wave","channels":[{{"sampler":0,"target":{{"node":1,"path":"rotation"}}}}],
                            "samplers":[{{"input":4,"output":5,"interpolation":"{}"}}]}}],
            "accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{},"uri":"data:x;base64,{}"}}]}})",
        tip, armature, rule, b.accessors, b.views, b.bytes.size(), text);
}

Vec3 posed(const GltfSkin& skin, int vertex, double time) {
    const std::vector<AffineMap> maps = skin.joint_maps(0, time);
    Vec3 sum = Vec3::zero();
    for (const auto& [joint, weight] : skin.influences[vertex]) sum += weight * maps[joint](skin.vertices[vertex]);
    return sum;
}

TEST(GltfSkin, JointsCarryTheirVertices) {
    const GltfSkin skin = read_gltf_skin({"arm.gltf", arm()});
    EXPECT_EQ(skin.joint_names, (std::vector<std::string>{"root", "tip"}));
    ASSERT_EQ(skin.animations.size(), 1u);
    EXPECT_EQ(skin.animations[0].name, "wave");
    EXPECT_EQ(skin.animations[0].end, 1.0);
    // At rest every vertex is where the file has it, whatever the placement of the mesh's node.
    for (int v = 0; v < 3; ++v) EXPECT_LT(norm(posed(skin, v, 0.0) - skin.vertices[v]), 1e-7);
    // Turned by 90°: the tip's vertex from (2, 0, 0) to (1, 1, 0); in between by 45°, on the circle.
    EXPECT_LT(norm(posed(skin, 1, 1.0) - Vec3{1, 1, 0}), 1e-6);
    EXPECT_LT(norm(posed(skin, 1, 0.5) - Vec3{1 + std::sqrt(0.5), std::sqrt(0.5), 0}), 1e-6);
    EXPECT_LT(norm(posed(skin, 1, 7.0) - Vec3{1, 1, 0}), 1e-6);
    EXPECT_LT(norm(posed(skin, 0, 1.0)), 1e-6);
}

/// An armature that was scaled, turned and moved places mesh and joints alike, for the rig and for the mesh's reader.
TEST(GltfSkin, AnArmaturePlacesItsMesh) {
    const float half = std::sqrt(0.5f);
    const std::string armature =
        fmt::format(R"(,"scale":[2,2,2],"rotation":[{},0,0,{}],"translation":[0,0,5])", half, half);  // 90° about x
    const auto placed = [](const Vec3& v) { return Vec3{2 * v[0], -2 * v[2], 2 * v[1] + 5}; };
    const Source source{"arm.gltf", arm("LINEAR", armature)};
    const GltfSkin skin = read_gltf_skin(source);
    const Vec3 v[] = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}};
    for (int i = 0; i < 3; ++i) {
        EXPECT_LT(norm(skin.vertices[i] - placed(v[i])), 1e-6);
        EXPECT_LT(norm(posed(skin, i, 0.0) - placed(v[i])), 1e-6);
    }
    EXPECT_LT(norm(posed(skin, 1, 1.0) - placed({1, 1, 0})), 1e-6);
    EXPECT_LT(norm(skinned_placement(GltfDocument(source), 2)({2, 0, 0}) - placed({2, 0, 0})), 1e-6);
    // Joints that rest turned, so that they were not bound so: the mesh is where its node is.
    const GltfSkin other = read_gltf_skin({"arm.gltf", arm("LINEAR", "", R"(,"rotation":[0,0,1,0])")});
    EXPECT_LT(norm(other.vertices[1] - Vec3{11, 9, 9}), 1e-6);
}

TEST(GltfSkin, StepsAndSplines) {
    EXPECT_LT(norm(posed(read_gltf_skin({"arm.gltf", arm("STEP")}), 1, 0.9) - Vec3{2, 0, 0}), 1e-6);
    // With flat tangents a spline is half-way at half time.
    EXPECT_LT(norm(posed(read_gltf_skin({"arm.gltf", arm("CUBICSPLINE")}), 1, 0.5) -
                   Vec3{1 + std::sqrt(0.5), std::sqrt(0.5), 0}),
              1e-6);
}

TEST(GltfSkin, MistakesAreNamed) {
    const auto complaint = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
        return testing::error_of([&] { read_gltf_skin({"arm.gltf", text}); });
    };
    EXPECT_THAT(complaint(arm(), R"("skin":0,)", ""), HasSubstr("has a skin"));
    EXPECT_THAT(complaint(arm(), R"("joints":[0,1])", R"("joints":[0,7])"), HasSubstr("not there"));
    EXPECT_THAT(complaint(arm(), R"(,"WEIGHTS_0":2)", ""), HasSubstr("no weights"));
    EXPECT_THAT(complaint(arm(), R"({"children":[0])", R"({"children":[3])"), HasSubstr("circle"));
    EXPECT_THAT(complaint(arm(), R"("output":5)", R"("output":4)"), HasSubstr("arm.gltf"));
    EXPECT_THAT(complaint(arm(), R"("uri":"data)", R"("uri":"gone/data)"), HasSubstr("no such file"));
}

}  // namespace
}  // namespace talweg::read::gltf_skin_test
