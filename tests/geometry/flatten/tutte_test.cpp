#include "talweg/geometry/flatten/tutte.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "talweg/geometry/flatten/border_loop.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/shapes/annulus.hpp"
#include "talweg/geometry/shapes/disc.hpp"
#include "talweg/geometry/shapes/hemisphere.hpp"
#include "talweg/geometry/shapes/knot.hpp"
#include "talweg/geometry/shapes/rectangle.hpp"
#include "talweg/math/error.hpp"

namespace talweg::tutte_test {
namespace {

using ::testing::HasSubstr;

std::string complaint(const Mesh& surface) {
    try {
        tutte_layout(surface);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

double smallest_area(const Mesh& surface, const std::vector<Vec3>& x) {
    double smallest = HUGE_VAL;
    for (const auto& t : surface.triangles) smallest = std::min(smallest, area_vector(x[t[0]], x[t[1]], x[t[2]])[2]);
    return smallest;
}

TEST(BorderLoop, GoesAroundCounterClockwise) {
    const std::vector<int> loop = border_loop(make_rectangle({2, 1}, {2, 1}, Diagonals::rising));
    ASSERT_EQ(loop, (std::vector<int>{0, 2, 4, 5, 3, 1}));
}

TEST(TutteLayout, HasNoFoldsAndTheAreaOfTheSurface) {
    const Mesh dome = make_hemisphere(1.0, 8);
    const std::vector<Vec3> x = tutte_layout(dome);
    EXPECT_GT(smallest_area(dome, x), 0.0);
    // Every inner point in the middle of its neighbours; the rim on the circle of the surface's area.
    const double radius = std::sqrt(surface_area(dome) / std::numbers::pi);
    for (const int point : dome.point_groups.at("rim")) EXPECT_NEAR(norm(x[point]), radius, 1e-12);
    EXPECT_LT(norm(x[0]), 1e-12) << "the pole, by symmetry";
    for (const Vec3& p : x) EXPECT_EQ(p[2], 0.0);
}

TEST(TutteLayout, HasNoFoldsOnACrumpledSheet) {
    Mesh sheet = make_rectangle({1, 1}, {12, 12}, Diagonals::alternating);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> shift(-0.3, 0.3);
    for (Vec3& p : sheet.points) p += Vec3{0.1 * shift(random), 0.1 * shift(random), shift(random)};
    // A triangle that has its three points on the border has no area on the circle; alternating corners have none.
    EXPECT_GT(smallest_area(sheet, tutte_layout(sheet)), 0.0);
}

TEST(TutteLayout, RefusesWhatIsNoDisc) {
    EXPECT_THAT(complaint(make_knot(1.0, 0.2, 24, 6)), HasSubstr("a closed surface cannot be flattened"));
    EXPECT_THAT(complaint(make_annulus(1.0, 2.0, {1, 12})),
                HasSubstr("24 border edges, of which 12 form the loop through point"));
    Mesh two = make_disc(1.0, 2);
    const auto count = static_cast<int>(two.points.size());
    const Mesh other = two;
    for (const Vec3& p : other.points) two.points.push_back(p + Vec3{5, 0, 0});
    for (const auto& t : other.triangles) two.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    EXPECT_THAT(complaint(two), HasSubstr("points − edges + triangles = 2"));
    Mesh flipped = make_disc(1.0, 2);
    std::swap(flipped.triangles[0][1], flipped.triangles[0][2]);
    EXPECT_THAT(complaint(flipped), HasSubstr("edges between triangles that face opposite ways"));
    EXPECT_THAT(complaint(Mesh()), HasSubstr("no triangles"));
}

TEST(LaidFlat, KeepsLengthsAndFacesUp) {
    const Vec3 a{1, 2, 3}, b{-1, 0.5, 4}, c{0.3, 7, -2};
    const auto [p, q, r] = laid_flat(a, b, c);
    EXPECT_NEAR(norm(q - p), norm(b - a), 1e-14);
    EXPECT_NEAR(norm(r - q), norm(c - b), 1e-14);
    EXPECT_NEAR(norm(p - r), norm(a - c), 1e-14);
    EXPECT_GT(r[1], 0.0);
    EXPECT_EQ(r[2], 0.0);
}

}  // namespace
}  // namespace talweg::tutte_test
