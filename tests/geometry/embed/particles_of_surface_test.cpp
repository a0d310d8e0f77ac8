#include "talweg/geometry/embed/particles_of_surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/sphere.hpp"
#include "talweg/math/error.hpp"

namespace talweg::particles_of_surface_test {
namespace {

constexpr ParticleOrder orders[] = {ParticleOrder::regular, ParticleOrder::jittered, ParticleOrder::poisson};

Mesh ball() {
    Mesh mesh = make_sphere(1.0, 12);
    for (Vec3& x : mesh.points) x += Vec3{3, 0, -2};
    return mesh;
}

/// Half a spacing away from the skin: so many cells as fit into the smaller ball, and those at its border.
TEST(ParticlesOfSurface, FillABallWhereverItIs) {
    constexpr double spacing = 0.1;
    for (const ParticleOrder order : orders) {
        const Mesh filled = make_particles_inside(ball(), spacing, order, 3);
        EXPECT_EQ(filled.dimension, 0);
        double farthest = 0.0;
        Vec3 centre = Vec3::zero();
        for (const Vec3& x : filled.points) {
            farthest = std::max(farthest, norm(x - Vec3{3, 0, -2}));
            centre += x / static_cast<double>(filled.points.size());
        }
        EXPECT_LT(farthest, 1.0 - 0.5 * spacing + 1e-6);
        EXPECT_GT(farthest, 1.0 - 1.1 * spacing);
        EXPECT_LT(norm(centre - Vec3{3, 0, -2}), 0.02);
        const double cells = 4.0 / 3.0 * std::numbers::pi * std::pow(0.95 / spacing, 3);
        // At random, none closer than the spacing, balls end at 0.384/(π/6) = 0.73 for each cell; tries end before.
        const double part = static_cast<double>(filled.points.size()) / cells;
        EXPECT_NEAR(part, order == ParticleOrder::poisson ? 0.62 : 1.0, 0.08);
    }
}

TEST(ParticlesOfSurface, FillABoxToItsLastCell) {
    const Mesh filled = make_particles_inside(make_box({1.2, 0.6, 0.9}, {3, 2, 2}, 6), 0.1, ParticleOrder::regular, 0);
    EXPECT_EQ(filled.points.size(), 12u * 6u * 9u);
}

TEST(ParticlesOfSurface, CoverABallEvenly) {
    constexpr double spacing = 0.1;
    const double squares = 4.0 * std::numbers::pi / (spacing * spacing);
    for (const ParticleOrder order : orders) {
        const Mesh cover = make_particles_on(ball(), spacing, order, 3);
        const auto count = static_cast<double>(cover.points.size());
        int above = 0;
        for (const Vec3& x : cover.points) {
            EXPECT_NEAR(norm(x - Vec3{3, 0, -2}), 1.0, 0.03);
            above += x[1] > 0.0;
        }
        EXPECT_NEAR(above / count, 0.5, 0.03);
        if (order == ParticleOrder::poisson) {
            EXPECT_EQ(NeighbourGrid(cover.points, spacing).entry_count(), 0);
            EXPECT_NEAR(count / squares, 0.65, 0.05);  // random sequential addition of discs ends at 0.547/(π/4)
        } else {
            EXPECT_NEAR(count / squares, 1.0, 0.03);  // of the polyhedron, which is a little smaller
        }
    }
}

TEST(ParticlesOfSurface, LinkThoseThatAreNear) {
    Mesh row = make_particles(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0.5, 0}});
    link_particles(1.1, row);
    using Edges = std::vector<std::array<int, 2>>;
    EXPECT_EQ(row.edge_groups["links"], (Edges{{0, 1}, {1, 2}, {2, 3}}));
    Mesh apart = make_particles(row.points);
    EXPECT_THROW(link_particles(0.4, apart), Error);
}

TEST(ParticlesOfSurface, SayWhyThereIsNone) {
    EXPECT_THROW(make_particles_inside(ball(), 5.0, ParticleOrder::regular, 0), Error);
    EXPECT_THROW(make_particles_inside(Mesh{}, 0.1, ParticleOrder::regular, 0), Error);
    EXPECT_THROW(make_particles_on(Mesh{}, 0.1, ParticleOrder::regular, 0), Error);
    EXPECT_THROW(make_particles_on(ball(), 1e-6, ParticleOrder::regular, 0), Error);
}

}  // namespace
}  // namespace talweg::particles_of_surface_test
