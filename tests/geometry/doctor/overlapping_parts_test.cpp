#include "talweg/geometry/doctor/overlapping_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/sphere.hpp"

namespace talweg::overlapping_parts_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OverlappingParts : public ::testing::Test {
protected:
    void add(const Mesh& mesh, const Vec3& place, double scale = 1.0) {
        const int first = static_cast<int>(all_.points.size());
        first_.push_back(first);
        for (const Vec3& x : mesh.points) all_.points.push_back(scale * x + place);
        for (const auto& [a, b, c] : mesh.triangles) all_.triangles.push_back({first + a, first + b, first + c});
    }
    std::vector<std::array<int, 2>> found() const { return overlapping_parts(all_, first_); }

    Mesh all_;
    std::vector<int> first_;
};

const Mesh box = make_box({1, 1, 1}, {1, 1, 1}, 5);

TEST_F(OverlappingParts, ApartOrTouchingAreNone) {
    add(box, {0, 0, 0});
    add(box, {1, 0, 0});               // face on face
    add(box, {1, 1, 0});               // an edge in common with the first
    add(box, {0.3, -0.75, 0.2}, 0.5);  // a small face on a large one
    add(make_sphere(0.3, 3), {3, 0, 0});
    EXPECT_THAT(found(), IsEmpty());
}

TEST_F(OverlappingParts, CrossedContainedAndEqualAreFound) {
    add(box, {0, 0, 0});
    add(box, {0.9, 0.95, 0.85});          // by a corner
    add(make_sphere(0.2, 3), {0, 0, 0});  // inside of the first
    add(box, {5, 0, 0});
    add(box, {5, 0, 0});  // twice the same
    add(box, {0, 0, 9});
    EXPECT_THAT(found(), ElementsAre(std::array{0, 1}, std::array{0, 2}, std::array{3, 4}));
}

}  // namespace
}  // namespace talweg::overlapping_parts_test
