#include "talweg/model/pieces.hpp"

#include <gtest/gtest.h>

#include "talweg/assembly/elements.hpp"
#include "talweg/energies/spring.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/model/point_masses.hpp"

namespace talweg::pieces_test {
namespace {

/// Points in a row, 1 m apart and 2 kg each; springs between those that are named.
Model row_of_points(int count, const std::vector<std::array<int, 2>>& springs, std::vector<Hold> holds = {},
                    bool planar = false) {
    ModelBuilder builder(planar);
    VertexBody body;
    body.drawn.name = "row";
    for (int i = 0; i < count; ++i) body.rest.push_back({double(i), 0, 0});
    body.start = body.rest;
    body.velocity.assign(count, Vec3::zero());
    body.mass.assign(count, 2.0);
    body.holds = std::move(holds);
    builder.add_vertices(body);
    std::vector<int> points;
    for (const auto& spring : springs) points.insert(points.end(), spring.begin(), spring.end());
    builder.add_term(
        std::make_shared<Elements<Spring>>(points, std::vector<Spring::Element>(springs.size(), {1.0, 1.0})));
    return builder.finish();
}

TEST(Pieces, AreWhatElementsConnect) {
    const Model model = row_of_points(7, {{0, 1}, {1, 2}, {4, 5}});
    const Pieces pieces(model);
    ASSERT_EQ(pieces.list.size(), 4u);  // 0-1-2, 3, 4-5, 6
    EXPECT_EQ(pieces.of_point, (std::vector<int>{0, 0, 0, 1, 2, 2, 3}));
    EXPECT_EQ(pieces.of_node, pieces.of_point);
    EXPECT_EQ(pieces.list[0].mass, 6.0);
    EXPECT_EQ(pieces.list[1].mass, 2.0);
    for (const auto& piece : pieces.list) {
        EXPECT_EQ(piece.held, 0);
        EXPECT_EQ(piece.body, 0);
        EXPECT_TRUE(piece.anchors.empty());
    }
}

TEST(Pieces, KnowWhatHoldsThem) {
    // Point 0 has no node at all, and holds the piece of 1 and 2; point 4 is held along y.
    const Model model = row_of_points(5, {{0, 1}, {1, 2}, {3, 4}}, {{{0}, all_axes, {}}, {{4}, 2, {}}});
    const Pieces pieces(model);
    EXPECT_EQ(pieces.of_point[0], -1);
    const auto& held = pieces.list[pieces.of_point[1]];
    EXPECT_EQ(held.held, all_axes);
    EXPECT_EQ(held.anchors, std::vector<int>{0});
    const auto& roller = pieces.list[pieces.of_point[3]];
    EXPECT_EQ(roller.held, 2);
    EXPECT_TRUE(roller.anchors.empty());
}

TEST(Pieces, OfThePlaneAreHeldAlongZ) {
    const Pieces pieces(row_of_points(2, {{0, 1}}, {}, true));
    EXPECT_EQ(pieces.list[0].held, 4);
}

/// An affine body of four nodes: points weigh as the inverse of its mass matrix says.
TEST(PointMasses, AreThoseThatAPushMeets) {
    ModelBuilder builder;
    // Unit masses at ±1 along each axis: M = diag(6, 2, 2, 2), and a coupling that keeps it honest.
    const double coupling = 0.5;
    builder.add_node(Vec3::zero(), Vec3::zero(), 6.0);
    for (int a = 0; a < 3; ++a) builder.add_node(Vec3::zero(), Vec3::zero(), 2.0, 0, NodeKind::direction);
    builder.add_coupling(0, 1, coupling);
    const NodeWeight row[4] = {{0, 1.0}, {1, 2.0}, {2, 0.0}, {3, -1.0}};
    builder.add_point({2, 0, -1}, row);
    builder.add_point({5, 5, 5}, {});
    const Model model = builder.finish();
    const std::vector<double> masses = point_masses(model);
    // Inverse of [[6, ½], [½, 2]] with (1, 2), and ½ for the third.
    const double det = 6.0 * 2.0 - coupling * coupling;
    const double inverse = (2.0 * 1.0 - 2.0 * coupling * 2.0 + 6.0 * 4.0) / det + 0.5;
    EXPECT_NEAR(masses[0], 1.0 / inverse, 1e-14);
    EXPECT_EQ(masses[1], std::numeric_limits<double>::infinity());
    EXPECT_EQ(Pieces(model).list[0].mass, 6.0) << "directions do not move along";
}

TEST(PointMasses, OfEmbeddedPointsAreShared) {
    ModelBuilder builder;
    for (int k = 0; k < 4; ++k) builder.add_node({double(k), 0, 0}, Vec3::zero(), 3.0);
    const NodeWeight middle[4] = {{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}}, first{2, 1.0};
    builder.add_point({1.5, 0, 0}, middle);
    builder.add_point({2, 0, 0}, {&first, 1});
    const std::vector<double> masses = point_masses(builder.finish());
    EXPECT_NEAR(masses[0], 12.0, 1e-14);
    EXPECT_NEAR(masses[1], 3.0, 1e-14);
}

}  // namespace
}  // namespace talweg::pieces_test
