#include "talweg/model/live_points.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>

namespace talweg::live_points_test {
namespace {

/// Points of which some are only looked at: all but every seventh, and a stretch of all.
Model looked_at(int points, int nodes) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Model model;
    auto shown = std::make_shared<PointMap>();
    for (int i = 0; i < points; ++i) {
        const std::vector<NodeWeight> row{{i % nodes, number(random)}, {(i + 1) % nodes, number(random)}};
        const bool only_looked_at = i % 7 != 0 && (i < points / 3 || i > points / 2);
        shown->add_point(row);
        model.map.add_point(only_looked_at ? std::vector<NodeWeight>() : row);
        model.b.push_back({number(random), number(random), number(random)});
    }
    model.shown = shown;
    model.held_axes.assign(nodes, 0);
    return model;
}

Nodes some_nodes(int count) {
    Nodes c;
    for (int i = 0; i < count; ++i) c.push_back({std::sin(1.0 * i), std::cos(2.0 * i), 0.1 * i});
    return c;
}

bool only_looked_at(const Model& model, int point) { return model.map.row(point).empty(); }

/// Places and moves of all points, to the last bit.
void expect_as_the_map(const Model& model, const Nodes& c) {
    const LivePoints live(model);
    Positions x, all, dx, moves;
    live.follow(c, model.b, x);
    follow(model.map, c, model.b, all);
    EXPECT_EQ(x, all);
    live.follow_move(c, dx);
    follow_move(model.map, c, moves);
    EXPECT_EQ(dx, moves);
}

TEST(LivePoints, AreVisitedOnceEach) {
    const Model model = looked_at(30000, 11);
    const LivePoints live(model);
    std::vector<std::atomic<int>> visits(model.point_count());
    live.each([&](int begin, int end) {
        EXPECT_LE(end - begin, parallel_grain);
        for (int i = begin; i < end; ++i) ++visits[i];
    });
    for (int i = 0; i < model.point_count(); ++i) ASSERT_EQ(visits[i], only_looked_at(model, i) ? 0 : 1) << i;
    int inside = 0;
    live.within(9000, 20000, [&](int begin, int end) { inside += end - begin; });
    int expected = 0;
    for (int i = 9000; i < 20000; ++i) expected += only_looked_at(model, i) ? 0 : 1;
    EXPECT_EQ(inside, expected);
    EXPECT_EQ(live.largest([](int, int end) { return double(end); }), 29996.0);
}

/// As all points follow where they are asked for; the others stay where an array has them, and begin at b.
TEST(LivePoints, FollowAndOthersStay) {
    const Model model = looked_at(10000, 11);
    const LivePoints live(model);
    const Nodes c = some_nodes(11), p = some_nodes(11);
    Positions x, all, dx, moves, f(3, Vec3{1, 1, 1});
    live.follow(c, model.b, x);
    follow(model.map, c, model.b, all);
    EXPECT_EQ(x, all);
    for (int i = 0; i < model.point_count(); ++i)
        if (only_looked_at(model, i)) x[i] = {7, 8, 9};
    live.follow(c, model.b, x);
    for (int i = 0; i < model.point_count(); ++i)
        ASSERT_EQ(x[i], only_looked_at(model, i) ? (Vec3{7, 8, 9}) : all[i]) << i;
    live.follow_move(p, dx);
    follow_move(model.map, p, moves);
    EXPECT_EQ(dx, moves);
    live.clear(f);
    live.each([&](int begin, int end) {
        for (int i = begin; i < end; ++i) EXPECT_EQ(f[i], Vec3::zero());
    });
}

/// Long rows over the same nodes, with gaps, of two bodies and in any number, give the bits that rows give.
TEST(LivePoints, LongRowsGiveTheSameBits) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Model model;
    for (int i = 0; i < 9000; ++i) {
        std::vector<NodeWeight> row;
        const int first = i < 5000 ? 0 : 40;
        for (int node = first; i % 4 != 1 && node < first + 37; ++node)
            if (random() % 9 != 0) row.push_back({node, number(random)});
        if (i % 50 == 3 && !row.empty()) std::swap(row[2], row[5]);  // another order is another sum
        model.map.add_point(row);
        model.b.push_back({number(random), number(random), number(random)});
    }
    model.held_axes.assign(80, 0);
    expect_as_the_map(model, some_nodes(80));
}

/// Points that are nodes in turn are followed without their rows: as all others, wherever turns begin, end and go back.
TEST(LivePoints, NodesInTurnGiveTheSameBits) {
    constexpr int nodes = 20000;
    std::mt19937 random(4);
    Model model;
    for (int i = 0, node = 0; i < 30000; ++i) {
        node = random() % 50 == 0 ? static_cast<int>(random() % nodes) : (node + 1) % nodes;
        std::vector<NodeWeight> row{{node, 1.0}};
        if (i % 97 == 0) row = {{node, 0.5}};
        if (i % 89 == 0) row = {{node, 1.0}, {nodes - 1 - node, 0.25}};
        if (i % 83 == 0) row.clear();
        if (i > 25000) row = {{nodes - 1 - i % nodes, 1.0}};  // backwards
        model.map.add_point(row);
        model.b.push_back({0.1 * i, -0.0, 1.0 / (i + 1)});
    }
    model.held_axes.assign(nodes, 0);
    expect_as_the_map(model, some_nodes(nodes));
}

TEST(LivePoints, AreAllPointsWhereNoneIsOnlyLookedAt) {
    Model model = looked_at(9000, 5);
    model.map = *model.shown;
    model.shown = nullptr;
    const LivePoints live(model);
    ASSERT_EQ(live.ranges().size(), 3u);
    EXPECT_EQ(live.ranges()[2].end, 9000);
    EXPECT_EQ(live.ranges()[1].end - live.ranges()[1].begin, parallel_grain);
    Positions x(2), all;
    live.follow(some_nodes(5), model.b, x);
    follow(model.map, some_nodes(5), model.b, all);
    EXPECT_EQ(x, all);
}

}  // namespace
}  // namespace talweg::live_points_test
