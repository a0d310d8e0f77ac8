#include "talweg/geometry/read/gltf.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/mesh_writers.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg::read::gltf_test {
namespace {

TEST(Gltf, BinaryFileIsPlacedByItsNodeAndNamed) {
    const testing::TemporaryFolder folder;
    const Mesh mesh = testing::sample_surface();
    const Mesh read = read_mesh(folder.write("m.glb", testing::write_glb(mesh)));
    ASSERT_EQ(read.points.size(), mesh.points.size());
    for (std::size_t i = 0; i < mesh.points.size(); ++i) EXPECT_EQ(read.points[i], (mesh.points[i] + Vec3{1, 2, 3}));
    EXPECT_EQ(read.triangles, mesh.triangles);
    EXPECT_EQ(read.point_groups.at("placed").size(), mesh.points.size());
}

TEST(Gltf, JoinsPointsThatWereSplitForNormals) {
    const testing::TemporaryFolder folder;
    const Mesh mesh = testing::sample_surface();
    Mesh split;
    for (const auto& t : mesh.triangles) {
        const int first = int(split.points.size());
        for (const int corner : t) split.points.push_back(mesh.points[corner]);
        split.triangles.push_back({first, first + 1, first + 2});
    }
    const Mesh read = read_mesh(folder.write("m.glb", testing::write_glb(split)));
    EXPECT_EQ(read.points.size(), mesh.points.size());
    EXPECT_TRUE(testing::is_closed_and_oriented(read));
    EXPECT_NEAR(enclosed_volume(read), 8.0, 1e-12);
}

Mesh gltf(const std::string& bytes) { return read_gltf({"m.gltf", bytes}); }
std::string gltf_error(const std::string& bytes) {
    return testing::error_of([&] { gltf(bytes); });
}

// Four corners of a square as floats in base64; the elements are drawn as `mode` says, placed by `node`.
std::string square(const std::string& node, int mode) {
    return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[)" + node +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":)" + std::to_string(mode) +
           R"(}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}],)"
           R"("bufferViews":[{"buffer":0,"byteLength":48}],"buffers":[{"byteLength":48,"uri":"data:x;base64,)"
           R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAgD8AAAAA"}]})";
}

TEST(Gltf, NodesMeshesAndMaterialsNamePointGroups) {
    std::string text = square(R"({"mesh":0,"name":"arm"})", 4);
    text.insert(text.find(R"("primitives")"), R"("name":"limb",)");
    text.insert(text.find(R"("mode")"), R"("material":1,)");
    text.insert(text.find(R"("accessors")"), R"("materials":[{},{"name":"cotton"}],)");
    for (const char* name : {"arm", "limb", "cotton"})
        EXPECT_EQ(gltf(text).point_groups.at(name), (std::vector<int>{0, 1, 2, 3})) << name;
    text.replace(text.find(R"("material":1)"), 12, R"("material":7)");
    EXPECT_EQ(gltf(text).point_groups.size(), 2u) << "a material that is not there has no name";
}

TEST(Gltf, EveryPrimitiveMode) {
    using Triangles = std::vector<std::array<int, 3>>;
    using Edges = std::vector<std::array<int, 2>>;
    EXPECT_EQ(gltf(square(R"({"mesh":0})", 4)).triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(gltf(square(R"({"mesh":0})", 5)).triangles, (Triangles{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_EQ(gltf(square(R"({"mesh":0})", 6)).triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(gltf(square(R"({"mesh":0})", 1)).edge_groups.at("structural"), (Edges{{0, 1}, {2, 3}}));
    EXPECT_EQ(gltf(square(R"({"mesh":0})", 2)).edge_groups.at("structural"), (Edges{{3, 0}, {0, 1}, {1, 2}, {2, 3}}));
    EXPECT_EQ(gltf(square(R"({"mesh":0})", 3)).edge_groups.at("structural"), (Edges{{0, 1}, {1, 2}, {2, 3}}));
    EXPECT_TRUE(testing::contains(gltf_error(square(R"({"mesh":0})", 7)), "unknown mode"));
}

TEST(Gltf, NodesArePlacedByTheirParents) {
    // A quarter turn about z and a doubling inside a translated parent: (1, 0, 0) goes to (10, 2, 0).
    const Mesh mesh = gltf(square(R"({"children":[1],"translation":[10,0,0]},{"mesh":0,"scale":[2,2,2],)"
                                  R"("rotation":[0,0,0.7071067811865476,0.7071067811865476]})",
                                  5));
    EXPECT_NEAR(norm(mesh.points[1] - Vec3{10, 2, 0}), 0.0, 1e-15);
    EXPECT_NEAR(norm(mesh.points[3] - Vec3{8, 2, 0}), 0.0, 1e-15);
    const Mesh same = gltf(square(R"({"mesh":0,"matrix":[0,2,0,0,-2,0,0,0,0,0,2,0,10,0,0,1]})", 5));
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(norm(mesh.points[i] - same.points[i]), 0.0, 1e-15);
}

TEST(Gltf, AMirroredNodeKeepsItsOutside) {
    const Mesh mesh = gltf(square(R"({"mesh":0,"scale":[-1,1,1]})", 4));
    const auto& [a, b, c] = mesh.triangles[0];
    EXPECT_GT(area_vector(mesh.points[a], mesh.points[b], mesh.points[c])[2], 0.0);
}

TEST(Gltf, SaysWhatIsWrong) {
    using testing::contains;
    EXPECT_TRUE(contains(gltf_error("{\"asset\": "), "m.gltf: byte "));
    EXPECT_TRUE(contains(gltf_error("{}"), "no \"asset\""));
    EXPECT_TRUE(contains(gltf_error(square(R"({"mesh":1})", 4)), "entry 1 of \"meshes\" is named but not there"));
    EXPECT_TRUE(contains(gltf_error(square(R"({"mesh":-1})", 4)), "\"mesh\" must be a whole number"));
    EXPECT_TRUE(contains(gltf_error(square(R"({"children":[0]})", 4)), "node 0 has two parents"));
    EXPECT_TRUE(contains(gltf_error(square(R"({"mesh":0,"scale":[1,1]})", 4)), "must have 3 numbers"));
    std::string huge = square(R"({"mesh":0})", 4);
    huge.replace(huge.find("\"count\":4"), 9, "\"count\":4000000000");
    EXPECT_TRUE(contains(gltf_error(huge), "accessor 0 reaches beyond its buffer of 48 bytes"));
    EXPECT_TRUE(contains(gltf_error(R"({"asset":{},"extensionsRequired":["KHR_draco_mesh_compression"]})"),
                         "without compression"));
    EXPECT_TRUE(
        contains(gltf_error(R"({"asset":{},"buffers":[{"byteLength":4,"uri":"../secret"}]})"), "beside this one"));
    EXPECT_TRUE(contains(gltf_error(R"({"asset":{},"buffers":[{"byteLength":4,"uri":"data:;base64,A?"}]})"), "base64"));
}

TEST(Gltf, SurvivesDamage) {
    testing::fuzz(testing::write_glb(testing::sample_surface()), 3000, gltf);
    testing::fuzz(square(R"({"children":[1],"translation":[10,0,0]},{"mesh":0,"scale":[2,2,2]})", 5), 3000, gltf);
}

}  // namespace
}  // namespace talweg::read::gltf_test
