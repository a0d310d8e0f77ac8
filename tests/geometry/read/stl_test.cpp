#include "talweg/geometry/read/stl.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/mesh_writers.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::stl_test {
namespace {

using testing::contains;

Mesh stl(const std::string& bytes) { return read_stl({"m.stl", bytes}); }
std::string stl_error(const std::string& bytes) {
    return testing::error_of([&] { stl(bytes); });
}

TEST(Stl, BothFormatsGiveTheClosedSurfaceBack) {
    const Mesh mesh = testing::sample_surface();
    for (const bool binary : {false, true}) {
        const Mesh read = stl(testing::write_stl(mesh, binary));
        EXPECT_EQ(read.points.size(), mesh.points.size());
        EXPECT_EQ(read.triangles.size(), mesh.triangles.size());
        EXPECT_TRUE(testing::is_closed_and_oriented(read));
        EXPECT_NEAR(enclosed_volume(read), 8.0, 1e-12);
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (int c = 0; c < 3; ++c) EXPECT_EQ(read.points[read.triangles[t][c]], mesh.points[mesh.triangles[t][c]]);
    }
}

TEST(Stl, ASolidsNameIsAPointGroup) {
    const Mesh read = stl(testing::write_stl(testing::sample_surface(), false));
    EXPECT_EQ(read.point_groups.at("part one").size(), read.points.size());
}

TEST(Stl, DropsFacetsWithoutArea) {
    Mesh mesh = testing::sample_surface();
    mesh.triangles.push_back({0, 0, 1});
    EXPECT_EQ(stl(testing::write_stl(mesh, true)).triangles.size(), mesh.triangles.size() - 1);
}

TEST(Stl, SaysWhereAndWhatIsWrong) {
    const std::string binary = testing::write_stl(testing::sample_surface(), true);
    EXPECT_TRUE(contains(stl_error("x" + binary.substr(1, binary.size() - 11)),
                         "m.stl: byte 84: the file claims 48 facets, but has room for 47"));
    std::string nan = binary;
    for (std::size_t i = 84 + 50 + 12; i < 84 + 50 + 16; ++i) nan[i] = '\xff';
    EXPECT_TRUE(contains(stl_error(nan), "m.stl: byte 134: facet 1 has a coordinate that is not a finite number"));
    EXPECT_TRUE(contains(stl_error("solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 x 0\n"),
                         "m.stl:4: a coordinate must be a number, found 'x'"));
    EXPECT_TRUE(
        contains(stl_error("solid a\nfacet normal 0 0 0\nouter ring\n"), "m.stl:3: 'loop' is expected, found 'ring'"));
    EXPECT_TRUE(contains(stl_error("solid a\nface\n"), "'facet' or 'endsolid' is expected"));
    EXPECT_TRUE(contains(stl_error("solid a\n"), "the file ends where 'endsolid' should be"));
    EXPECT_TRUE(contains(stl_error("solid a\nendsolid a\n"), "no points"));
}

TEST(Stl, SurvivesDamage) {
    testing::fuzz(testing::write_stl(testing::sample_surface(), false), 3000, stl);
    testing::fuzz(testing::write_stl(testing::sample_surface(), true), 3000, stl);
}

}  // namespace
}  // namespace talweg::read::stl_test
