#include "talweg/model/pin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temporary_directory.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::pin_test {
namespace {

using ::testing::HasSubstr;

/// Points 0 and 1 are nodes, 2 lies between them, 3 is held.
Model four_points(bool planar = false) {
    ModelBuilder builder(planar);
    const int a = builder.add_node({0, 0, 0}, Vec3::zero(), 1.0), b = builder.add_node({2, 0, 0}, Vec3::zero(), 1.0);
    const NodeWeight first[] = {{a, 1.0}}, second[] = {{b, 1.0}}, between[] = {{a, 0.5}, {b, 0.5}};
    builder.add_point({0, 0, 0}, first);
    builder.add_point({2, 0, 0}, second);
    builder.add_point({1, 0, 0}, between);
    builder.add_point({5, 0, 0}, {}, {5, 0, 0});
    return builder.finish();
}

const Nodes start = {{0, 0, 0}, {2, 0, 0}};

Vec3 node_at(const Model& model, int node, double time) {
    Nodes c = {{7, 7, 7}, {7, 7, 7}};
    prescribe_nodes(model, time, c);
    return c[node];
}

TEST(Pin, leads_its_node_in_a_straight_line_and_waits_there) {
    Model model = four_points();
    add_pins(model, {{{1, {2, 0, 0}, {4, 2, 0}, 1.0, 3.0}}}, start);
    EXPECT_EQ(model.held_axes[0], 0);
    EXPECT_EQ(model.held_axes[1], all_axes);
    EXPECT_EQ(node_at(model, 0, 2.0), (Vec3{7, 7, 7}));
    EXPECT_EQ(node_at(model, 1, 0.5), (Vec3{2, 0, 0}));
    EXPECT_EQ(node_at(model, 1, 2.0), (Vec3{3, 1, 0}));
    EXPECT_EQ(node_at(model, 1, 9.0), (Vec3{4, 2, 0}));
}

TEST(Pin, can_be_led_further) {
    Model model = four_points();
    add_pins(model, {{{0, {0, 0, 0}, {0, 0, 0}, 0.0, 1.0}, {1, {2, 0, 0}, {2, 0, 0}, 0.0, 1.0}}}, start);
    lead_pins(model, {{{0, {0, 0, 0}, {0, 3, 0}, 1.0, 2.0}, {1, {2, 0, 0}, {2, 0, 5}, 1.0, 2.0}}}, start);
    EXPECT_EQ(node_at(model, 0, 2.0), (Vec3{0, 3, 0}));
    EXPECT_EQ(node_at(model, 1, 1.5), (Vec3{2, 0, 2.5}));
    EXPECT_EQ(model.scripts.size(), 2u);
}

/// A point between others is held by all of them, and led with them.
TEST(Pin, holds_whatever_carries_its_point) {
    Model model = four_points();
    add_pins(model, {{{2, {1, 0, 0}, {1, 4, 0}, 0.0, 1.0}}}, start);
    EXPECT_EQ(model.held_axes[0], all_axes);
    EXPECT_EQ(model.held_axes[1], all_axes);
    EXPECT_EQ(node_at(model, 0, 0.0), (Vec3{0, 0, 0}));
    EXPECT_EQ(node_at(model, 0, 1.0), (Vec3{0, 4, 0}));
    EXPECT_EQ(node_at(model, 1, 0.5), (Vec3{2, 2, 0}));
    lead_pins(model, {{{2, {1, 4, 0}, {3, 4, 0}, 1.0, 2.0}}}, {{0, 4, 0}, {2, 4, 0}});
    EXPECT_EQ(node_at(model, 1, 2.0), (Vec3{4, 4, 0}));
}

/// Of an affine body the place is led, and the columns of its map stay.
TEST(Pin, does_not_move_directions) {
    ModelBuilder builder;
    builder.add_node({1, 0, 0}, Vec3::zero(), 1.0);
    builder.add_node({0, 1, 0}, Vec3::zero(), 1.0, 0, NodeKind::direction);
    const NodeWeight row[] = {{0, 1.0}, {1, 0.5}};
    builder.add_point({1, 0.5, 0}, row);
    const Nodes c = builder.start();
    Model model = builder.finish();
    add_pins(model, {{{0, {1, 0.5, 0}, {3, 0.5, 0}, 0.0, 1.0}}}, c);
    EXPECT_EQ(node_at(model, 0, 1.0), (Vec3{3, 0, 0}));
    EXPECT_EQ(node_at(model, 1, 1.0), (Vec3{0, 1, 0}));
}

TEST(Pin, refuses_what_cannot_be_held_and_leaves_the_model_alone) {
    Model model = four_points();
    const auto message = [&](int point) {
        return error_of([&] { add_pins(model, {{{0, {}, {}, 0.0, 1.0}, {point, {}, {}, 0.0, 1.0}}}, start); });
    };
    EXPECT_THAT(message(2), HasSubstr("point 2 cannot be pinned: what carries it is held in part"));
    EXPECT_THAT(message(3), HasSubstr("held already"));
    EXPECT_THAT(message(0), HasSubstr("held already"));  // by the first of the two
    EXPECT_THAT(message(4), HasSubstr("there are 4 points"));
    EXPECT_THAT(message(-1), HasSubstr("there are 4 points"));
    EXPECT_EQ(model.held_axes[0], 0);
    EXPECT_TRUE(model.scripts.empty());

    Model flat = four_points(true);
    EXPECT_THAT(error_of([&] { add_pins(flat, {{{0, {0, 0, 0}, {0, 0, 1}, 0.0, 1.0}}}, start); }), HasSubstr("planar"));
}

}  // namespace
}  // namespace talweg::pin_test
