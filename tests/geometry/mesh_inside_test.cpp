#include "talweg/geometry/mesh_inside.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "talweg/geometry/examine_mesh.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/shapes/hemisphere.hpp"
#include "talweg/geometry/shapes/knot.hpp"
#include "talweg/math/error.hpp"

namespace talweg::mesh_inside_test {
namespace {

using ::testing::HasSubstr;

std::string complaint(const Mesh& surface, TetMesher mesher) {
    try {
        mesh_inside(surface, mesher, 0.2);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

class MeshInside : public ::testing::TestWithParam<TetMesher> {
protected:
    void SetUp() override {
        if (!is_installed(GetParam())) GTEST_SKIP() << "the program is not installed";
    }
};

TEST_P(MeshInside, FillsAClosedSurfaceWithGoodTets) {
    const Mesh surface = make_knot(1.0, 0.2, 36, 8);
    const Mesh solid = mesh_inside(surface, GetParam(), 0.15);
    EXPECT_EQ(solid.dimension, 3);
    EXPECT_NEAR(tet_volume(solid), enclosed_volume(surface), 1e-6);
    EXPECT_NEAR(surface_area(solid), surface_area(surface), 1e-5);
    const MeshFaults faults = examine_mesh(solid);
    EXPECT_TRUE(faults.inverted_tets.empty()) << faults.describe();
    EXPECT_TRUE(faults.closed()) << faults.describe();
}

TEST_P(MeshInside, RefusesASurfaceThatIsNotClosed) {
    EXPECT_THAT(complaint(make_hemisphere(1.0, 4), GetParam()), HasSubstr("24 border edges of the surface: "));
}

INSTANTIATE_TEST_SUITE_P(programs, MeshInside, ::testing::Values(TetMesher::gmsh, TetMesher::tetgen),
                         [](const auto& each) { return each.param == TetMesher::gmsh ? "gmsh" : "tetgen"; });

TEST(MeshInsideWithout, SaysWhatToInstall) {
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", "/nowhere", 1);
    const std::string message = complaint(make_knot(1.0, 0.2, 36, 8), TetMesher::gmsh);
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(message,
              "gmsh is not installed; install it (on Debian: the package gmsh), or use \"mesher\": \"lattice\", which "
              "needs no other program");
}

}  // namespace
}  // namespace talweg::mesh_inside_test
