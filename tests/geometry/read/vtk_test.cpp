#include "talweg/geometry/read/vtk.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/read/volume_writers.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::vtk_test {
namespace {

using testing::contains;

Mesh vtk(const std::string& bytes) { return read_vtk({"m.vtk", bytes}); }
std::string vtk_error(const std::string& bytes) {
    return testing::error_of([&] { vtk(bytes); });
}
const std::string head = "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET ";
const std::string square = "POINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\n";

TEST(Vtk, RoundTripIsExactInOldAndNewTextAndBinary) {
    const Mesh mesh = testing::sample_solid();
    for (const int version : {2, 5})
        for (const bool binary : {false, true}) {
            const Mesh read = vtk(testing::write_vtk(mesh, version, binary));
            EXPECT_EQ(read.points, mesh.points);
            EXPECT_EQ(read.tets, mesh.tets);
            EXPECT_EQ(read.triangles, mesh.triangles);
        }
}

TEST(Vtk, PolyDataOfEveryKind) {
    using Triangles = std::vector<std::array<int, 3>>;
    EXPECT_EQ(vtk(head + "POLYDATA\n" + square + "POLYGONS 1 5\n4 0 1 2 3\n").triangles,
              (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(vtk(head + "POLYDATA\n" + square + "TRIANGLE_STRIPS 1 5\n4 0 1 3 2\n").triangles,
              (Triangles{{0, 1, 3}, {1, 2, 3}}));
    const Mesh lines = vtk(head + "POLYDATA\n" + square + "VERTICES 1 2\n1 0\nLINES 1 4\n3 0 1 2\n");
    EXPECT_EQ(lines.dimension, 1);
    EXPECT_EQ(lines.edge_groups.at("structural"), (std::vector<std::array<int, 2>>{{0, 1}, {1, 2}}));
}

TEST(Vtk, SaysWhereAndWhatIsWrong) {
    const std::string grid = head + "UNSTRUCTURED_GRID\n" + square;
    EXPECT_TRUE(contains(vtk_error("# vtk\n"), "m.vtk:1: the first line must be"));
    EXPECT_TRUE(contains(vtk_error(head + "STRUCTURED_GRID\n"), "'STRUCTURED_GRID' is not supported"));
    EXPECT_TRUE(contains(vtk_error(grid + "CELLS 1 4\n3 0 1 4\nCELL_TYPES 1\n5\n"),
                         "m.vtk:7: cell 0 names point 4, but there are only 4"));
    EXPECT_TRUE(contains(vtk_error(grid + "CELLS 1 4\n4 0 1 2\nCELL_TYPES 1\n5\n"), "cell 0 ends outside"));
    EXPECT_TRUE(contains(vtk_error(grid + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n12\n"),
                         "cell 0 has type 12, which is not supported"));
    EXPECT_TRUE(
        contains(vtk_error(grid + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n"), "cell 0 has 3 points instead of 4"));
    EXPECT_TRUE(
        contains(vtk_error(grid + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 3\n5 5 5\n"), "there are 1 cells but 3 cell types"));
    EXPECT_TRUE(
        contains(vtk_error(head + "POLYDATA\nPOINTS 900000000 float\n0 0 0\n"), "the file claims 2700000000 values"));
    EXPECT_TRUE(contains(vtk_error(head + "POLYDATA\nPOINTS 1 float\n0 nan 0\n"),
                         "point 0 has a coordinate that is not a finite"));
    EXPECT_TRUE(contains(vtk_error(grid + "NONSENSE\n"), "m.vtk:7: a section like POINTS is expected"));
}

TEST(Vtk, SurvivesDamage) {
    for (const int version : {2, 5})
        for (const bool binary : {false, true})
            testing::fuzz(testing::write_vtk(testing::sample_solid(), version, binary), 2000, vtk);
}

}  // namespace
}  // namespace talweg::read::vtk_test
