#include "talweg/model/momentum.hpp"

#include <gtest/gtest.h>

#include "talweg/math/error.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::momentum_test {
namespace {

/// A rigid motion: x ↦ v + ω × (x − q).
constexpr Vec3 v = {0.3, -1.2, 0.7}, omega = {1.5, 0.4, -2.0}, q = {0.2, 0.1, -0.3};
Vec3 velocity(const Vec3& x) { return v + cross(omega, x - q); }

struct Cloud {
    Positions x = {{1, 0, 0}, {0, 2, 0}, {-1, 0.5, 1}, {0.3, -1, 2}, {2, 2, -1}, {0, 0, 0.5}};
    std::vector<double> mass = {1, 2, 0.5, 1.5, 3, 0.7};

    Momentum closed_form() const {
        Momentum sum;
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += {mass[i] * velocity(x[i]), mass[i] * cross(x[i], velocity(x[i]))};
        return sum;
    }
};

void expect_same(const Momentum& found, const Momentum& expected) {
    EXPECT_LT(norm(found.linear - expected.linear), 1e-12 * norm(expected.linear));
    EXPECT_LT(norm(found.angular - expected.angular), 1e-12 * norm(expected.angular));
}

TEST(Momentum, OfFreePointsIsTheirSum) {
    const Cloud cloud;
    ModelBuilder builder;
    VertexBody body;
    body.rest = body.start = cloud.x;
    body.mass = cloud.mass;
    for (const Vec3& x : cloud.x) body.velocity.push_back(velocity(x));
    builder.add_vertices(body);
    const Nodes c = builder.start(), speeds = builder.velocity();
    expect_same(body_momenta(builder.finish(), c, speeds)[0], cloud.closed_form());
}

/// The same cloud, carried by four nodes: x = p + A X, or by barycentric weights of four places.
TEST(Momentum, OfAnAffineBodyIsThatOfItsPoints) {
    const Cloud cloud;
    for (const bool corners : {false, true}) {
        ModelBuilder builder;
        const Vec3 places[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const auto weights = [&](const Vec3& x) {
            return std::array<double, 4>{corners ? 1.0 - x[0] - x[1] - x[2] : 1.0, x[0], x[1], x[2]};
        };
        double mass[4][4] = {};
        for (std::size_t i = 0; i < cloud.x.size(); ++i)
            for (int a = 0; a < 4; ++a)
                for (int b = 0; b < 4; ++b)
                    mass[a][b] += cloud.mass[i] * weights(cloud.x[i])[a] * weights(cloud.x[i])[b];
        for (int k = 0; k < 4; ++k) {
            // Columns of A turn with the body; places move as what is there.
            const bool place = corners || k == 0;
            builder.add_node(places[k], place ? velocity(places[k]) : cross(omega, places[k]), mass[k][k], 0,
                             place ? NodeKind::place : NodeKind::direction);
        }
        for (int a = 0; a < 4; ++a)
            for (int b = a + 1; b < 4; ++b) builder.add_coupling(a, b, mass[a][b]);
        for (const Vec3& x : cloud.x) {
            const auto w = weights(x);
            const NodeWeight row[4] = {{0, w[0]}, {1, w[1]}, {2, w[2]}, {3, w[3]}};
            builder.add_point(x, row);
        }
        builder.add_body({.name = "affine"});
        const Nodes c = builder.start(), speeds = builder.velocity();
        expect_same(body_momenta(builder.finish(), c, speeds)[0], cloud.closed_form());
    }
}

TEST(Momentum, OfForcesOnPointsAndOnNodesIsTheSame) {
    // Points between nodes: what acts on them acts on the nodes, by their weights.
    ModelBuilder builder;
    for (const Vec3& place : {Vec3{1, 2, 3}, Vec3{-1, 0, 2}}) builder.add_node(place, Vec3::zero(), 1.0);
    const NodeWeight row[2] = {{0, 0.3}, {1, 0.7}};
    builder.add_point(Vec3::zero(), row);
    builder.add_body({.name = "bar"});
    const Nodes c = builder.start();
    const Model model = builder.finish();
    Positions x;
    follow(model.map, c, model.b, x);
    const Vec3 force{0.5, -2, 1};
    std::vector<Momentum> on_points(1), on_nodes(1);
    add_point_forces(model, LivePoints(model), x, {force}, on_points);
    add_node_forces(model, c, {0.3 * force, 0.7 * force}, on_nodes);
    EXPECT_LT(norm(on_points[0].linear - on_nodes[0].linear), 1e-15);
    EXPECT_LT(norm(on_points[0].angular - on_nodes[0].angular), 1e-15);
}

TEST(Momentum, OfObstaclesIsNone) {
    ModelBuilder builder;
    const NodeWeight row{builder.add_node({1, 0, 0}, {0, 5, 0}, 2.0), 1.0};
    builder.add_point({1, 0, 0}, {&row, 1});
    builder.add_body({.name = "wall", .obstacle = true});
    const Nodes c = builder.start(), speeds = builder.velocity();
    EXPECT_EQ(body_momenta(builder.finish(), c, speeds)[0].linear, Vec3::zero());
}

}  // namespace
}  // namespace talweg::momentum_test
