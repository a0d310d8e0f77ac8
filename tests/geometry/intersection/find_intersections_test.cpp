#include "talweg/geometry/intersection/find_intersections.hpp"

#include <gtest/gtest.h>

#include "../random_points.hpp"
#include "../test_files.hpp"
#include "support/creature.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/intersection/exact_predicates.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg::find_intersections_test {
namespace {

using testing::RandomPoints;

struct Soup {
    std::vector<Vec3> points;
    std::vector<std::array<int, 3>> triangles;

    auto intersections() const { return find_intersections(points, unique_edges(triangles), triangles); }
};

Soup random_triangles(int count, double size, unsigned seed) {
    RandomPoints random(seed);
    Soup soup;
    for (int t = 0; t < count; ++t) {
        const Vec3 centre = random.in_cube();
        for (int k = 0; k < 3; ++k) soup.points.push_back(centre + random.in_cube(size));
        soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return soup;
}

/// A sheet of n × n squares in the plane y = height, wavy by `wave`.
Soup sheet(int n, double height, double wave) {
    Soup soup;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
            soup.points.push_back({double(i) / n, height + wave * std::sin(7.0 * i / n + 5.0 * j / n), double(j) / n});
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const int a = i * (n + 1) + j, b = a + n + 1;
            soup.triangles.push_back({a, b, b + 1});
            soup.triangles.push_back({a, b + 1, a + 1});
        }
    return soup;
}

Soup operator+(Soup a, const Soup& b) {
    const int shift = int(a.points.size());
    a.points.insert(a.points.end(), b.points.begin(), b.points.end());
    for (const auto& t : b.triangles) a.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
    return a;
}

TEST(FindIntersections, FindsWhatEveryPairTriedFinds) {
    for (const unsigned seed : {61u, 62u, 63u}) {
        const Soup soup = random_triangles(150, 0.3, seed);
        const auto edges = unique_edges(soup.triangles);
        std::vector<EdgeTriangleIntersection> tried;
        for (int e = 0; e < int(edges.size()); ++e)
            for (int t = 0; t < int(soup.triangles.size()); ++t) {
                const auto& x = soup.points;
                const auto& [p, q, r] = soup.triangles[t];
                if (edges[e][0] / 3 != t && segment_crosses_triangle(x[edges[e][0]], x[edges[e][1]], x[p], x[q], x[r]))
                    tried.push_back({e, t});
            }
        EXPECT_GT(tried.size(), 20u);
        EXPECT_EQ(soup.intersections(), tried);
    }
}

TEST(FindIntersections, CleanSurfacesHaveNone) {
    EXPECT_TRUE(sheet(20, 0.0, 0.1).intersections().empty());
    EXPECT_TRUE(
        sheet(20, 0.0, 0.0).intersections().empty());  // neighbours in one plane touch only where they share points
    EXPECT_TRUE((sheet(20, 0.0, 0.1) + sheet(17, 0.2001, 0.1)).intersections().empty());
}

TEST(FindIntersections, SurfacesThatTouchOrCrossAreCaught) {
    EXPECT_FALSE((sheet(10, 0.0, 0.0) + sheet(7, 0.0, 0.0)).intersections().empty());    // on each other
    EXPECT_FALSE((sheet(10, 0.0, 0.1) + sheet(7, 0.05, -0.1)).intersections().empty());  // through each other
    // A corner that just touches a face, and one that does not quite.
    Soup needle = sheet(3, 0.0, 0.0);
    const auto add = [&](double gap) {
        Soup both = needle;
        both.points.insert(both.points.end(), {{0.4, gap, 0.5}, {0.4, 1, 0.4}, {0.5, 1, 0.6}});
        const int n = int(needle.points.size());
        both.triangles.push_back({n, n + 1, n + 2});
        return both;
    };
    EXPECT_FALSE(add(0.0).intersections().empty());
    EXPECT_TRUE(add(1e-15).intersections().empty());
    EXPECT_FALSE(add(-1e-15).intersections().empty());
}

TEST(FindIntersections, NamesThePlace) {
    const Soup soup{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0.2, -1, 0.2}, {0.2, 1, 0.2}}, {{0, 1, 2}}};
    const std::vector<std::array<int, 2>> rope{{3, 4}};
    const auto found = find_intersections(soup.points, rope, soup.triangles);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], (EdgeTriangleIntersection{0, 0}));
}

/// Two copies of a creature, beside one another by its width and a hair, then a hair nearer.
TEST(FindIntersections, OfClosedSurfaces) {
    const Mesh one = testing::creature(9);
    const Box box = bounding_box(one.points);
    const auto count = [&](double apart) {
        Mesh both = one;
        for (const Vec3& x : one.points) both.points.push_back(x + Vec3{apart, 0, 0});
        const int shift = int(one.points.size());
        for (const auto& [a, b, c] : one.triangles) both.triangles.push_back({a + shift, b + shift, c + shift});
        return find_intersections(both.points, unique_edges(both.triangles), both.triangles).size();
    };
    EXPECT_EQ(find_intersections(one.points, unique_edges(one.triangles), one.triangles).size(), 0u);
    EXPECT_EQ(count(1.0001 * (box.max[0] - box.min[0])), 0u);
    EXPECT_GT(count(0.5 * (box.max[0] - box.min[0])), 10u);
}

TEST(FindIntersections, PublicMeshes) {
    TALWEG_NEED_SHARED_DATA();
    const auto count = [](const char* name) {
        const Mesh mesh = read_mesh(testing::shared_data() / name);
        return find_intersections(mesh.points, unique_edges(mesh.triangles), mesh.triangles).size();
    };
    EXPECT_EQ(count("two-cubes-close.ply"), 0u);
    EXPECT_GT(count("two-cubes-intersecting.ply"), 0u);
    EXPECT_EQ(count("bunny.ply"), 0u);
}

TEST(FindIntersections, InThePlane) {
    // Two squares, the second turned and moved into the first, then away from it.
    const auto squares = [](double shift) {
        std::vector<Vec3> x;
        for (int k = 0; k < 4; ++k) x.push_back({std::cos(M_PI_2 * k), std::sin(M_PI_2 * k), 0.0});
        for (int k = 0; k < 4; ++k) x.push_back({shift + std::cos(M_PI_2 * k + 0.1), std::sin(M_PI_2 * k + 0.1), 0.0});
        return x;
    };
    const std::vector<std::array<int, 2>> edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};
    EXPECT_EQ(find_planar_intersections(squares(1.0), edges).size(), 2u);
    EXPECT_TRUE(find_planar_intersections(squares(2.1), edges).empty());
}

TEST(FindIntersections, TheSameListForAnyNumberOfThreads) {
    const Soup soup = random_triangles(4000, 0.1, 64);
    const auto find = [&] { return soup.intersections(); };
    const auto one = testing::with_threads(1, find);
    EXPECT_GT(one.size(), 100u);
    for (const int threads : {2, 4}) EXPECT_EQ(testing::with_threads(threads, find), one);
}

}  // namespace
}  // namespace talweg::find_intersections_test
