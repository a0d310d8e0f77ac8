#include "talweg/geometry/read/ply.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/mesh_writers.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::ply_test {
namespace {

using testing::contains;
using testing::PlyFormat;

Mesh ply(const std::string& bytes) { return read_ply({"m.ply", bytes}); }
std::string ply_error(const std::string& bytes) {
    return testing::error_of([&] { ply(bytes); });
}
const std::string vertices =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";

TEST(Ply, RoundTripIsExactInEveryFormat) {
    Mesh mesh = testing::sample_surface();
    mesh.points[3] = {0.1, 1.0 / 3.0, 1e-17};
    for (const PlyFormat format : {PlyFormat::text, PlyFormat::little, PlyFormat::big}) {
        const Mesh read = ply(testing::write_ply(mesh, format));
        EXPECT_EQ(read.points, mesh.points);
        EXPECT_EQ(read.triangles, mesh.triangles);
        EXPECT_EQ(read.dimension, 2);
    }
}

TEST(Ply, ReadsPolygonsOddPropertiesAndFacesFirst) {
    const Mesh mesh =
        ply("ply\r\nformat ascii 1.0\r\nobj_info x\r\nelement face 1\r\nproperty uchar quality\r\n"
            "property list uint8 uint32 vertex_index\r\nproperty list uchar float texcoord\r\nelement vertex 4\r\n"
            "property double nx\r\nproperty double z\r\nproperty double y\r\nproperty double x\r\nend_header\r\n"
            "7 4 0 1 2 3 2 0.5 nan\r\nnan 3 2 1\r\n0 3 2 2\r\n0 3 3 2\r\n0 3 3 1\r\n");
    EXPECT_EQ(mesh.points[0], (Vec3{1, 2, 3}));
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Ply, EdgesAloneMakeALineBody) {
    const Mesh mesh = ply(vertices +
                          "element edge 2\nproperty int vertex1\nproperty int vertex2\nend_header\n"
                          "0 0 0\n1 0 0\n2 0 0\n0 1\n1 2\n");
    EXPECT_EQ(mesh.dimension, 1);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(), 2u);
}

TEST(Ply, SaysWhereAndWhatIsWrong) {
    const std::string face =
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
    EXPECT_EQ(ply(vertices + face + "3 0 1 2\n").triangles.size(), 1u);
    EXPECT_TRUE(
        contains(ply_error(vertices + face + "3 0 1 3\n"), "m.ply:13: point 3 is named, but the file has only 3"));
    EXPECT_TRUE(contains(ply_error(vertices + face + "3 0 1 -1\n"), "a vertex number must be a whole number"));
    EXPECT_TRUE(contains(ply_error(vertices + face + "3 0 1\n"), "the file ends where"));
    EXPECT_TRUE(contains(ply_error(vertices + face + "2 0 1\n"), "fewer than three"));
    EXPECT_TRUE(contains(ply_error(vertices + face + "1e30 0 1\n"), "length of a list"));
    EXPECT_TRUE(
        contains(ply_error(vertices + "end_header\n0 0 0\n1 inf 0\n0 0 0\n"), "m.ply:9: vertex 1 has a coordinate"));
    EXPECT_TRUE(contains(ply_error(vertices + "end_header\n0 0 0\n1 0 0\n0 0 0\n"), "points only"));
    EXPECT_TRUE(
        contains(ply_error("ply\nformat ascii 1.0\nelement vertex 2000000000\nproperty float x\nproperty float y\n"
                           "property float z\nend_header\n0 0 0\n"),
                 "the file claims 2000000000 vertex, but only"));
    EXPECT_TRUE(
        contains(ply_error("ply\nformat ascii 1.0\nelement nothing 4000000000\nend_header\n"), "has no properties"));
    EXPECT_TRUE(contains(ply_error("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n"),
                         "no x, y and z"));
    EXPECT_TRUE(contains(ply_error("ply\nformat utf8 1.0\nend_header\n"), "unknown format 'utf8'"));
    EXPECT_TRUE(
        contains(ply_error("ply\nelement vertex 1\nproperty long x\nend_header\n"), "unknown property type 'long'"));
    EXPECT_TRUE(contains(ply_error("ply\nproperty float x\n"), "before the first element"));
    EXPECT_TRUE(contains(ply_error("plyx"), "the first line must be 'ply'"));
}

TEST(Ply, NamesTheByteWhereABinaryFileIsCutOff) {
    const std::string bytes = testing::write_ply(testing::sample_surface(), PlyFormat::little);
    EXPECT_TRUE(contains(ply_error(bytes.substr(0, bytes.size() - 2)), "m.ply: byte "));
    EXPECT_TRUE(contains(ply_error(bytes.substr(0, bytes.size() - 1000)), "vertex, but only"));
}

TEST(Ply, SurvivesDamage) {
    for (const PlyFormat format : {PlyFormat::text, PlyFormat::little, PlyFormat::big})
        testing::fuzz(testing::write_ply(testing::sample_surface(), format), 3000, ply);
    testing::fuzz(vertices +
                      "element edge 2\nproperty int vertex1\nproperty int vertex2\nend_header\n"
                      "0 0 0\n1 0 0\n2 0 0\n0 1\n1 2\n",
                  3000, ply);
}

}  // namespace
}  // namespace talweg::read::ply_test
