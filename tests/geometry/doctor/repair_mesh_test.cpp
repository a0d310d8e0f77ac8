/// Repairs heal what they name: volume, counts and orientation are as they should be, and nothing else has changed.
#include "talweg/geometry/doctor/repair_mesh.hpp"

#include <gmock/gmock.h>

#include "sick_mesh.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/math/error.hpp"

namespace talweg::repair_mesh_test {
namespace {

using testing::cube;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// As STL has it: every triangle with three points of its own.
Mesh soup(const Mesh& mesh) {
    Mesh result;
    result.dimension = 2;
    for (const auto& t : mesh.triangles) {
        const int first = int(result.points.size());
        for (const int corner : t) result.points.push_back(mesh.points[corner]);
        result.triangles.push_back({first, first + 1, first + 2});
    }
    return result;
}

TEST(RepairMesh, WeldingASoupMakesACube) {
    const RepairedMesh repaired = repair_mesh(soup(cube()), {.weld = true});
    EXPECT_EQ(repaired.welded_points, 28);
    EXPECT_EQ(repaired.dropped_points, 0);
    EXPECT_EQ(repaired.mesh.points.size(), 8u);
    EXPECT_EQ(repaired.mesh.triangles.size(), 12u);
    EXPECT_THAT(diagnose_mesh(repaired.mesh), IsEmpty());
}

TEST(RepairMesh, DroppingLeavesWhatCounts) {
    Mesh mesh = cube();
    mesh.points.push_back({5, 5, 5});
    mesh.triangles.push_back({0, 1, 1});
    mesh.triangles.push_back({3, 2, 0});  // as the first, turned
    const RepairedMesh repaired = repair_mesh(mesh, {.drop = true});
    EXPECT_EQ(repaired.dropped_triangles, 2);
    EXPECT_EQ(repaired.dropped_points, 1);
    EXPECT_EQ(repaired.mesh.triangles, cube().triangles);
    EXPECT_THAT(diagnose_mesh(repaired.mesh), IsEmpty());
}

TEST(RepairMesh, OrientingMakesClosedPartsFaceOutward) {
    Mesh mesh = cube();
    testing::append(mesh, cube({3, 0, 0}));
    for (const int t : {1, 2, 7}) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    for (int t = 12; t < 24; ++t) std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    const RepairedMesh repaired = repair_mesh(mesh, {.orient = true});
    EXPECT_EQ(repaired.turned_triangles, 3 + 12);
    EXPECT_NEAR(enclosed_volume(repaired.mesh), 2.0, 1e-14);
    EXPECT_THAT(diagnose_mesh(repaired.mesh), IsEmpty());
}

TEST(RepairMesh, OfAnOpenPartTheFewAreTurned) {
    Mesh mesh = cube();
    mesh.triangles.resize(10);
    const auto before = mesh.triangles;
    std::swap(mesh.triangles[0][1], mesh.triangles[0][2]);
    const RepairedMesh repaired = repair_mesh(mesh, {.orient = true});
    EXPECT_EQ(repaired.turned_triangles, 1);
    EXPECT_EQ(repaired.mesh.triangles, before);
}

TEST(RepairMesh, ABandWithOneSideCannotBeOriented) {
    Mesh band;  // Möbius: five quads around, the last joined with a half turn
    band.dimension = 2;
    for (int i = 0; i < 5; ++i)
        for (const double side : {-1.0, 1.0}) {
            const double angle = 2.0 * 3.14159265358979 * i / 5.0;
            const double out = 2.0 + 0.5 * side * std::cos(angle / 2.0);
            band.points.push_back({out * std::cos(angle), 0.5 * side * std::sin(angle / 2.0), out * std::sin(angle)});
        }
    for (int i = 0; i < 5; ++i) {
        const int a = 2 * i, b = a + 1, c = i < 4 ? a + 2 : 1, d = i < 4 ? a + 3 : 0;
        band.triangles.push_back({a, b, c});
        band.triangles.push_back({b, d, c});
    }
    const RepairedMesh repaired = repair_mesh(band, {.orient = true});
    EXPECT_EQ(repaired.turned_triangles, 0);
    EXPECT_EQ(repaired.mesh.triangles, band.triangles);
}

TEST(RepairMesh, WhatIsNotAskedForStays) {
    const Mesh mesh = soup(cube());
    const RepairedMesh repaired = repair_mesh(mesh, {.orient = true});
    EXPECT_EQ(repaired.mesh.points, mesh.points);
    EXPECT_EQ(repaired.mesh.triangles, mesh.triangles);
}

TEST(RepairMesh, NamesAreReadAndSolidsRefused) {
    const Repairs repairs = parse_repairs("orient,weld");
    EXPECT_TRUE(repairs.weld && repairs.orient);
    EXPECT_FALSE(repairs.drop);
    const auto message = [](const auto& function) -> std::string {
        try {
            function();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message([] { parse_repairs("weld,glue"); }), HasSubstr("no repair \"glue\""));
    Mesh solid = cube();
    solid.tets = {{0, 1, 2, 4}};
    EXPECT_THAT(message([&] { repair_mesh(solid, repairs); }), HasSubstr("repairs are for surfaces"));
}

}  // namespace
}  // namespace talweg::repair_mesh_test
