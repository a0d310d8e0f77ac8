#include "talweg/geometry/read_mesh.hpp"

#include "geometry/mesh_checks.hpp"
#include "geometry/read/mesh_writers.hpp"
#include "geometry/read/msh_writers.hpp"
#include "geometry/read/sample_meshes.hpp"
#include "geometry/test_files.hpp"
#include "support/creature.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/knot.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"

namespace talweg::read_mesh_test {
namespace {

using testing::contains;
using testing::error_of;

TEST(ReadMesh, TellsTheFormatByContentThenByExtension) {
    const testing::TemporaryFolder folder;
    const Mesh surface = testing::sample_surface(), solid = testing::sample_solid();
    const std::string ply = testing::write_ply(surface, testing::PlyFormat::little);
    EXPECT_EQ(read_mesh(folder.write("a.PLY", ply)).triangles, surface.triangles);
    EXPECT_EQ(read_mesh(folder.write("misnamed.obj", ply)).triangles, surface.triangles);
    EXPECT_EQ(read_mesh(folder.write("noextension", testing::write_msh4(solid, true))).tets, solid.tets);
    EXPECT_EQ(read_mesh(folder.write("b.Obj", testing::write_obj(surface))).points, surface.points);
    EXPECT_EQ(read_mesh(folder.write("c.stl", testing::write_stl(surface, true))).points.size(), surface.points.size());
}

TEST(ReadMesh, ListsTheFormatsItKnows) {
    const testing::TemporaryFolder folder;
    const std::string error = error_of([&] { read_mesh(folder.write("a.docx", "PK")); });
    EXPECT_TRUE(contains(error, "a.docx: the mesh format is not known; convert it to one of obj, ply, stl")) << error;
    EXPECT_TRUE(contains(error_of([&] { read_mesh(folder.path() / "gone.msh"); }), "there is no such file"));
}

struct Expected {
    const char* file;
    std::size_t points, triangles, tets;
    int dimension, euler;
    bool closed;
    double volume;  // of the tets, or enclosed by a closed surface
};

void PrintTo(const Expected& e, std::ostream* out) { *out << e.file; }

void expect_counts_and_volume(const Mesh& mesh, const Expected& e) {
    EXPECT_EQ(mesh.points.size(), e.points);
    EXPECT_EQ(mesh.triangles.size(), e.triangles);
    EXPECT_EQ(mesh.tets.size(), e.tets);
    EXPECT_EQ(mesh.dimension, e.dimension);
    EXPECT_EQ(testing::euler_characteristic(mesh), e.euler);
    EXPECT_EQ(testing::is_closed_and_oriented(mesh), e.closed);
    if (e.closed) {
        EXPECT_NEAR(enclosed_volume(mesh), e.volume, 1e-5 * e.volume);
    }
    if (!mesh.tets.empty()) {
        EXPECT_NEAR(tet_volume(mesh), e.volume, 1e-5 * e.volume);
        EXPECT_NEAR(testing::sum(point_shares(mesh)), e.volume, 1e-5 * e.volume);
        EXPECT_GT(testing::smallest_tet_volume(mesh), 0.0);
    } else {
        EXPECT_NEAR(testing::sum(point_shares(mesh)), surface_area(mesh), 1e-9 * surface_area(mesh));
    }
}

/// Shapes of our own, whose numbers are known, written by other code than that which reads them.
TEST(ReadMesh, KeepsCountsTopologyAndVolumeOfShapes) {
    const testing::TemporaryFolder folder;
    const Mesh box = make_box({1, 2, 3}, {2, 3, 4}, 6), sheet = make_rectangle({1, 2}, {5, 4}, Diagonals::rising);
    const Mesh knot = make_knot(1.0, 0.15, 60, 8), creature = testing::creature(8);
    const Expected solid{"box", 3 * 4 * 5, 2 * 2 * (2 * 3 + 3 * 4 + 4 * 2), 6 * 24, 3, 2, true, 6.0};
    expect_counts_and_volume(read_mesh(folder.write("a.msh", testing::write_msh4(box, true))), solid);
    expect_counts_and_volume(read_mesh(folder.write("b.msh", testing::write_msh4(box, false))), solid);
    const auto surface = [](const Mesh& mesh, int euler, bool closed) {
        return Expected{"a surface",
                        mesh.points.size(),
                        mesh.triangles.size(),
                        0,
                        2,
                        euler,
                        closed,
                        closed ? enclosed_volume(mesh) : 0.0};
    };
    for (const auto& [mesh, euler, closed] :
         {std::tuple{&knot, 0, true}, std::tuple{&creature, 2, true}, std::tuple{&sheet, 1, false}}) {
        const Expected e = surface(*mesh, euler, closed);
        expect_counts_and_volume(read_mesh(folder.write("a.obj", testing::write_obj(*mesh))), e);
        for (const auto format : {testing::PlyFormat::little, testing::PlyFormat::text})
            expect_counts_and_volume(read_mesh(folder.write("a.ply", testing::write_ply(*mesh, format))), e);
    }
}

class SharedMesh : public ::testing::TestWithParam<Expected> {};

TEST_P(SharedMesh, HasTheKnownCountsAndVolume) {
    TALWEG_NEED_SHARED_DATA();
    expect_counts_and_volume(read_mesh(testing::shared_data() / GetParam().file), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Files, SharedMesh,
                         ::testing::Values(Expected{"tet.msh", 4, 4, 1, 3, 2, true, 1.0 / 6.0},
                                           Expected{"cube.msh", 8, 12, 6, 3, 2, true, 1.0},
                                           Expected{"bar-186.msh", 86, 168, 186, 3, 2, true, 5.0},
                                           Expected{"bar-2523.msh", 886, 1618, 2523, 3, 2, true, 5.0},
                                           Expected{"mat20x20.msh", 800, 1596, 2166, 3, 2, true, 0.013},
                                           Expected{"mat40x40.msh", 3200, 6396, 9126, 3, 2, true, 0.008},
                                           Expected{"sphere1K.msh", 1760, 2474, 6851, 3, 2, true, 0.5184766},
                                           Expected{"torus.msh", 200, 400, 491, 3, 0, true, 0.0726543},
                                           Expected{"bunny.msh", 4670, 6266, 19379, 3, 2, true, 6.0104},
                                           Expected{"sphere1K.obj", 1239, 2474, 0, 2, 2, true, 0.5184766},
                                           Expected{"cylinder.obj", 152, 300, 0, 2, 2, true, 0.0300002},
                                           Expected{"torus.obj", 200, 400, 0, 2, 0, true, 0.0726543},
                                           Expected{"sheet1000.obj", 913, 1708, 0, 2, 1, false, 0.0},
                                           Expected{"bowl.obj", 1321, 2560, 0, 2, 1, false, 0.0},
                                           Expected{"bunny.ply", 2503, 5002, 0, 2, 2, true, 0.123008},
                                           Expected{"two-cubes-close.ply", 262, 480, 0, 2, 4, true, 1.91966},
                                           Expected{"cloth_ball92.ply", 46598, 92230, 0, 2, 3, false, 0.0},
                                           Expected{"cloth_ball93.ply", 46598, 92230, 0, 2, 3, false, 0.0}),
                         [](const auto& test) {
                             std::string name = test.param.file;
                             for (char& c : name)
                                 if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                             return name;
                         });

}  // namespace
}  // namespace talweg::read_mesh_test
