#include "talweg/geometry/measures.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/geometry/shapes/lattice.hpp"
#include "talweg/geometry/shapes/rope.hpp"

namespace talweg::measures_test {
namespace {

Mesh unit_tet() {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.tets = {{0, 1, 2, 3}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    return mesh;
}

TEST(Measures, OfOneTetrahedron) {
    const Mesh mesh = unit_tet();
    EXPECT_DOUBLE_EQ(tet_volume(mesh), 1.0 / 6.0);
    EXPECT_DOUBLE_EQ(enclosed_volume(mesh), 1.0 / 6.0);
    EXPECT_DOUBLE_EQ(surface_area(mesh), 1.5 + std::sqrt(3.0) / 2.0);
    for (const double share : point_shares(mesh)) EXPECT_DOUBLE_EQ(share, 1.0 / 24.0);
}

TEST(Measures, AnInvertedTetrahedronHasNegativeVolumeButPositiveShares) {
    Mesh mesh = unit_tet();
    mesh.tets = {{1, 0, 2, 3}};
    EXPECT_DOUBLE_EQ(tet_volume(mesh), -1.0 / 6.0);
    EXPECT_DOUBLE_EQ(testing::sum(point_shares(mesh)), 1.0 / 6.0);
}

TEST(Measures, FarFromTheOriginTheEnclosedVolumeKeepsItsDigits) {
    Mesh mesh = unit_tet();
    for (Vec3& p : mesh.points) p += Vec3{1e6, -1e6, 1e6};
    EXPECT_NEAR(enclosed_volume(mesh), 1.0 / 6.0, 1e-9);
}

TEST(PointShares, OfAGridAreWholeHalfAndQuarterCells) {
    const auto shares = point_shares(make_grid({4, 2}, {4, 2}));
    EXPECT_DOUBLE_EQ(shares[0], 0.25);     // corner (0, 0)
    EXPECT_DOUBLE_EQ(shares[1], 0.5);      // side (0, 1)
    EXPECT_DOUBLE_EQ(shares[3 + 1], 1.0);  // inside (1, 1)
    EXPECT_DOUBLE_EQ(testing::sum(shares), 8.0);
}

TEST(PointShares, OfATriangleSheetAreThirds) {
    Mesh mesh;
    mesh.dimension = 2;
    mesh.points = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {9, 9, 9}};
    mesh.triangles = {{0, 1, 2}};
    EXPECT_EQ(point_shares(mesh), (std::vector<double>{1, 1, 1, 0}));
}

TEST(PointShares, OfALatticeAreWholeDownToEighthCells) {
    const auto shares = point_shares(make_lattice({2, 4, 6}, {2, 2, 2}));
    EXPECT_DOUBLE_EQ(shares[0], 6.0 / 8.0);  // corner
    EXPECT_DOUBLE_EQ(shares[1], 6.0 / 4.0);  // edge
    EXPECT_DOUBLE_EQ(shares[4], 6.0 / 2.0);  // face
    EXPECT_DOUBLE_EQ(shares[13], 6.0);       // centre
    EXPECT_NEAR(testing::sum(shares), 48.0, 1e-12);
}

TEST(PointShares, OfARopeAreHalvesAtTheEnds) {
    const auto shares = point_shares(make_rope({0, 0, 0}, {4, 0, 0}, 4));
    EXPECT_EQ(shares, (std::vector<double>{0.5, 1, 1, 1, 0.5}));
}

// Placing a body maps it affinely: shares must scale with the determinant, or with the area of the mapped plane.
TEST(PointShares, FollowAffineMaps) {
    const Mat3 map{2, 0.5, 0, -0.3, 1.5, 0.2, 0.1, 0, 3};
    Mesh lattice = make_lattice({1, 2, 3}, {2, 3, 4});
    Mesh cloth = make_cloth({1, 2}, {3, 4});
    const auto lattice_before = point_shares(lattice), cloth_before = point_shares(cloth);
    for (Mesh* mesh : {&lattice, &cloth})
        for (Vec3& p : mesh->points) p = map * p;
    const auto lattice_after = point_shares(lattice), cloth_after = point_shares(cloth);
    for (std::size_t i = 0; i < lattice_after.size(); ++i)
        EXPECT_NEAR(lattice_after[i], lattice_before[i] * determinant(map), 1e-12);
    const double plane = norm(cross(map.column(0), map.column(2)));
    for (std::size_t i = 0; i < cloth_after.size(); ++i) EXPECT_NEAR(cloth_after[i], cloth_before[i] * plane, 1e-12);
}

TEST(Measures, PairSharesAreTheProductsOfShapeFunctions) {
    Mesh tet;
    tet.points = {{0, 0, 0}, {6, 0, 0}, {0, 2, 0}, {0, 0, 5}};  // 10 m³
    tet.tets = {{0, 1, 2, 3}};
    const auto pairs = pair_shares(tet);
    ASSERT_EQ(pairs.size(), 6u);
    for (const PairShare& pair : pairs) {
        EXPECT_LT(pair.i, pair.j);
        EXPECT_NEAR(pair.share, 0.5, 1e-14);
    }
    Mesh plate;
    plate.dimension = 2;
    plate.points = {{0, 0, 0}, {6, 0, 0}, {6, 2, 0}, {0, 2, 0}};  // two triangles of 6 m²
    plate.triangles = {{0, 1, 2}, {0, 2, 3}};
    const auto shared = pair_shares(plate);
    ASSERT_EQ(shared.size(), 5u);
    EXPECT_EQ(shared[1].j, 2);
    EXPECT_NEAR(shared[1].share, 1.0, 1e-14) << "the diagonal belongs to both";
    EXPECT_NEAR(shared[0].share, 0.5, 1e-14);
}

TEST(Measures, PartlyFilledTetsWeighTheirPart) {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    mesh.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    mesh.dimension = 3;
    const std::vector<double> shares = point_shares(mesh, {0.5, 0.0});
    EXPECT_NEAR(shares[0], 0.5 / 6.0 / 4.0, 1e-15);
    EXPECT_NEAR(shares[1], 0.5 / 6.0 / 4.0, 1e-15);
    EXPECT_EQ(shares[4], 0.0);
}

}  // namespace
}  // namespace talweg::measures_test
