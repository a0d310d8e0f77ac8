#include "talweg/assembly/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "support/random_world.hpp"

namespace talweg::schedule_test {
namespace {

using testing::SpringGrid;
using testing::World;

void expect_fair(const Model& model, const Term& term, const Schedule& schedule) {
    ASSERT_FALSE(schedule.colour_begins.empty());
    EXPECT_EQ(schedule.colour_begins.front(), 0);
    EXPECT_EQ(schedule.colour_begins.back(), int(schedule.chunks.size()));

    std::vector<int> visits(term.element_count(), 0);
    for (const auto& chunk : schedule.chunks) {
        EXPECT_LE(chunk.end - chunk.begin, chunk_size);
        for (int e = chunk.begin; e < chunk.end; ++e) ++visits[e];
    }
    EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; }));

    for (std::size_t colour = 0; colour + 1 < schedule.colour_begins.size(); ++colour) {
        EXPECT_LT(schedule.colour_begins[colour], schedule.colour_begins[colour + 1]) << "no colour is empty";
        std::vector<int> point_owner(model.point_count(), -1), node_owner(model.node_count(), -1);
        for (int k = schedule.colour_begins[colour]; k < schedule.colour_begins[colour + 1]; ++k)
            for (int i = schedule.chunks[k].begin * term.point_count(); i < schedule.chunks[k].end * term.point_count();
                 ++i) {
                int& owner = point_owner[term.points()[i]];
                ASSERT_TRUE(owner == -1 || owner == k) << "two chunks of a colour share a point";
                owner = k;
                for (const NodeWeight& w : model.map.row(term.points()[i])) {
                    ASSERT_TRUE(node_owner[w.node] == -1 || node_owner[w.node] == k) << "or a node";
                    node_owner[w.node] = k;
                }
            }
    }
}

std::shared_ptr<const Term> springs(const std::vector<std::array<int, 2>>& edges) {
    std::vector<int> points;
    for (const auto& edge : edges) points.insert(points.end(), edge.begin(), edge.end());
    return std::make_shared<Elements<Spring>>(points, std::vector<Spring::Element>(edges.size(), {1.0, 1.0}));
}

TEST(Schedule, ChunksOfAColourShareNothingOnAGrid) {
    SpringGrid grid;
    grid.cells = 60;
    const World world = grid.make();
    const Schedule schedule(world.model, *world.model.terms[0]);
    expect_fair(world.model, *world.model.terms[0], schedule);
    EXPECT_GT(schedule.chunks.size(), 25u);
    EXPECT_LE(schedule.colour_begins.size(), 10u) << "few colours: most chunks run at the same time";
}

TEST(Schedule, ChunksOfAColourShareNothingInBadOrder) {
    SpringGrid grid;
    grid.cells = 40;
    const World world = grid.make();
    const Term& term = *world.model.terms[0];
    std::vector<std::array<int, 2>> edges;
    for (int e = 0; e < term.element_count(); ++e) edges.push_back({term.points()[2 * e], term.points()[2 * e + 1]});
    std::shuffle(edges.begin(), edges.end(), std::mt19937(1));
    const auto shuffled = springs(edges);
    expect_fair(world.model, *shuffled, Schedule(world.model, *shuffled));
}

TEST(Schedule, AHubSharedByAllElementsMakesThemTakeTurns) {
    ModelBuilder builder;
    std::vector<std::array<int, 2>> spokes;
    for (int i = 0; i < 3 * chunk_size; ++i) {
        const NodeWeight row{builder.add_node(Vec3::zero(), Vec3::zero(), 1.0), 1.0};
        builder.add_point(Vec3::zero(), {&row, 1});
        if (i > 0) spokes.push_back({0, i});
    }
    const Model model = builder.finish();
    const auto term = springs(spokes);
    const Schedule schedule(model, *term);
    expect_fair(model, *term, schedule);
    EXPECT_EQ(schedule.chunks.size(), 3u);
    EXPECT_EQ(schedule.colour_begins.size(), 4u);
}

TEST(Schedule, TurnsMayBeMoreThanAWordHasBits) {
    ModelBuilder builder;
    std::vector<std::array<int, 2>> spokes;
    for (int i = 0; i < 401; ++i) {
        const NodeWeight row{builder.add_node(Vec3::zero(), Vec3::zero(), 1.0), 1.0};
        builder.add_point(Vec3::zero(), {&row, 1});
        if (i > 0) spokes.push_back({i < 395 ? 0 : 1, i});  // the last ones meet other points alone
    }
    const Model model = builder.finish();
    const auto term = springs(spokes);
    const Schedule schedule(model, *term, 2);
    expect_fair(model, *term, schedule);
    EXPECT_EQ(schedule.chunks.size(), 200u);
    EXPECT_EQ(schedule.colour_begins.size(), 198u) << "197 with the hub; the last three fit in among them";
}

TEST(Schedule, PointsThatShareNodesTakeTurnsToo) {
    // Two separate sets of points on the same node: no point is shared, yet the node is.
    ModelBuilder builder;
    const NodeWeight row{builder.add_node(Vec3::zero(), Vec3::zero(), 1.0), 0.5};
    std::vector<std::array<int, 2>> pairs;
    for (int i = 0; i < 2 * chunk_size; ++i) {
        const int a = builder.add_point(Vec3::zero(), {&row, 1});
        pairs.push_back({a, builder.add_point(Vec3::zero(), {})});
    }
    const Model model = builder.finish();
    const auto term = springs(pairs);
    const Schedule schedule(model, *term);
    expect_fair(model, *term, schedule);
    EXPECT_EQ(schedule.colour_begins.size(), 3u);
}

TEST(Schedule, NoElementsMakeNoChunks) {
    const Model model = ModelBuilder().finish();
    const auto term = springs({});
    const Schedule schedule(model, *term);
    EXPECT_TRUE(schedule.chunks.empty());
    EXPECT_EQ(schedule.colour_begins, (std::vector<int>{0}));
}

TEST(Schedule, EveryTermOfARandomWorldIsCovered) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        testing::RandomWorld world(seed);
        for (const auto& term : world.model().terms) expect_fair(world.model(), *term, Schedule(world.model(), *term));
    }
}

}  // namespace
}  // namespace talweg::schedule_test
