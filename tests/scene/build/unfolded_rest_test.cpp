#include "talweg/scene/build/unfolded_rest.hpp"

#include <gtest/gtest.h>

#include "energies/random_sheet.hpp"
#include "talweg/geometry/hinges.hpp"

namespace talweg::unfolded_rest_test {
namespace {

/// A flat sheet cut into its triangles, each turned and moved by itself, as if every edge were a seam.
struct Pieces {
    testing::Sheet sheet = testing::random_sheet(5, 3);
    std::vector<std::array<Vec3, 3>> rest;

    Pieces() {
        RandomMatrices random(4);
        for (const auto& triangle : sheet.triangles) {
            const double turn = random.uniform(0.0, 6.0), c = std::cos(turn), s = std::sin(turn);
            const Vec3 move = {random.uniform(-9.0, 9.0), random.uniform(-9.0, 9.0), 0};
            auto& corners = rest.emplace_back();
            for (int k = 0; k < 3; ++k) {
                const Vec3 p = sheet.flat[triangle[k]];
                corners[k] = move + Vec3{c * p[0] - s * p[1], s * p[0] + c * p[1], 0};
            }
        }
    }
    template <std::size_t N>
    void expect_same_distances(const std::array<int, N>& points, const Points<double, int(N)>& x) const {
        for (std::size_t i = 0; i < N; ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_NEAR(norm(x[int(i)] - x[int(j)]), norm(sheet.flat[points[i]] - sheet.flat[points[j]]), 1e-12)
                    << i << " " << j;
    }
};

TEST(UnfoldedRest, PutsPiecesTogetherAsTheyLayInTheSheet) {
    const Pieces pieces;
    const UnfoldedRest unfolded(pieces.sheet.triangles, pieces.rest);
    for (const auto& hinge : find_hinges(pieces.sheet.triangles))
        pieces.expect_same_distances(hinge, unfolded.of(std::span<const int, 4>(hinge)));
    const auto patches = find_patches(pieces.sheet.triangles);
    for (std::size_t t = 0; t < patches.size(); ++t) {
        const auto x = unfolded.of(std::span<const int, 12>(patches[t]));
        pieces.expect_same_distances(patches[t], x);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(x[k], pieces.rest[t][k]) << "the triangle itself lies as it rests";
    }
}

TEST(UnfoldedRest, ASeamThatIsEasedInFollowsTheFirstPiece) {
    const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {1, 0, 3}};
    // The second piece is twice as long along the seam, and its apex stands 0.5 above its middle.
    const std::vector<std::array<Vec3, 3>> rest = {{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}},
                                                   {Vec3{9, 0, 0}, Vec3{7, 0, 0}, Vec3{8, 0.5, 0}}};
    const UnfoldedRest unfolded(triangles, rest);
    const std::array<int, 4> hinge = {0, 1, 2, 3};
    const auto x = unfolded.of(std::span<const int, 4>(hinge));
    EXPECT_NEAR(norm(x[1] - x[0]), 1.0, 1e-15);
    EXPECT_NEAR(norm(x[3] - Vec3{0.5, -0.5, 0}), 0.0, 1e-15);
}

}  // namespace
}  // namespace talweg::unfolded_rest_test
