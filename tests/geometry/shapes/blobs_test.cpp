#include "talweg/geometry/shapes/blobs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"

namespace talweg::blobs_test {
namespace {

constexpr double pi = std::numbers::pi;

const std::vector<Blob> animal{
    {{{-0.2, 0.3, 0}, {0.2, 0.3, 0}}, 0.12, "trunk"},        {{{0.35, 0.45, 0}}, 0.1, "head"},
    {{{-0.2, 0.3, 0.08}, {-0.22, 0.05, 0.1}}, 0.05, "legs"}, {{{-0.2, 0.3, -0.08}, {-0.22, 0.05, -0.1}}, 0.05, "legs"},
    {{{0.2, 0.3, 0.08}, {0.22, 0.05, 0.1}}, 0.05, "legs"},   {{{0.2, 0.3, -0.08}, {0.22, 0.05, -0.1}}, 0.05, "legs"},
    {{{-0.3, 0.35, 0}, {-0.45, 0.5, 0}}, 0.04, ""}};

TEST(Blobs, GrowTogetherToOneClosedSurface) {
    const Mesh mesh = make_blobs(animal, 0.02, 0.02);
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 2);
    EXPECT_EQ(mesh.dimension, 2);
    for (const Vec3& x : mesh.points) EXPECT_NEAR(blob_distance(animal, 0.02, x), 0.0, 1e-7);
}

TEST(Blobs, OneBallAndOneCapsuleAreExact) {
    const Mesh ball = make_blobs({{{{1, 2, 3}}, 0.5, ""}}, 0.1, 0.05);
    EXPECT_NEAR(enclosed_volume(ball), pi / 6.0, 0.01 * pi / 6.0);
    const double exact = pi * 0.25 * 2.0 + pi / 6.0;
    const Mesh capsule = make_blobs({{{{-1, 0, 0}, {1, 0, 0}}, 0.5, ""}}, 0.1, 0.05);
    EXPECT_NEAR(enclosed_volume(capsule), exact, 0.01 * exact);
    for (const Vec3& x : capsule.points) {
        const Vec3 along{std::clamp(x[0], -1.0, 1.0), 0, 0};
        EXPECT_NEAR(norm(x - along), 0.5, 1e-9);
    }
}

// Two balls that coincide are one, larger by k log 2.
TEST(Blobs, SwellWhereTheyOverlap) {
    const std::vector<Blob> twice{{{{0, 0, 0}}, 0.5, ""}, {{{0, 0, 0}}, 0.5, ""}};
    for (const Vec3& x : make_blobs(twice, 0.1, 0.1).points) EXPECT_NEAR(norm(x), 0.5 + 0.1 * std::log(2.0), 1e-9);
}

TEST(Blobs, FarApartStayApart) {
    const Mesh two = make_blobs({{{{0, 0, 0}}, 0.5, ""}, {{{3, 0, 0}}, 0.5, ""}}, 0.1, 0.1);
    EXPECT_EQ(testing::euler_characteristic(two), 4);
}

TEST(Blobs, NameThePointsNearestToThem) {
    const Mesh mesh = make_blobs(animal, 0.02, 0.02);
    EXPECT_EQ(mesh.point_groups.size(), 3u);
    ASSERT_FALSE(mesh.point_groups.at("legs").empty());
    for (const int i : mesh.point_groups.at("legs")) EXPECT_LT(mesh.points[i][1], 0.36);
    for (const int i : mesh.point_groups.at("head")) EXPECT_GT(mesh.points[i][0], 0.2);
}

TEST(Blobs, TheOrderOfThePartsDoesNotMatter) {
    const std::vector<Blob> other(animal.rbegin(), animal.rend());
    for (const Vec3& x : make_blobs({{{{0, 0.3, 0}}, 0.4, ""}}, 0.1, 0.1).points)
        EXPECT_NEAR(blob_distance(animal, 0.02, x), blob_distance(other, 0.02, x), 1e-14);
}

TEST(Blobs, RefuseWhatTheSpacingCannotShow) {
    const auto refused = [](const std::vector<Blob>& parts, double blend, double spacing, const char* words) {
        EXPECT_TRUE(testing::contains(testing::error_of([&] { make_blobs(parts, blend, spacing); }), words)) << words;
    };
    refused({{{{0, 0, 0}}, 0.5, ""}, {{{0, 0, 0}}, 0.05, ""}}, 0.1, 0.1, "parts[1] has a radius of 0.05");
    refused({}, 0.1, 0.1, "at least one part");
    refused({{{{0, 0, 0}}, 0.5, ""}}, 0.0, 0.1, "blend must be a positive length");
    refused({{{}, 0.5, ""}}, 0.1, 0.1, "one place or two");
}

}  // namespace
}  // namespace talweg::blobs_test
