#include "talweg/model/model_builder.hpp"

#include <gtest/gtest.h>

namespace talweg::model_builder_test {
namespace {

constexpr Axes axis_x = 1, axis_y = 2, axis_z = 4;

Motion steady(const Vec3& velocity) { return {Vec3::zero(), SteadyPose{velocity, Vec3::zero(), 0.0, 1e30}}; }

/// Points in a row along x at 0, 1, 2…, with distinct masses and velocities.
VertexBody row_of(int count) {
    VertexBody body;
    body.drawn.name = "row";
    for (int i = 0; i < count; ++i) {
        body.rest.push_back({double(i), 0, 0});
        body.start.push_back({double(i), 0.5, 0.25});
        body.velocity.push_back({1, 2, 3});
        body.mass.push_back(1.0 + i);
    }
    return body;
}

Positions points_at(const Model& model, const Nodes& start, double time) {
    Nodes c = start;
    Positions b, x;
    prescribe_nodes(model, time, c);
    prescribed_points(model, time, b);
    follow(model.map, c, b, x);
    return x;
}

TEST(ModelBuilder, FreeVerticesAreNodes) {
    ModelBuilder builder;
    VertexBody body = row_of(3);
    body.drawn.edges = {{0, 1}, {1, 2}};
    EXPECT_EQ(builder.add_vertices(body), 0);
    const Model model = builder.finish();
    ASSERT_EQ(model.node_count(), 3);
    ASSERT_EQ(model.point_count(), 3);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(model.map.single_node(i), i);
        EXPECT_EQ(model.held_axes[i], 0);
        EXPECT_EQ(model.mass.diagonal[i], 1.0 + i);
        EXPECT_EQ(builder.start()[i], body.start[i]);
        EXPECT_EQ(builder.velocity()[i], body.velocity[i]);
        EXPECT_EQ(model.rest[i], body.rest[i]);
        EXPECT_EQ(model.b[i], Vec3::zero());
    }
    EXPECT_DOUBLE_EQ(model.diagonal, 2.0);
    EXPECT_DOUBLE_EQ(model.bodies[0].mass, 6.0);
    EXPECT_TRUE(model.bodies[0].held.empty());
}

TEST(ModelBuilder, SecondBodyIsShiftedBehindTheFirst) {
    ModelBuilder builder;
    VertexBody body = row_of(4);
    body.drawn.edges = {{0, 3}};
    body.drawn.triangles = {{0, 1, 2}};
    body.drawn.tets = {{0, 1, 2, 3}};
    body.holds = {{{1}, all_axes, {}}};
    builder.add_vertices(body);
    EXPECT_EQ(builder.add_vertices(body), 4);
    const Model model = builder.finish();
    ASSERT_EQ(model.bodies.size(), 2u);
    const Body& second = model.bodies[1];
    EXPECT_EQ(second.first_point, 4);
    EXPECT_EQ(second.point_count, 4);
    EXPECT_EQ(second.edges[0], (std::array<int, 2>{4, 7}));
    EXPECT_EQ(second.triangles[0], (std::array<int, 3>{4, 5, 6}));
    EXPECT_EQ(second.tets[0], (std::array<int, 4>{4, 5, 6, 7}));
    EXPECT_EQ(second.held, (std::vector<int>{5}));
    EXPECT_EQ(model.map.single_node(4), 3);
}

TEST(ModelBuilder, AnEmptyBodyAndAnEmptyWorldAreFine) {
    ModelBuilder empty;
    const Model nothing = empty.finish();
    EXPECT_EQ(nothing.point_count(), 0);
    EXPECT_EQ(nothing.node_count(), 0);
    EXPECT_EQ(nothing.diagonal, 0.0);

    ModelBuilder builder;
    builder.add_vertices(row_of(0));
    builder.add_vertices(row_of(2));
    const Model model = builder.finish();
    EXPECT_EQ(model.bodies[0].point_count, 0);
    EXPECT_EQ(model.bodies[1].first_point, 0);
    EXPECT_EQ(model.bodies[1].point_count, 2);
}

TEST(ModelBuilder, AHeldPointHasNoNode) {
    ModelBuilder builder;
    VertexBody body = row_of(3);
    body.holds = {{{1}, all_axes, {}}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    EXPECT_EQ(model.node_count(), 2);
    EXPECT_TRUE(model.map.row(1).empty());
    EXPECT_EQ(model.b[1], body.start[1]);
    EXPECT_EQ(model.map.single_node(2), 1);
    EXPECT_TRUE(model.scripts.empty());
    EXPECT_EQ(points_at(model, builder.start(), 5.0)[1], body.start[1]);
}

TEST(ModelBuilder, APartialHoldKeepsTheNodeAndStopsTheAxis) {
    ModelBuilder builder;
    VertexBody body = row_of(1);
    body.holds = {{{0}, axis_y, {}}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    ASSERT_EQ(model.node_count(), 1);
    EXPECT_EQ(model.held_axes[0], axis_y);
    EXPECT_EQ(builder.velocity()[0], (Vec3{1, 0, 3}));
    EXPECT_EQ(model.bodies[0].held, (std::vector<int>{0}));
}

TEST(ModelBuilder, PartialHoldsThatAddUpToAllAxesLeaveNoNode) {
    ModelBuilder builder;
    VertexBody body = row_of(1);
    body.holds = {{{0}, axis_x, steady({1, 1, 1})}, {{0}, axis_y, {}}, {{0}, axis_z, steady({2, 2, 2})}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    EXPECT_EQ(model.node_count(), 0);
    const Vec3 x = points_at(model, builder.start(), 3.0)[0];
    EXPECT_DOUBLE_EQ(x[0], 3.0);
    EXPECT_DOUBLE_EQ(x[1], 0.5);
    EXPECT_DOUBLE_EQ(x[2], 0.25 + 6.0);
}

TEST(ModelBuilder, ALaterHoldOverridesTheMotionOfItsAxes) {
    ModelBuilder builder;
    VertexBody body = row_of(2);
    body.holds = {{{0, 1}, all_axes, steady({1, 1, 1})}, {{1}, axis_x | axis_y, {}}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    const Positions x = points_at(model, builder.start(), 2.0);
    EXPECT_EQ(x[0], (Vec3{2, 2.5, 2.25}));
    EXPECT_EQ(x[1], (Vec3{1, 0.5, 2.25}));
}

TEST(ModelBuilder, AScriptedPointFollowsItsMotion) {
    ModelBuilder builder;
    VertexBody body = row_of(2);
    body.holds = {{{1}, all_axes, steady({0, 0, 4})}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    ASSERT_EQ(model.scripts.size(), 1u);
    EXPECT_EQ(model.scripts[0].node, -1);
    EXPECT_EQ(model.node_count(), 1);
    EXPECT_EQ(points_at(model, builder.start(), 0.5)[1], (Vec3{1, 0.5, 2.25}));
}

TEST(ModelBuilder, AScriptedAxisDrivesItsNodeAndLeavesTheOthers) {
    ModelBuilder builder;
    VertexBody body = row_of(1);
    body.holds = {{{0}, axis_x | axis_z, steady({1, 1, 1})}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    ASSERT_EQ(model.scripts.size(), 1u) << "one script per motion, not per axis";
    EXPECT_EQ(model.scripts[0].axes, axis_x | axis_z);
    Nodes c = builder.start();
    c[0][1] = 77.0;
    prescribe_nodes(model, 2.0, c);
    EXPECT_EQ(c[0], (Vec3{2, 77, 2.25}));
}

TEST(ModelBuilder, TheStartIsWhereMotionsAreAtTimeZero) {
    const Motion shifted{Vec3::zero(), KeyframedPose{{{0.0, {0, 3, 0}, Vec3::zero()}}, Interpolation::linear}};
    ModelBuilder builder;
    VertexBody body = row_of(1);
    body.holds = {{{0}, axis_y, shifted}};
    builder.add_vertices(body);
    builder.finish();
    EXPECT_EQ(builder.start()[0], (Vec3{0, 3.5, 0.25}));
}

TEST(ModelBuilder, PlanarModelsHoldZ) {
    ModelBuilder builder(true);
    VertexBody body = row_of(3);
    body.holds = {{{1}, axis_x, {}}, {{2}, axis_x | axis_y, {}}};
    builder.add_vertices(body);
    const Model model = builder.finish();
    ASSERT_EQ(model.node_count(), 2);
    EXPECT_EQ(model.held_axes[0], axis_z);
    EXPECT_EQ(model.held_axes[1], axis_x | axis_z);
    EXPECT_EQ(builder.velocity()[0], (Vec3{1, 2, 0}));
    EXPECT_TRUE(model.map.row(2).empty()) << "held in the plane: nothing is left to move";
    EXPECT_EQ(model.bodies[0].held, (std::vector<int>{1, 2})) << "z of a planar scene does not count as held";
}

TEST(ModelBuilder, PlanarModelsFollowMotionsWithinThePlane) {
    for (const Axes axes : {Axes(axis_x | axis_y), all_axes}) {
        ModelBuilder builder(true);
        VertexBody body = row_of(1);
        body.holds = {{{0}, axes, steady({1, 2, 3})}};
        builder.add_vertices(body);
        const Model model = builder.finish();
        EXPECT_EQ(model.node_count(), 0);
        EXPECT_EQ(points_at(model, builder.start(), 1.0)[0], (Vec3{1, 2.5, 0.25}));
    }
}

TEST(ModelBuilder, CouplingsAreSortedAndUpperAndTheDiagonalTakesItsOwn) {
    ModelBuilder builder;
    for (int i = 0; i < 3; ++i) builder.add_node({double(i), 0, 0}, Vec3::zero(), 1.0);
    builder.add_coupling(2, 1, 0.3);
    builder.add_coupling(1, 0, 0.1);
    builder.add_coupling(0, 2, 0.2);
    builder.add_coupling(2, 2, 0.5);
    const Model model = builder.finish();
    ASSERT_EQ(model.mass.couplings.size(), 3u);
    const int expected[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    const double masses[3] = {0.1, 0.2, 0.3};
    for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(model.mass.couplings[k].i, expected[k][0]);
        EXPECT_EQ(model.mass.couplings[k].j, expected[k][1]);
        EXPECT_EQ(model.mass.couplings[k].mass, masses[k]);
    }
    EXPECT_EQ(model.mass.diagonal[2], 1.5);
}

TEST(ModelBuilder, AnAffineBodyIsFourNodesAndItsPoints) {
    ModelBuilder builder;
    const Vec3 start[4] = {{1, 2, 3}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const Vec3& c : start) builder.add_node(c, Vec3::zero(), 1.0);
    Body drawn;
    drawn.name = "box";
    drawn.first_point = 0;
    for (const Vec3& r : {Vec3{0.5, 0, 0}, Vec3{0, 0.5, 0}, Vec3{0, 0, -0.5}})
        builder.add_point(r, std::vector<NodeWeight>{{0, 1.0}, {1, r[0]}, {2, r[1]}, {3, r[2]}});
    builder.add_body(drawn);
    const Model model = builder.finish();
    EXPECT_EQ(model.bodies[0].point_count, 3);
    const Positions x = points_at(model, builder.start(), 0.0);
    EXPECT_EQ(x[0], (Vec3{1.5, 2, 3}));
    EXPECT_EQ(x[2], (Vec3{1, 2, 2.5}));
    EXPECT_NEAR(model.diagonal, norm(Vec3{0.5, 0.5, 0.5}), 1e-15);
}

TEST(ModelBuilder, CouplingsTakeFromThePointsTheyJoinAndKeepTheTotal) {
    VertexBody body;
    body.rest = body.start = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    body.velocity.assign(3, Vec3::zero());
    body.mass = {3.0, 6.0, 3.0};
    body.couplings = {{0, 1, 1.0}, {1, 2, 1.0}};
    ModelBuilder builder;
    builder.add_vertices(body);
    const Model model = builder.finish();
    EXPECT_EQ(model.mass.diagonal, (std::vector<double>{2.0, 4.0, 2.0}));
    ASSERT_EQ(model.mass.couplings.size(), 2u);
    EXPECT_NEAR(model.mass.half_square(Nodes(3, {1, 0, 0})), 6.0, 1e-14) << "12 kg at 1 m/s";
}

TEST(ModelBuilder, MassReachesOverToPointsThatAreMovedButNotToThoseThatStandStill) {
    VertexBody body;
    body.rest = body.start = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    body.velocity.assign(3, Vec3::zero());
    body.mass = {3.0, 6.0, 3.0};
    body.couplings = {{0, 1, 1.0}, {1, 2, 1.0}};
    const Motion push{{0, 0, 0}, SteadyPose{{1, 0, 0}, {0, 0, 0}, 0.0, 1.0}};
    body.holds = {{{0}, all_axes, {}}, {{2}, all_axes, push}};
    ModelBuilder builder;
    builder.add_vertices(body);
    const Model model = builder.finish();
    ASSERT_EQ(model.node_count(), 2) << "the middle, and the one that is moved";
    EXPECT_EQ(model.mass.diagonal, (std::vector<double>{4.0, 2.0}));
    ASSERT_EQ(model.mass.couplings.size(), 1u);
    EXPECT_EQ(model.held_axes[1], all_axes);
}

TEST(ModelBuilder, EmbeddedPointsFollowTheirPointsHeldOrNot) {
    VertexBody body = row_of(4);
    body.holds.push_back({{0, 1}, all_axes, Motion{Vec3::zero(), SteadyPose{{0, 1, 0}, Vec3::zero(), 0.0, 10.0}}});
    body.embedded.push_back({{9, 9, 9}, {0, 1, 2, 3}, {0.1, 0.2, 0.3, 0.4}});
    ModelBuilder builder;
    builder.add_vertices(body);
    const Model model = builder.finish();
    ASSERT_EQ(model.point_count(), 5);
    EXPECT_EQ(model.node_count(), 4) << "held points keep their node, for the embedded's sake";
    EXPECT_EQ(model.held_axes, (std::vector<Axes>{all_axes, all_axes, 0, 0}));
    EXPECT_EQ(model.bodies[0].point_count, 5);
    Nodes c = builder.start();
    prescribe_nodes(model, 2.0, c);
    Positions b, x;
    prescribed_points(model, 2.0, b);
    follow(model.map, c, b, x);
    const Vec3 expected = 0.1 * x[0] + 0.2 * x[1] + 0.3 * x[2] + 0.4 * x[3];
    EXPECT_LT(norm(x[4] - expected), 1e-15);
    EXPECT_NEAR(x[0][1] - body.start[0][1], 2.0, 1e-15);
    EXPECT_NEAR(x[4][1], 0.3 * 2.0 + body.start[0][1], 1e-15) << "carried by what is held";
}

}  // namespace
}  // namespace talweg::model_builder_test
