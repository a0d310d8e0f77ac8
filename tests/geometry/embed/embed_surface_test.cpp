#include "talweg/geometry/embed/embed_surface.hpp"

#include <ctime>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"
#include "support/creature.hpp"
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/geometry/shapes/knot.hpp"
#include "talweg/geometry/shapes/sphere.hpp"

namespace talweg::embed_surface_test {
namespace {

double filled_volume(const EmbeddedSurface& e) {
    double sum = 0.0;
    for (std::size_t t = 0; t < e.lattice.tets.size(); ++t) {
        const auto& [a, b, c, d] = e.lattice.tets[t];
        const auto& x = e.lattice.points;
        sum += e.fill[t] * signed_volume(x[a], x[b], x[c], x[d]);
    }
    return sum;
}

// What holds for every embedding.
void expect_sound(const Mesh& surface, const EmbeddedSurface& e) {
    ASSERT_EQ(e.tet.size(), surface.points.size());
    ASSERT_EQ(e.fill.size(), e.lattice.tets.size());
    EXPECT_GT(testing::smallest_tet_volume(e.lattice), 0.0);
    const double size = bounding_box(surface.points).diagonal();
    double largest = 0.0;
    for (std::size_t i = 0; i < surface.points.size(); ++i) {
        Vec3 x = Vec3::zero();
        double sum = 0.0;
        for (int c = 0; c < 4; ++c) {
            x += e.weights[i][c] * e.lattice.points[e.lattice.tets[e.tet[i]][c]];
            sum += e.weights[i][c];
            EXPECT_GT(e.weights[i][c], -1e-8);
        }
        EXPECT_NEAR(sum, 1.0, 1e-14);
        largest = std::max(largest, norm(x - surface.points[i]));
    }
    EXPECT_LT(largest, 1e-12 * size);
    for (const double f : e.fill) EXPECT_TRUE(f >= 0.0 && f <= 1.0);
}

TEST(EmbedSurface, HoldsABall) {
    const Mesh ball = make_sphere(1.0, 8);
    const EmbeddedSurface e = embed_surface(ball, 0.2);
    expect_sound(ball, e);
    EXPECT_TRUE(testing::is_closed_and_oriented(e.lattice));
    EXPECT_EQ(testing::euler_characteristic(e.lattice), 2);
    EXPECT_GT(tet_volume(e.lattice), enclosed_volume(ball));
    EXPECT_NEAR(filled_volume(e), enclosed_volume(ball), 0.01 * enclosed_volume(ball));
}

TEST(EmbedSurface, LatticeConvergesToTheSurfacesVolume) {
    const Mesh ball = make_sphere(1.0, 8);
    const double exact = enclosed_volume(ball);
    const auto excess = [&](double spacing) { return tet_volume(embed_surface(ball, spacing).lattice) - exact; };
    // The kept tets stand out by a layer of about a spacing: first order.
    const EmbeddedSurface finest = embed_surface(ball, 0.06);
    EXPECT_NEAR(excess(0.24) / excess(0.12), 2.0, 0.4);
    EXPECT_NEAR(excess(0.12) / (tet_volume(finest.lattice) - exact), 2.0, 0.25);
    EXPECT_NEAR(filled_volume(finest), exact, 1e-3 * exact);
}

// Faces on lattice planes touch tets that they must neither keep nor lose.
TEST(EmbedSurface, AlignedBoxGetsOneSymmetricLayer) {
    const Mesh box = make_box({1, 1, 1}, {1, 1, 1}, 6);
    const EmbeddedSurface e = embed_surface(box, 0.25);
    expect_sound(box, e);
    // Four tets at each of the faces of 4³ cubes: 3 · 5 · 16 faces, outer ones included.
    EXPECT_EQ(e.lattice.tets.size(), std::size_t(4 * 3 * 5 * 16));
    EXPECT_NEAR(filled_volume(e), 1.0, 0.1);
    Vec3 center = Vec3::zero();
    for (const Vec3& p : e.lattice.points) center += p;
    EXPECT_NEAR(norm(center), 0.0, 1e-11);
}

// Faces in the diagonal planes that bound the lattice's own tets.
TEST(EmbedSurface, BoxTurnedIntoTheLatticesOwnPlanes) {
    Mesh box = make_box({1, 1, 1}, {2, 2, 2}, 6);
    const double s = std::sqrt(0.5);
    for (Vec3& p : box.points) p = {s * (p[0] - p[1]), s * (p[0] + p[1]), p[2]};
    for (const double spacing : {s / 4, 0.17, s / 3}) {
        const EmbeddedSurface e = embed_surface(box, spacing);
        expect_sound(box, e);
        EXPECT_NEAR(filled_volume(e), 1.0, 0.1);
        EXPECT_LT(tet_volume(e.lattice), 2.5);
    }
}

TEST(EmbedSurface, KnotStaysAKnot) {
    const Mesh knot = make_knot(1.0, 0.15, 150, 12);
    const EmbeddedSurface e = embed_surface(knot, 0.05);
    expect_sound(knot, e);
    EXPECT_EQ(testing::euler_characteristic(e.lattice), 0);
    EXPECT_NEAR(filled_volume(e), enclosed_volume(knot), 0.01 * enclosed_volume(knot));
}

TEST(EmbedSurface, AHoleIsClosedSmoothly) {
    Mesh ball = make_sphere(1.0, 8);
    const double exact = enclosed_volume(ball);
    // Everything above y = 0.9 is cut away.
    std::erase_if(ball.triangles, [&](const std::array<int, 3>& t) {
        return ball.points[t[0]][1] > 0.9 || ball.points[t[1]][1] > 0.9 || ball.points[t[2]][1] > 0.9;
    });
    ball.tets.clear();
    const EmbeddedSurface e = embed_surface(ball, 0.1);
    expect_sound(ball, e);
    EXPECT_NEAR(filled_volume(e), exact, 0.06 * exact);
    EXPECT_GT(filled_volume(e), 0.9 * exact);
}

TEST(EmbedSurface, OverlapsAreFilledOnce) {
    Mesh two = make_sphere(1.0, 6);
    const int shift = int(two.points.size());
    const std::size_t count = two.triangles.size();
    for (int i = 0; i < shift; ++i) two.points.push_back(two.points[i] + Vec3{0.9, 0.05, 0});
    for (std::size_t t = 0; t < count; ++t) {
        const auto [a, b, c] = two.triangles[t];
        two.triangles.push_back({a + shift, b + shift, c + shift});
    }
    const EmbeddedSurface e = embed_surface(two, 0.1);
    expect_sound(two, e);
    // Two balls of radius 1 at distance d share a lens of π (4 + d)(2 − d)² / 12.
    const double d = std::hypot(0.9, 0.05), pi = 3.14159265358979;
    const double exact = 2.0 * 4.0 / 3.0 * pi - pi * (4.0 + d) * (2.0 - d) * (2.0 - d) / 12.0;
    EXPECT_NEAR(filled_volume(e), exact, 0.03 * exact);
}

TEST(EmbedSurface, InsideOutSurfacesWorkToo) {
    Mesh ball = make_sphere(1.0, 4);
    for (auto& t : ball.triangles) std::swap(t[1], t[2]);
    EXPECT_NEAR(filled_volume(embed_surface(ball, 0.2)), -enclosed_volume(ball), 0.03 * 4.0);
}

void expect_filled(const Mesh& surface) {
    const double size = bounding_box(surface.points).diagonal();
    for (const double spacing : {size / 20, size / 40}) {
        const EmbeddedSurface e = embed_surface(surface, spacing);
        expect_sound(surface, e);
        EXPECT_NEAR(filled_volume(e), enclosed_volume(surface), 0.01 * enclosed_volume(surface));
    }
}

TEST(EmbedSurface, OfACreature) { expect_filled(testing::creature(12)); }

TEST(EmbedSurface, OfTheBunny) {
    TALWEG_NEED_SHARED_DATA();
    expect_filled(read_mesh(testing::shared_data() / "bunny.ply"));
}

// In time of the processor, which a busy machine does not change as much.
TEST(EmbedSurface, CostGrowsWithTheLatticeNotFaster) {
    const Mesh knot = make_knot(1.0, 0.15, 400, 20);
    const auto cost_per_tet = [&](double spacing) {
        const std::clock_t start = std::clock();
        const EmbeddedSurface e = embed_surface(knot, spacing);
        return double(std::clock() - start) / double(e.lattice.tets.size());
    };
    cost_per_tet(0.1);
    EXPECT_LT(cost_per_tet(0.05), 3.0 * cost_per_tet(0.1));
}

TEST(EmbedSurface, RefusesWhatEnclosesNothing) {
    using testing::contains;
    using testing::error_of;
    const Mesh sheet = make_grid({1, 1}, {4, 4});
    EXPECT_TRUE(contains(error_of([&] { embed_surface(sheet, 0.1); }), "encloses nothing"));
    EXPECT_TRUE(contains(error_of([&] { embed_surface(Mesh{}, 0.1); }), "needs a surface"));
    EXPECT_TRUE(contains(error_of([&] { embed_surface(sheet, -1); }), "positive length"));
    EXPECT_TRUE(contains(error_of([&] { embed_surface(make_sphere(1, 2), 1e-4); }), "use a coarser one"));
}

}  // namespace
}  // namespace talweg::embed_surface_test
