#include "talweg/geometry/shapes/beam.hpp"

#include <gtest/gtest.h>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"
#include "talweg/geometry/bounding_box.hpp"

namespace talweg::beam_test {
namespace {

TEST(Beam, HasCubicCells) {
    const Mesh mesh = make_beam({10, 1, 2}, 3, 6);
    EXPECT_EQ(mesh.points.size(), std::size_t(31 * 4 * 7));
    EXPECT_EQ(mesh.tets.size(), std::size_t(30 * 3 * 6 * 6));
    EXPECT_NEAR(tet_volume(mesh), 20.0, 1e-12);
    const Box box = bounding_box(mesh.points);
    EXPECT_NEAR(norm(box.size() - Vec3{10, 1, 2}), 0.0, 1e-14);
    EXPECT_NEAR(norm(box.center()), 0.0, 1e-14);
    EXPECT_EQ(mesh.point_groups.at("left").size(), 28u);
}

TEST(Beam, RefusesNonsense) {
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_beam({1, 0, 1}, 2, 6); }), "beam: size[1]"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_beam({1, 1, 1}, 0, 6); }), "cells_through"));
    EXPECT_TRUE(testing::contains(testing::error_of([] { make_beam({1e12, 1, 1}, 2, 6); }), "beam: too many cells"));
}

}  // namespace
}  // namespace talweg::beam_test
