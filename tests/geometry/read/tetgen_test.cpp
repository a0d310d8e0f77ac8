#include "talweg/geometry/read/tetgen.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/read/volume_writers.hpp"
#include "geometry/test_files.hpp"
#include "talweg/geometry/read_mesh.hpp"

namespace talweg::read::tetgen_test {
namespace {

using testing::contains;

Mesh tetgen(const std::string& nodes, const std::string& elements) {
    return read_tetgen_pair({"m.node", nodes}, {"m.ele", elements});
}
std::string tetgen_error(const std::string& nodes, const std::string& elements) {
    return testing::error_of([&] { tetgen(nodes, elements); });
}

TEST(Tetgen, RoundTripIsExactCountedFromZeroOrOne) {
    const Mesh mesh = testing::sample_solid();
    for (const int first : {0, 1}) {
        const Mesh read = tetgen(testing::write_tetgen_nodes(mesh, first), testing::write_tetgen_elements(mesh, first));
        EXPECT_EQ(read.points, mesh.points);
        EXPECT_EQ(read.tets, mesh.tets);
        EXPECT_EQ(read.triangles, mesh.triangles);
        EXPECT_EQ(read.point_groups.at("point_4").size(), 9u);
        EXPECT_EQ(read.point_groups.at("volume_2").size(), 27u);
    }
}

TEST(Tetgen, EitherFileMayBeNamed) {
    const testing::TemporaryFolder folder;
    const Mesh mesh = testing::sample_solid();
    const auto nodes = folder.write("a.1.node", testing::write_tetgen_nodes(mesh, 1));
    EXPECT_TRUE(contains(testing::error_of([&] { read_mesh(nodes); }), "needs a.1.ele beside it"));
    const auto elements = folder.write("a.1.ele", testing::write_tetgen_elements(mesh, 1));
    EXPECT_EQ(read_mesh(nodes).tets, mesh.tets);
    EXPECT_EQ(read_mesh(elements).tets, mesh.tets);
}

TEST(Tetgen, TrianglesOfThePlane) {
    const Mesh mesh = tetgen("3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n", "1 3 0\n1 1 2 3\n");
    EXPECT_EQ(mesh.dimension, 2);
    EXPECT_EQ(mesh.points[2], (Vec3{0, 1, 0}));
    EXPECT_EQ(mesh.triangles[0], (std::array<int, 3>{0, 1, 2}));
}

TEST(Tetgen, SaysWhereAndWhatIsWrong) {
    const std::string nodes = "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
    EXPECT_TRUE(
        contains(tetgen_error(nodes, "1 4 0\n1 1 2 3 5\n"), "m.ele:2: point 5 is named, but the node file has only 4"));
    EXPECT_TRUE(contains(tetgen_error(nodes, "1 4 0\n1 0 2 3 4\n"), "point 0 is named"));
    EXPECT_TRUE(contains(tetgen_error(nodes, "1 10 0\n1 1 2 3 4\n"), "mesh without -o2"));
    EXPECT_TRUE(contains(tetgen_error(nodes, "999999999 4 0\n1 1 2 3 4\n"), "claims 999999999 elements"));
    EXPECT_TRUE(
        contains(tetgen_error("2 3 0 0\n1 0 0 0\n3 0 0 1\n", ""), "m.node:3: points must be numbered in order"));
    EXPECT_TRUE(contains(tetgen_error("1 3 0 0\n1 0 inf 0\n", ""), "m.node:2: a coordinate must be a finite number"));
    EXPECT_TRUE(contains(tetgen_error("0 3 0 0\n", ""), "no points"));
    EXPECT_TRUE(contains(tetgen_error("1 4 0 0\n", ""), "the dimension must be 2 or 3"));
}

TEST(Tetgen, SurvivesDamage) {
    const std::string nodes = testing::write_tetgen_nodes(testing::sample_solid(), 1);
    const std::string elements = testing::write_tetgen_elements(testing::sample_solid(), 1);
    testing::fuzz(nodes, 3000, [&](const std::string& bytes) { return tetgen(bytes, elements); });
    testing::fuzz(elements, 3000, [&](const std::string& bytes) { return tetgen(nodes, bytes); });
}

}  // namespace
}  // namespace talweg::read::tetgen_test
