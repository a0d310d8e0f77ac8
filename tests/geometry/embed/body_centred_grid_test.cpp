#include "talweg/geometry/embed/body_centred_grid.hpp"

#include <gtest/gtest.h>

#include <random>

#include "geometry/mesh_checks.hpp"
#include "talweg/geometry/outer_surface.hpp"

namespace talweg::body_centred_grid_test {
namespace {

const Box box{{0, 0, 0}, {1.0, 0.7, 0.5}};

TEST(BodyCentredGrid, TetsAreCongruentAndPositive) {
    const BodyCentredGrid grid(box, 0.25);
    Mesh mesh;
    std::map<std::size_t, int> number;
    int count = 0;
    for (std::size_t tet = 0; tet < grid.tet_count(); ++tet) {
        if (!grid.exists(tet)) continue;
        ++count;
        const auto x = grid.positions(tet);
        EXPECT_NEAR(signed_volume(x[0], x[1], x[2], x[3]), 0.25 * 0.25 * 0.25 / 12.0, 1e-15) << tet;
        std::array<int, 4> corners;
        for (int c = 0; c < 4; ++c) {
            const auto [entry, is_new] = number.try_emplace(grid.corners(tet)[c], int(mesh.points.size()));
            if (is_new) mesh.points.push_back(x[c]);
            corners[c] = entry->second;
        }
        mesh.tets.push_back(corners);
    }
    // 6 × 5 × 4 cubes: four tets at each inner face.
    EXPECT_EQ(count, 4 * (5 * 5 * 4 + 6 * 4 * 4 + 6 * 5 * 3));
    mesh.triangles = outer_surface(mesh.tets);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_NEAR(enclosed_volume(mesh), tet_volume(mesh), 1e-12);
}

TEST(BodyCentredGrid, NeighboursShareAFaceAndKnowEachOther) {
    const BodyCentredGrid grid(box, 0.25);
    for (std::size_t tet = 0; tet < grid.tet_count(); ++tet) {
        if (!grid.exists(tet)) continue;
        const auto mine = grid.corners(tet);
        std::set<std::size_t> all;
        for (const std::size_t next : grid.neighbours(tet)) {
            if (next == BodyCentredGrid::none) continue;
            ASSERT_TRUE(grid.exists(next));
            all.insert(next);
            int shared = 0;
            for (const std::size_t c : grid.corners(next)) shared += std::count(mine.begin(), mine.end(), c);
            EXPECT_EQ(shared, 3);
            const auto back = grid.neighbours(next);
            EXPECT_EQ(std::count(back.begin(), back.end(), tet), 1);
        }
        EXPECT_GE(all.size(), 2u);
    }
}

TEST(BodyCentredGrid, LocatesPointsAndWeighsThem) {
    const BodyCentredGrid grid(box, 0.13);
    std::mt19937 random{4};
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 5000; ++i) {
        const Vec3 p{unit(random), 0.7 * unit(random), 0.5 * unit(random)};
        const std::size_t tet = grid.locate(p);
        ASSERT_TRUE(grid.exists(tet));
        const auto w = grid.weights(tet, p);
        const auto x = grid.positions(tet);
        EXPECT_GT(*std::min_element(w.begin(), w.end()), -1e-12);
        EXPECT_NEAR(norm(w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3] - p), 0.0, 1e-15);
    }
}

TEST(BodyCentredGrid, EveryTetSharesInTwoCubes) {
    const BodyCentredGrid grid(box, 0.25);
    std::map<std::size_t, int> seen;
    for (std::size_t cube = 0; cube < grid.cube_count(); ++cube)
        for (int half = 0; half < 24; ++half) {
            const std::size_t tet = grid.tet_in_cube(cube, half);
            if (tet == BodyCentredGrid::none) continue;
            ++seen[tet];
            const auto cubes = grid.cubes_of(tet);
            EXPECT_EQ(std::count(cubes.begin(), cubes.end(), cube), 1);
        }
    for (const auto& [tet, count] : seen) EXPECT_EQ(count, 2);
    EXPECT_EQ(seen.size(), 1144u);
}

TEST(BodyCentredGrid, FindsEveryTetNearABox) {
    const BodyCentredGrid grid(box, 0.2);
    const Box small{{0.31, 0.33, 0.2}, {0.5, 0.36, 0.24}};
    std::vector<std::size_t> found;
    grid.for_each_tet_near(small, [&](std::size_t tet) { found.push_back(tet); });
    for (std::size_t tet = 0; tet < grid.tet_count(); ++tet) {
        if (!grid.exists(tet)) continue;
        Box bounds;
        for (const Vec3& p : grid.positions(tet)) bounds.include(p);
        bool meets = true;
        for (int a = 0; a < 3; ++a) meets = meets && bounds.min[a] <= small.max[a] && small.min[a] <= bounds.max[a];
        EXPECT_EQ(std::count(found.begin(), found.end(), tet), meets ? 1 : 0);
    }
}

}  // namespace
}  // namespace talweg::body_centred_grid_test
