#include "talweg/geometry/read/medit.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/read/volume_writers.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::medit_test {
namespace {

using testing::contains;

Mesh medit(const std::string& bytes) { return read_medit({"m.mesh", bytes}); }
std::string medit_error(const std::string& bytes) {
    return testing::error_of([&] { medit(bytes); });
}

void expect_sample(const Mesh& read) {
    const Mesh mesh = testing::sample_solid();
    EXPECT_EQ(read.points, mesh.points);
    EXPECT_EQ(read.tets, mesh.tets);
    EXPECT_EQ(read.point_groups.at("surface_6").size(), 26u);
    EXPECT_EQ(read.point_groups.size(), 1u);
}

TEST(Medit, TextRoundTripIsExact) { expect_sample(medit(testing::write_medit(testing::sample_solid()))); }

TEST(Medit, BinaryRoundTripIsExactInEveryVersionAndByteOrder) {
    for (int version = 1; version <= 4; ++version)
        for (const bool swapped : {false, true})
            expect_sample(medit(testing::write_meshb(testing::sample_solid(), version, swapped)));
}

TEST(Medit, PlanarFilesLieAtZero) {
    const Mesh mesh = medit(
        "MeshVersionFormatted 1 Dimension 2 Vertices 4 0 0 0 1 0 0 1 1 0 0 1 0 Edges 1 1 2 9\n"
        "Quadrilaterals 1 1 2 3 4 0 End");
    EXPECT_EQ(mesh.dimension, 2);
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.points[2], (Vec3{1, 1, 0}));
    EXPECT_EQ(mesh.point_groups.at("curve_9"), (std::vector<int>{0, 1}));
}

TEST(Medit, SaysWhereAndWhatIsWrong) {
    const std::string head = "MeshVersionFormatted 2\nDimension 3\n";
    const std::string vertices = "Vertices 3\n0 0 0 0\n1 0 0 0\n0 1 0 0\n";
    EXPECT_TRUE(contains(medit_error("hello"), "m.mesh:1: the file must begin with MeshVersionFormatted"));
    EXPECT_TRUE(contains(medit_error(head + vertices + "Triangles 1\n1 2 4 0\n"),
                         "m.mesh:7: point 4 is named, but the file has only 3"));
    EXPECT_TRUE(contains(medit_error(head + vertices + "Triangles 1\n1 2 0 0\n"), "counted from 1, found 0"));
    EXPECT_TRUE(contains(medit_error(head + vertices + "Hexahedra 1\n1 2 3\n"), "split them into tetrahedra"));
    EXPECT_TRUE(contains(medit_error(head + "Vertices 1\n0 nan 0 0\n"), "must be a finite number"));
    EXPECT_TRUE(contains(medit_error(head + "Vertices 100000000\n0 0 0 0\n"), "claims 100000000"));
    EXPECT_TRUE(contains(medit_error("MeshVersionFormatted 2\nDimension 4\n"), "must be 2 or 3"));
    EXPECT_TRUE(contains(medit_error(head + "$ 7\n"), "a keyword like Vertices is expected"));
    std::string circle = testing::write_meshb(testing::sample_solid(), 2, false);
    circle[12] = 8;  // the first section's next place: itself
    EXPECT_TRUE(contains(medit_error(circle), "the next keyword stands before this one"));
}

TEST(Medit, SurvivesDamage) {
    testing::fuzz(testing::write_medit(testing::sample_solid()), 3000, medit);
    for (const int version : {1, 2, 3, 4})
        testing::fuzz(testing::write_meshb(testing::sample_solid(), version, false), 1500, medit);
}

}  // namespace
}  // namespace talweg::read::medit_test
