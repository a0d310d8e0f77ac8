#include "talweg/serve/frame_packet.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace talweg {
namespace {

TEST(FramePacket, has_twelve_bytes_per_point_and_eight_per_column) {
    const std::vector<Vec3> x(10'000, Vec3{1, 2, 3});
    EXPECT_EQ(frame_packet(x, {})->size(), 120'000u);
    EXPECT_EQ(frame_packet(x, std::vector<double>(7))->size(), 120'056u);
}

TEST(FramePacket, holds_the_numbers_in_order) {
    const Packet packet =
        frame_packet(std::vector<Vec3>{{0.5, -1.25, 3e10}, {1.0 / 3.0, 0, 7}}, std::vector{42.0, 0.1});
    float x[6];
    double row[2];
    std::memcpy(x, packet->data(), sizeof(x));
    std::memcpy(row, packet->data() + sizeof(x), sizeof(row));
    EXPECT_EQ(x[0], 0.5f);
    EXPECT_EQ(x[1], -1.25f);
    EXPECT_EQ(x[2], 3e10f);
    EXPECT_EQ(x[3], static_cast<float>(1.0 / 3.0));
    EXPECT_EQ(x[5], 7.0f);
    EXPECT_EQ(row[0], 42.0);
    EXPECT_EQ(row[1], 0.1);
}

}  // namespace
}  // namespace talweg
