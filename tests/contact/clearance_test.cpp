#include "talweg/contact/clearance.hpp"

#include <gtest/gtest.h>

#include "contact/loose_world.hpp"

namespace talweg::clearance_test {
namespace {

/// A point in reach of triangles sees them if it takes part in contact, and nothing if it does not.
TEST(Clearance, OfWhatTouchesNothingIsUnlimited) {
    RandomMatrices random(3);
    testing::LooseWorld made(20, 0.1, random);
    const int point = static_cast<int>(made.x.size());
    made.x.push_back(made.x[0] + Vec3{0.0, 0.01, 0.0});
    ContactSurface& s = made.world.surface;
    s.radius.push_back(0.001);
    s.part.push_back(1);
    made.world.rules.touching = TouchingBodies(2);
    const auto distance = [&] {
        return Clearance(made.world, Clearance::From::everything).at(made.x[point], point, made.x, {}, 5.0).distance;
    };
    EXPECT_LE(distance(), 0.009);
    s.part[point] = -1;
    EXPECT_EQ(distance(), 5.0);
}

}  // namespace
}  // namespace talweg::clearance_test
