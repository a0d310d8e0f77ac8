#include "talweg/record/contact_block.hpp"

#include <gtest/gtest.h>

#include "support/read_contact_block.hpp"

namespace talweg::contact_block_test {
namespace {

TEST(ContactBlock, holds_pairs_and_the_points_that_feel_a_force) {
    const std::vector<ContactForces::Pair> pairs = {{0, 2, 5, {1, -2, 0.5}}, {1, 1, 3, Vec3::zero()}};
    std::vector<Vec3> forces(1000, Vec3::zero());
    forces[7] = {0, 0.25, 0};
    forces[999] = {-1, 0, 3};
    std::string bytes;
    append_contact_block(bytes, pairs, forces);
    append_contact_block(bytes, {}, {});
    EXPECT_EQ(bytes.size(), 8u + 2 * 24u + 2 * 16u + 8u);

    std::size_t at = 0;
    const ReadContactBlock block = read_contact_block(bytes, at);
    ASSERT_EQ(block.pairs.size(), 2u);
    EXPECT_EQ(block.pairs[0].second, 2);
    EXPECT_EQ(block.pairs[0].contacts, 5);
    EXPECT_EQ(block.pairs[0].force, (Vec3{1, -2, 0.5}));
    EXPECT_EQ(block.points, (std::vector{7, 999}));
    EXPECT_EQ(block.forces[1], (Vec3{-1, 0, 3}));
    EXPECT_TRUE(read_contact_block(bytes, at).pairs.empty());
    EXPECT_EQ(at, bytes.size());
}

}  // namespace
}  // namespace talweg::contact_block_test
