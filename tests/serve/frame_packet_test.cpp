#include "talweg/serve/frame_packet.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace talweg::frame_packet_test {
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

TEST(FramePacket, what_was_asked_for_stands_behind_in_parts_with_their_lengths) {
    ContactForces forces;
    forces.pairs = {{0, 1, 2, {0, 3, 0}}};
    forces.on_point.assign(4, Vec3::zero());
    forces.on_point[2] = {0, 3, 0};
    std::string parts;
    append_contact_part(parts, forces);
    append_field_part(parts, 5, std::vector{1.5, -2.0, 0.0, 7.0});
    const Packet packet = frame_packet(std::vector<Vec3>(4, Vec3::zero()), std::vector{1.0}, parts);
    ASSERT_EQ(packet->size(), 48u + 8 + (8 + 8 + 24 + 16) + (8 + 4 + 16));
    std::uint32_t head[2];
    std::memcpy(head, packet->data() + 56, sizeof(head));
    EXPECT_EQ(head[0], 1u);
    EXPECT_EQ(head[1], 48u);
    struct {
        std::uint32_t kind, bytes, field;
        float values[4];
    } field;
    std::memcpy(&field, packet->data() + 56 + 56, sizeof(field));
    EXPECT_EQ(field.kind, 2u);
    EXPECT_EQ(field.bytes, 20u);
    EXPECT_EQ(field.field, 5u);
    EXPECT_EQ(field.values[1], -2.0f);
}

}  // namespace
}  // namespace talweg::frame_packet_test
