#include "talweg/geometry/read/obj.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/fuzz.hpp"
#include "geometry/read/mesh_writers.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"

namespace talweg::read::obj_test {
namespace {

using testing::contains;

Mesh obj(const std::string& text) { return read_obj({"m.obj", text}); }
std::string obj_error(const std::string& text) {
    return testing::error_of([&] { obj(text); });
}
const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

TEST(Obj, RoundTripIsExact) {
    Mesh mesh = testing::sample_surface();
    mesh.points[3] = {0.1, 1.0 / 3.0, 1e-17};
    const Mesh read = obj(testing::write_obj(mesh));
    EXPECT_EQ(read.points, mesh.points);
    EXPECT_EQ(read.triangles, mesh.triangles);
    EXPECT_EQ(read.dimension, 2);
}

TEST(Obj, UnderstandsEveryWayToNameAVertex) {
    const Mesh mesh =
        obj("# made by hand\r\n" + three +
            "v 1 1 0 0.5\nvn 0 0 1\nvt 0 0\nf 1/1 2/1 3/1\nf -3//1 -1//1 -2//1 # the other\nf 1/1/1 \\\n2 4 3\n");
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {1, 3, 2}, {0, 1, 3}, {0, 3, 2}}));
    EXPECT_EQ(mesh.points.size(), 4u);
}

TEST(Obj, KeepsUnusedVerticesAndTheirNumbers) {
    const Mesh mesh = obj("v 5 5 5\n" + three + "v 7 7 7\nf 2 3 4\n");
    EXPECT_EQ(mesh.points.size(), 5u);
    EXPECT_EQ(mesh.triangles[0], (std::array<int, 3>{1, 2, 3}));
}

TEST(Obj, FacesMayStandBeforeTheirVertices) { EXPECT_EQ(obj("f 1 2 3\n" + three).triangles.size(), 1u); }

TEST(Obj, GroupsAndObjectsBecomePointGroups) {
    const Mesh mesh = obj(three + "v 1 1 0\no thing\ng a b\nf 1 2 3\ng\nf 2 4 3\n");
    EXPECT_EQ(mesh.point_groups.at("a"), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(mesh.point_groups.at("b"), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(mesh.point_groups.at("thing"), (std::vector<int>{0, 1, 2, 3}));
}

TEST(Obj, MaterialsBecomePointGroups) {
    const Mesh mesh = obj(three + "v 1 1 0\nmtllib m.mtl\nusemtl skin\nf 1 2 3\nusemtl hair\nf 2 4 3\n");
    EXPECT_EQ(mesh.point_groups.at("skin"), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(mesh.point_groups.at("hair"), (std::vector<int>{1, 2, 3}));
}

TEST(Obj, LinesAloneMakeALineBody) {
    const Mesh mesh = obj(three + "l 1 2 3\n");
    EXPECT_EQ(mesh.dimension, 1);
    EXPECT_EQ(mesh.edge_groups.at("structural"), (std::vector<std::array<int, 2>>{{0, 1}, {1, 2}}));
}

TEST(Obj, SaysWhereAndWhatIsWrong) {
    EXPECT_TRUE(contains(obj_error(three + "f 1 2 4\n"), "m.obj:4: point 4 is named, but the file has only 3"));
    EXPECT_TRUE(contains(obj_error(three + "f 1 2 0\n"), "m.obj:4: a vertex number is expected, found '0'"));
    EXPECT_TRUE(contains(obj_error(three + "f 1 2 -4\n"), "vertex -4 is named, but only 3 stand before"));
    EXPECT_TRUE(contains(obj_error(three + "f 1 2 99999999999\n"), "m.obj:4: vertex 99999999999"));
    EXPECT_TRUE(contains(obj_error("v 0 nan 0\n"), "m.obj:1: a coordinate must be a finite number, found 'nan'"));
    EXPECT_TRUE(contains(obj_error("v 0 1e999 0\n"), "m.obj:1: a coordinate must be a finite number"));
    EXPECT_TRUE(contains(obj_error("v 0 0\n"), "three coordinates"));
    EXPECT_TRUE(contains(obj_error(three + "f 1 2\n"), "at least 3 vertices"));
    EXPECT_TRUE(contains(obj_error(three + "curv2 1 2\n"), "export polygons"));
    EXPECT_TRUE(contains(obj_error("\x7f\x45LF\x02\n"), "is this an OBJ file?"));
    EXPECT_TRUE(contains(obj_error(three), "points only"));
}

TEST(Obj, SurvivesDamage) {
    testing::fuzz(testing::write_obj(testing::sample_surface()), 4000, obj);
    testing::fuzz("o a\ng b c\n" + three + "v 1 1 0\nf 1/2/3 2//1 -1 \\\n 4\nl 1 2 3\nusemtl x\n", 4000, obj);
}

}  // namespace
}  // namespace talweg::read::obj_test
