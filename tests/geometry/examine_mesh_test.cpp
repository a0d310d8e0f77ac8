#include "talweg/geometry/examine_mesh.hpp"

#include <map>

#include "geometry/read/mesh_writers.hpp"
#include "geometry/read/msh_writers.hpp"
#include "geometry/test_files.hpp"
#include "support/creature.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/lattice.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"
#include "talweg/geometry/shapes/sphere.hpp"

namespace talweg::examine_mesh_test {
namespace {

using Edges = std::vector<std::array<int, 2>>;

TEST(ExamineMesh, FindsNothingInSoundShapes) {
    for (const int per_cell : {5, 6, 12}) {
        const MeshFaults faults = examine_mesh(make_box({1, 2, 3}, {3, 3, 3}, per_cell));
        EXPECT_TRUE(faults.none()) << faults.describe();
        EXPECT_EQ(faults.describe(), "");
    }
    EXPECT_TRUE(examine_mesh(make_sphere(1, 5)).none());
    EXPECT_TRUE(examine_mesh(make_lattice({1, 1, 1}, {2, 2, 2})).none());
}

TEST(ExamineMesh, NamesInvertedFlatAndSliverTets) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.3, 0.3, 0}, {0.3, 0.3, 1e-5}};
    mesh.tets = {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 2, 4}, {0, 1, 2, 5}};
    const MeshFaults faults = examine_mesh(mesh);
    EXPECT_EQ(faults.inverted_tets, (std::vector<int>{1, 2}));
    EXPECT_EQ(faults.sliver_tets, (std::vector<int>{3}));
    EXPECT_TRUE(testing::contains(faults.describe(), "2 inverted or flat tetrahedra: 1, 2\n1 sliver tetrahedra: 3\n"));
}

TEST(ExamineMesh, NamesBordersBranchesAndFlips) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 1, 2}};
    EXPECT_EQ(examine_mesh(mesh).border_edges, (Edges{{0, 1}, {0, 2}, {1, 2}}));
    mesh.triangles = {{0, 1, 2}, {1, 2, 3}};
    EXPECT_EQ(examine_mesh(mesh).flipped_edges, (Edges{{1, 2}}));
    mesh.triangles = {{0, 1, 2}, {2, 1, 3}, {1, 2, 4}};
    EXPECT_EQ(examine_mesh(mesh).branching_edges, (Edges{{1, 2}}));
    EXPECT_FALSE(examine_mesh(mesh).closed());
}

TEST(ExamineMesh, PointsThatFollowMayBeWhereOthersAre) {
    Mesh mesh = make_box({1, 1, 1}, {1, 1, 1}, 5);
    const int nodes = static_cast<int>(mesh.points.size());
    for (int k : {0, 1, 2, 0}) mesh.points.push_back(mesh.points[k]);
    mesh.triangles = {{nodes, nodes + 1, nodes + 2}, {nodes + 1, nodes + 3, nodes + 2}};
    EXPECT_EQ(examine_mesh(mesh).duplicate_points.size(), 4u);
    EXPECT_EQ(examine_mesh(mesh, nodes).duplicate_points, (Edges{{nodes, nodes + 3}}));
}

TEST(ExamineMesh, NamesDuplicateAndUnreferencedPoints) {
    Mesh mesh = make_rectangle({1, 1}, {4, 4}, Diagonals::rising);
    mesh.points.push_back({9, 9, 9});
    mesh.points[7] = mesh.points[3] + Vec3{0, 0, 1e-14};
    mesh.points[12] = mesh.points[3];
    const MeshFaults faults = examine_mesh(mesh);
    EXPECT_EQ(faults.unreferenced_points, (std::vector<int>{25}));
    EXPECT_EQ(faults.duplicate_points, (Edges{{3, 7}, {3, 12}}));
    EXPECT_FALSE(faults.flat_triangles.empty());
}

TEST(ExamineMesh, ShowsTheFirstFewOnly) {
    const std::string text = examine_mesh(make_rectangle({1, 1}, {20, 20}, Diagonals::rising)).describe();
    EXPECT_TRUE(testing::contains(text, "80 border edges of the surface: 0–1, "));
    EXPECT_LT(text.size(), 120u);
}

TEST(ExamineMesh, OfMeshesInFiles) {
    const testing::TemporaryFolder folder;
    const Mesh surface = testing::creature(9);
    for (const auto& [name, bytes] :
         std::map<std::string, std::string>{{"a.obj", testing::write_obj(surface)},
                                            {"b.ply", testing::write_ply(surface, testing::PlyFormat::little)},
                                            {"c.msh", testing::write_msh4(make_box({1, 1, 1}, {2, 3, 2}, 6), true)},
                                            {"d.stl", testing::write_stl(surface, true)}}) {
        const MeshFaults faults = examine_mesh(read_mesh(folder.write(name, bytes)));
        EXPECT_TRUE(faults.none()) << name << "\n" << faults.describe();
    }
    const MeshFaults sheet = examine_mesh(
        read_mesh(folder.write("e.obj", testing::write_obj(make_rectangle({1, 1}, {9, 7}, Diagonals::rising)))));
    EXPECT_EQ(sheet.border_edges.size(), 2u * (9 + 7));
    EXPECT_TRUE(sheet.branching_edges.empty() && sheet.flipped_edges.empty());
}

TEST(ExamineMesh, OfThePublicMeshes) {
    TALWEG_NEED_SHARED_DATA();
    for (const char* file : {"cube.msh", "torus.msh", "mat40x40.msh", "bunny.ply", "sphere1K.obj"}) {
        const MeshFaults faults = examine_mesh(read_mesh(testing::shared_data() / file));
        EXPECT_TRUE(faults.none()) << file << "\n" << faults.describe();
    }
    const MeshFaults sheet = examine_mesh(read_mesh(testing::shared_data() / "sheet1000.obj"));
    EXPECT_FALSE(sheet.border_edges.empty());
    EXPECT_TRUE(sheet.branching_edges.empty() && sheet.flipped_edges.empty());
}

}  // namespace
}  // namespace talweg::examine_mesh_test
