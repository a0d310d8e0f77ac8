#include "talweg/geometry/shapes/lattice.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::lattice_test {
namespace {

TEST(Lattice, CountsInClosedForm) {
    const std::size_t x = 2, y = 3, z = 4;
    const Mesh mesh = make_lattice({1, 1, 1}, {int(x), int(y), int(z)});
    EXPECT_EQ(mesh.points.size(), (x + 1) * (y + 1) * (z + 1));
    EXPECT_EQ(mesh.hexes.size(), x * y * z);
    EXPECT_EQ(mesh.edge_groups.at("structural").size(),
              x * (y + 1) * (z + 1) + (x + 1) * y * (z + 1) + (x + 1) * (y + 1) * z);
    EXPECT_EQ(mesh.edge_groups.at("shear").size(), 2 * (x * y * (z + 1) + x * (y + 1) * z + (x + 1) * y * z));
    EXPECT_EQ(mesh.edge_groups.at("diagonal").size(), 4 * x * y * z);
    EXPECT_EQ(mesh.triangles.size(), 4 * (x * y + y * z + z * x));
    for (const auto& [name, edges] : mesh.edge_groups) EXPECT_TRUE(testing::are_unique(edges)) << name;
}

TEST(Lattice, SpringsHaveTheLengthsOfTheirKind) {
    const Mesh mesh = make_lattice({4, 8, 12}, {2, 2, 2});  // cells of 2 × 4 × 6
    const auto squares = [&](const char* group) {
        std::set<double> found;
        for (const auto& [a, b] : mesh.edge_groups.at(group))
            found.insert(norm_squared(mesh.points[b] - mesh.points[a]));
        return found;
    };
    EXPECT_EQ(squares("structural"), (std::set<double>{4, 16, 36}));
    EXPECT_EQ(squares("shear"), (std::set<double>{20, 40, 52}));
    EXPECT_EQ(squares("diagonal"), (std::set<double>{56}));
}

TEST(Lattice, SurfaceIsABallsAndPointsOutward) {
    const Mesh mesh = make_lattice({1, 2, 3}, {2, 3, 4});
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 2);
    EXPECT_NEAR(enclosed_volume(mesh), 6.0, 1e-13);
    EXPECT_NEAR(surface_area(mesh), 22.0, 1e-13);
    EXPECT_NEAR(testing::sum(point_shares(mesh)), 6.0, 1e-13);
}

TEST(Lattice, NamesItsSides) {
    const Mesh mesh = make_lattice({2, 4, 6}, {2, 3, 4});
    const std::array<std::array<const char*, 2>, 3> names{{{"left", "right"}, {"bottom", "top"}, {"back", "front"}}};
    const std::array<std::size_t, 3> sizes{20, 15, 12};
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const auto& group = mesh.point_groups.at(names[axis][side]);
            EXPECT_EQ(group.size(), sizes[axis]);
            for (const int p : group) EXPECT_NEAR(mesh.points[p][axis], (2 * side - 1) * (axis + 1.0), 1e-15);
        }
    EXPECT_EQ(mesh.point_groups.at("corners").size(), 8u);
}

TEST(Lattice, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_lattice({1, 0, 1}, {1, 1, 1}); }), "lattice: size[1]"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_lattice({1, 1, 1}, {1, 1, 0}); }), "cells[2]"));
    EXPECT_TRUE(testing::contains(testing::error_of([] {
                                      make_lattice({1, 1, 1}, {9999, 9999, 9999});
                                  }),
                                  "fewer cells"));
}

}  // namespace
}  // namespace talweg::lattice_test
