#include "talweg/geometry/chains.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talweg/geometry/shapes/line.hpp"
#include "talweg/math/error.hpp"

namespace talweg::chains_test {
namespace {

using Edges = std::vector<std::array<int, 2>>;

TEST(Chains, AreFoundWhateverTheOrderOfEdges) {
    const auto chains = find_chains(Edges{{5, 6}, {2, 1}, {0, 1}, {9, 8}, {8, 7}, {7, 9}, {2, 3}});
    ASSERT_EQ(chains.size(), 3);
    EXPECT_EQ(chains[0].points, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(chains[1].points, (std::vector<int>{5, 6}));
    EXPECT_EQ(chains[2].points, (std::vector<int>{7, 8, 9}));
    EXPECT_FALSE(chains[0].closed);
    EXPECT_TRUE(chains[2].closed);
    EXPECT_EQ(chains[2].edge_count(), 3);
    EXPECT_EQ(chains[2].edge(2), (std::array<int, 2>{9, 7}));
    EXPECT_THROW(find_chains(Edges{{0, 1}, {1, 2}, {1, 3}}), Error);
    EXPECT_THROW(find_chains(Edges{{0, 1}, {1, 0}}), Error);
}

TEST(Chains, CarryDirectorsWithoutTwist) {
    const Mesh helix = make_helix(0.5, 0.3, 2.0, 400);
    const Chain chain = find_chains(helix.edge_groups.at("structural"))[0];
    const auto directors = carried_directors(chain, helix.points, {0, 1, 0});
    double turn = 0.0;
    const auto tangent = [&](int k) {
        const Vec3 d = helix.points[k + 1] - helix.points[k];
        return d / norm(d);
    };
    // Against Frenet's frame the carried one turns back by the torsion, per length.
    const auto normal = [&](int k) {
        Vec3 n = helix.points[k] + helix.points[k + 1];
        n[1] = 0.0;
        n = n - dot(n, tangent(k)) * tangent(k);
        return n / norm(n);
    };
    double last = 0.0;
    for (int k = 0; k < 400; ++k) {
        EXPECT_NEAR(dot(directors[k], tangent(k)), 0.0, 1e-15);
        const double angle = std::atan2(dot(tangent(k), cross(normal(k), directors[k])), dot(normal(k), directors[k]));
        if (k > 0) turn += std::remainder(angle - last, 2.0 * std::numbers::pi);
        last = angle;
    }
    const double c = 0.3 / (2.0 * std::numbers::pi), torsion = c / (0.25 + c * c);
    const double length = 2.0 * 2.0 * std::numbers::pi * std::sqrt(0.25 + c * c) * 399 / 400;
    EXPECT_NEAR(turn, -torsion * length, 1e-3);
}

TEST(Chains, CloseTheirDirectorsAroundALoop) {
    std::vector<Vec3> points;
    for (int k = 0; k < 200; ++k) {
        const double t = 2.0 * std::numbers::pi * k / 200;
        points.push_back({std::cos(t), 0.5 * std::sin(2.0 * t), std::sin(t)});
    }
    Chain loop;
    loop.closed = true;
    for (int k = 0; k < 200; ++k) loop.points.push_back(k);
    EXPECT_NE(missing_turn(loop, points), 0.0);
    for (Vec3& p : points) p[1] = 0.0;
    EXPECT_NEAR(missing_turn(loop, points), 0.0, 1e-12) << "what lies in a plane closes";
    for (int k = 0; k < 200; ++k) points[k][1] = 0.5 * std::sin(4.0 * std::numbers::pi * k / 200);
    const auto directors = carried_directors(loop, points, {0, 1, 0});
    for (int k = 0; k < 200; ++k) EXPECT_LT(norm(directors[(k + 1) % 200] - directors[k]), 0.15) << k;
}

TEST(Chains, RefuseWhatHasNoFrame) {
    const Chain chain{{0, 1, 2}, false};
    EXPECT_THROW(carried_directors(chain, std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, {0, 1, 0}), Error);
    EXPECT_THROW(carried_directors(chain, std::vector<Vec3>{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {0, 1, 0}), Error);
    // An axis along the first edge gives way to another.
    const auto directors = carried_directors(chain, std::vector<Vec3>{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}, {0, 1, 0});
    EXPECT_NEAR(directors[0][1], 0.0, 1e-15);
    EXPECT_NEAR(norm(directors[1]), 1.0, 1e-15);
}

}  // namespace
}  // namespace talweg::chains_test
