#include "talweg/geometry/read/msh.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/msh_writers.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::msh_test {
namespace {

using testing::contains;

Mesh msh(const std::string& bytes) { return read_msh({"m.msh", bytes}); }
std::string msh_error(const std::string& bytes) {
    return testing::error_of([&] { msh(bytes); });
}

void expect_same_solid(const std::string& bytes) {
    const Mesh mesh = testing::sample_solid(), read = msh(bytes);
    EXPECT_EQ(read.points, mesh.points);
    EXPECT_EQ(read.tets, mesh.tets);
    EXPECT_EQ(read.triangles.size(), mesh.triangles.size());
    EXPECT_EQ(read.dimension, 3);
    EXPECT_EQ(read.point_groups.at("body").size(), 27u);
    EXPECT_EQ(read.point_groups.at("skin").size(), 26u);
    EXPECT_NEAR(tet_volume(read), 8.0, 1e-12);
    EXPECT_NEAR(enclosed_volume(read), 8.0, 1e-12);
    EXPECT_TRUE(testing::is_closed_and_oriented(read));
}

TEST(Msh, Version2TextAndBinaryOfEitherByteOrder) {
    const Mesh mesh = testing::sample_solid();
    expect_same_solid(testing::write_msh2(mesh, false));
    expect_same_solid(testing::write_msh2(mesh, true));
    expect_same_solid(testing::write_msh2(mesh, true, true));
}

TEST(Msh, Version4TextAndBinaryOfEitherByteOrder) {
    const Mesh mesh = testing::sample_solid();
    expect_same_solid(testing::write_msh4(mesh, false));
    expect_same_solid(testing::write_msh4(mesh, true));
    expect_same_solid(testing::write_msh4(mesh, true, true));
    EXPECT_EQ(msh(testing::write_msh4(mesh, false)).point_groups.at("surface_7").size(), 26u);
}

TEST(Msh, SurfacesAloneMakeASheetWithQuadsSplit) {
    const Mesh mesh =
        msh("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 2 0 0\n$EndNodes\n"
            "$Elements\n4\n1 15 2 9 1 1\n2 1 2 0 1 1 2\n3 3 2 0 1 1 2 3 4\n4 2 0 2 5 3\n$EndElements\n");
    EXPECT_EQ(mesh.dimension, 2);
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {1, 4, 2}}));
    EXPECT_EQ(mesh.point_groups.at("point_9"), std::vector<int>{0});
    EXPECT_EQ(mesh.edge_groups.count("lines"), 0u);
}

TEST(Msh, SaysWhereAndWhatIsWrong) {
    const std::string head = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
    const std::string nodes = "$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n";
    EXPECT_TRUE(contains(msh_error("hello\n"), "m.msh:1: the first line must be '$MeshFormat'"));
    EXPECT_TRUE(
        contains(msh_error("$MeshFormat\n3.0 0 8\n"), "m.msh:2: version '3.0' is not supported; save as 2.2 or 4.1"));
    EXPECT_TRUE(contains(msh_error(head + "$Nodes\n3\n1 0 0 0\n1 1 0 0\n"), "m.msh:7: node 1 is listed twice"));
    EXPECT_TRUE(contains(msh_error(head + "$Nodes\n1\n1 0 nan 0\n"), "must be a finite number"));
    EXPECT_TRUE(
        contains(msh_error(head + "$Nodes\n1000000000\n1 0 0 0\n"), "the file claims 1000000000 nodes, but only"));
    EXPECT_TRUE(
        contains(msh_error(head + nodes + "$Elements\n1\n1 2 0 1 2 4\n"), "m.msh:12: node 4 is named by an element"));
    EXPECT_TRUE(contains(msh_error(head + nodes + "$Elements\n1\n1 5 0 1 2 3\n"), "split them into tetrahedra"));
    EXPECT_TRUE(contains(msh_error(head + nodes + "$Elements\n1\n1 11 0 1 2 3\n"), "gmsh -order 1"));
    EXPECT_TRUE(
        contains(msh_error(head + nodes + "$Elements\n1\n1 2 0 1 2 3\n$EndNodes\n"), "'$EndElements' is expected"));
    EXPECT_TRUE(contains(msh_error(head + nodes + "$Data\n1 2 3\n"), "section '$Data' does not end"));
    EXPECT_TRUE(contains(msh_error(head + nodes), "points only"));
    EXPECT_TRUE(contains(msh_error(head + "3 4 5\n"), "a section like $Nodes is expected, found '3'"));
}

TEST(Msh, RefusesBinaryFilesThatAreCutOffAnywhere) {
    for (const std::string& bytes :
         {testing::write_msh2(testing::sample_solid(), true), testing::write_msh4(testing::sample_solid(), true)})
        for (std::size_t length = 1; length < bytes.find("$EndElements"); length += 7)
            EXPECT_NE(msh_error(bytes.substr(0, length)), "") << length;
}

TEST(Msh, RefusesAbsurdCountsBeforeAllocating) {
    std::string bytes = testing::write_msh4(testing::sample_solid(), true);
    const std::size_t count = bytes.find("$Nodes\n") + 7 + 8;
    bytes.replace(count, 8, std::string("\xff\xff\xff\x7f\0\0\0\0", 8));
    EXPECT_TRUE(contains(msh_error(bytes), "the file claims 2147483647 nodes, but only"));
}

TEST(Msh, SurvivesDamage) {
    const Mesh mesh = testing::sample_solid();
    for (const bool binary : {false, true}) {
        testing::fuzz(testing::write_msh2(mesh, binary), 3000, msh);
        testing::fuzz(testing::write_msh4(mesh, binary), 3000, msh);
    }
}

}  // namespace
}  // namespace talweg::read::msh_test
