#include "talweg/geometry/embed/columns.hpp"

#include <gtest/gtest.h>

#include "talweg/geometry/embed/winding_number.hpp"
#include "talweg/geometry/shapes/box.hpp"
#include "talweg/geometry/shapes/knot.hpp"

namespace talweg::columns_test {
namespace {

// Columns that run exactly through vertices, edges and diagonals of the surface, and along its sides.
TEST(Columns, CountAnAlignedBoxExactly) {
    const Mesh box = make_box({1, 1, 1}, {4, 4, 4}, 6);
    for (const double shift : {0.0, 0.0625}) {
        const Columns columns(box, {-1 + shift, -1 + shift, -1}, 0.125, {16, 16});
        int inside = 0;
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 16; ++j)
                for (const int winding : columns.windings(i, j, 0, 16)) {
                    EXPECT_TRUE(winding == 0 || winding == 1);
                    inside += winding;
                }
        EXPECT_EQ(inside, 8 * 8 * 8);
    }
}

TEST(Columns, AgreeWithTheWindingNumber) {
    const Mesh knot = make_knot(1.0, 0.2, 100, 12);
    const WindingNumber winding(knot);
    const Vec3 origin{-1.3, -0.6, -1.3};
    const Columns columns(knot, origin, 0.1, {26, 12});
    for (int i = 0; i < 26; ++i)
        for (int j = 0; j < 12; ++j) {
            const auto counted = columns.windings(i, j, 0, 26);
            for (int k = 0; k < 26; ++k)
                EXPECT_NEAR(counted[k], winding(origin + 0.1 * Vec3{i + 0.5, j + 0.5, k + 0.5}), 0.1);
        }
}

}  // namespace
}  // namespace talweg::columns_test
