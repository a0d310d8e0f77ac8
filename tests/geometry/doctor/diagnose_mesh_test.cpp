/// A healthy mesh is left in peace; each issue is found with its indices and its remedy.
#include "talweg/geometry/doctor/diagnose_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sick_mesh.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/geometry/shapes/torus.hpp"

namespace talweg::diagnose_mesh_test {
namespace {

using testing::cube;
using testing::Diagnosed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(DiagnoseMesh, HealthyOnesAreLeftInPeace) {
    EXPECT_THAT(diagnose_mesh(cube()), IsEmpty());
    EXPECT_THAT(diagnose_mesh(make_torus(1.0, 0.3, 12, 2)), IsEmpty());
    EXPECT_THAT(diagnose_mesh(make_grid({1, 1}, {3, 3}), {.planar = true}), IsEmpty());
}

TEST(DiagnoseMesh, SheetsAreOpenAndThatIsANote) {
    Mesh sheet = cube();
    sheet.triangles.resize(10);  // without one of the faces
    const Diagnosed found(sheet);
    EXPECT_EQ(found.only().weight, Weight::note);
    EXPECT_THAT(found.only().what, HasSubstr("4 border edges"));
    EXPECT_THAT(diagnose_mesh(sheet, {.borders = false}), IsEmpty());
}

TEST(DiagnoseMesh, TrianglesWithoutAreaAndTwice) {
    Mesh mesh = cube();
    mesh.triangles.push_back({0, 1, 1});
    mesh.triangles.push_back(mesh.triangles[3]);
    const Diagnosed found(mesh);
    EXPECT_EQ(found("without area").what, "1 triangle without area: 12");
    EXPECT_THAT(found("without area").features, ElementsAre(std::vector{0, 1, 1}));
    EXPECT_EQ(found("same corners").what, "1 pair of triangles with the same corners: 3–13");
    EXPECT_THAT(found("same corners").remedy, HasSubstr("--repair drop"));
    EXPECT_EQ(found("same corners").weight, Weight::fault);
}

TEST(DiagnoseMesh, EdgesOfThreeTriangles) {
    Mesh mesh = cube();
    mesh.points.push_back({2, 2, 2});
    const auto [a, b, c] = mesh.triangles[0];
    mesh.triangles.push_back({a, b, 8});
    const Diagnosed found(mesh);
    EXPECT_THAT(found("more than two").what, HasSubstr("1 edge of more than two triangles"));
    EXPECT_EQ(found.marked("more than two"), 3);
}

TEST(DiagnoseMesh, TrianglesThatFaceOppositeWays) {
    Mesh mesh = cube();
    std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
    const Diagnosed found(mesh);
    EXPECT_THAT(found("opposite ways").what, HasSubstr("3 edges between"));
    EXPECT_THAT(found("opposite ways").remedy, HasSubstr("--repair orient"));
    EXPECT_EQ(found.all.size(), 1u) << "neither closed nor inside out can be said of it";
}

TEST(DiagnoseMesh, SurfacesInsideOut) {
    Mesh mesh = cube();
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    const Diagnosed found(mesh);
    EXPECT_THAT(found.only().what, HasSubstr("1 closed surface that is inside out: that of triangle 0"));
    EXPECT_EQ(found.marked(""), 12);
}

TEST(DiagnoseMesh, PointsTwiceAndForNothing) {
    Mesh mesh = cube();
    mesh.points.push_back(mesh.points[3]);
    mesh.points.push_back({5, 5, 5});
    mesh.triangles[10] = {1, 8, 7};  // torn off corner 3
    const Diagnosed found(mesh);
    EXPECT_EQ(found("same place").what, "1 pair of points at the same place: 3–8");
    EXPECT_EQ(found("no element").what, "1 point of no element: 9");
    EXPECT_THAT(found("no element").features, ElementsAre(std::vector{9}));
}

TEST(DiagnoseMesh, SurfacesThroughThemselves) {
    Mesh mesh = cube();
    testing::append(mesh, cube({0.5, 0.6, 0.7}));
    const Diagnosed found(mesh);
    EXPECT_EQ(found.only().weight, Weight::fault);
    EXPECT_THAT(found.only().what, HasSubstr("places where the surface passes through itself"));
    EXPECT_THAT(found.only().remedy, HasSubstr("separate the parts"));
    EXPECT_GE(found.marked(""), 6);
    EXPECT_LT(found.marked(""), 24);
}

TEST(DiagnoseMesh, SurfacesThatTouchExactly) {
    Mesh mesh = cube();
    testing::append(mesh, cube({1, 0.25, 0.25}));
    const Diagnosed found(mesh);
    EXPECT_THAT(found.only().what, HasSubstr("touches itself exactly"));
    Mesh apart = cube();
    testing::append(apart, cube({1 + 1e-15, 0.25, 0.25}));
    EXPECT_THAT(diagnose_mesh(apart), IsEmpty());
}

TEST(DiagnoseMesh, PlanarOutlinesThroughThemselves) {
    Mesh mesh = make_grid({1, 1}, {1, 1});
    Mesh other = mesh;
    for (Vec3& x : other.points) x += Vec3{0.5, 0.5, 0};
    testing::append(mesh, other);
    EXPECT_THAT(Diagnosed(mesh, {.planar = true}).only().what,
                HasSubstr("2 places where the surface passes through itself"));
}

TEST(DiagnoseMesh, InvertedAndFlattenedTetrahedra) {
    Mesh mesh = make_torus(1.0, 0.3, 12, 2);
    std::swap(mesh.tets[4][0], mesh.tets[4][1]);
    EXPECT_EQ(Diagnosed(mesh).only().what, "1 inverted or flat tetrahedron: 4");
}

TEST(DiagnoseMesh, MillimetresTakenForMetres) {
    Mesh mesh = cube();
    for (Vec3& x : mesh.points) x *= 1000.0;
    EXPECT_THAT(Diagnosed(mesh).only().what, HasSubstr("1.73e+03 m across"));
    EXPECT_THAT(Diagnosed(mesh).only().remedy, HasSubstr("place.scale"));
    for (Vec3& x : mesh.points) x *= 0.05;
    EXPECT_THAT(Diagnosed(mesh).only().what, HasSubstr("86.6 m across")) << "a part of 50 mm";
    EXPECT_TRUE(diagnose_mesh(mesh, {.read = false}).empty()) << "a hall that a scene has made";
    Mesh far = cube({1e7, 0, 0});
    EXPECT_THAT(Diagnosed(far).only().what, HasSubstr("1e+07 m from the origin"));
}

TEST(DiagnoseMesh, TheHeaviestComeFirst) {
    Mesh mesh = cube();
    mesh.points.push_back({5, 5, 5});
    std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
    mesh.triangles.push_back({0, 1, 1});
    const auto found = diagnose_mesh(mesh);
    ASSERT_GE(found.size(), 3u);
    for (std::size_t i = 1; i < found.size(); ++i) EXPECT_GE(found[i - 1].weight, found[i].weight);
}

}  // namespace
}  // namespace talweg::diagnose_mesh_test
