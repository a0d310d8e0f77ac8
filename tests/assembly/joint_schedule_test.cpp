#include "talweg/assembly/joint_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "support/random_world.hpp"
#include "support/threads.hpp"
#include "talweg/assembly/assembler.hpp"

namespace talweg::joint_schedule_test {
namespace {

using testing::landscape_around;
using testing::SpringGrid;
using testing::World;

World grid(int cells) {
    SpringGrid made;
    made.cells = cells;
    made.planar = false;
    made.gravity = {0.0, -9.8, 0.0};
    made.held = {0, cells};
    return made.make();
}

/// A grid of nodes, and on it a net of springs between points that follow two nodes each, and from some of these to
/// points that are prescribed: what rides in a body and what is tied to the world.
World embedded(int cells) {
    ModelBuilder builder;
    const int side = cells + 1;
    for (int i = 0; i < side * side; ++i) {
        const NodeWeight row{
            builder.add_node({0.1 * (i % side), 0.1 * (i / side), 0.01 * (i % 7)}, Vec3::zero(), 1.0 + i % 3), 1.0};
        builder.add_point(Vec3::zero(), {&row, 1});
    }
    std::vector<int> own, riding, tied;
    for (int i = 0; i + side < side * side; ++i) {
        own.insert(own.end(), {i, i + side});
        if ((i + 1) % side == 0) continue;
        const int between = builder.add_point(Vec3::zero(), std::vector<NodeWeight>{{i, 0.25}, {i + 1, 0.75}});
        riding.insert(riding.end(), {between, i + side});
        if (i % 3 == 0) tied.insert(tied.end(), {between, builder.add_point(Vec3::zero(), {}, {0.0, 0.0, 1.0})});
    }
    for (const auto& points : {own, riding, tied})
        builder.add_term(
            std::make_shared<Elements<Spring>>(points, std::vector<Spring::Element>(points.size() / 2, {0.05, 20.0})));
    World world;
    world.model = builder.finish();
    world.state = {builder.start(), builder.velocity(), 0.0, 0, 0.0};
    return world;
}

std::vector<int> all_terms(const Model& model) {
    std::vector<int> terms(model.terms.size());
    for (std::size_t t = 0; t < terms.size(); ++t) terms[t] = static_cast<int>(t);
    return terms;
}

/// Every element once, in parts that are numbered in their order; tasks of a colour write to nothing in common.
void expect_fair(const Model& model, const JointSchedule& joint) {
    std::vector<std::vector<JointSchedule::Part>> parts(model.terms.size());
    for (const auto& task : joint.tasks)
        for (const auto& part : task) parts[part.term].push_back(part);
    for (std::size_t t = 0; t < parts.size(); ++t) {
        ASSERT_EQ(joint.part_count(t), static_cast<int>(parts[t].size()));
        std::sort(parts[t].begin(), parts[t].end(), [](const auto& a, const auto& b) { return a.index < b.index; });
        int end = 0;
        for (std::size_t k = 0; k < parts[t].size(); ++k) {
            EXPECT_EQ(parts[t][k].index, static_cast<int>(k));
            EXPECT_EQ(parts[t][k].begin, end);
            end = parts[t][k].end;
        }
        EXPECT_EQ(end, joint.holds(t) ? model.terms[t]->element_count() : 0);
    }
    for (std::size_t colour = 0; colour + 1 < joint.colour_begins.size(); ++colour) {
        std::vector<int> owners(model.node_count(), -1);
        for (int task = joint.colour_begins[colour]; task < joint.colour_begins[colour + 1]; ++task)
            for (const auto& part : joint.tasks[task]) {
                const Term& term = *model.terms[part.term];
                for (int k = part.begin * term.point_count(); k < part.end * term.point_count(); ++k)
                    for (const NodeWeight& w : model.map.row(term.points()[k])) {
                        ASSERT_TRUE(owners[w.node] == -1 || owners[w.node] == task);
                        owners[w.node] = task;
                    }
            }
    }
}

TEST(JointSchedule, GoesAlongTheNodesOfALargeModelInFewColours) {
    const World world = grid(100);
    const JointSchedule joint(world.model, all_terms(world.model));
    EXPECT_TRUE(joint.holds(0) && joint.holds(1));
    EXPECT_GT(joint.tasks.size(), 30u);
    EXPECT_LT(joint.colour_begins.size(), 8u);
    expect_fair(world.model, joint);
}

TEST(JointSchedule, LeavesSmallModelsAndSingleTermsAlone) {
    const World small = grid(80), large = grid(100);
    EXPECT_TRUE(JointSchedule(small.model, all_terms(small.model)).tasks.empty());
    const JointSchedule single(large.model, {0});
    EXPECT_TRUE(single.tasks.empty());
    EXPECT_FALSE(single.holds(0));
}

TEST(JointSchedule, LeavesATermAloneWhoseElementsLieAnywhere) {
    World world = grid(100);
    const Term& springs = *world.model.terms[0];
    std::vector<std::array<int, 2>> edges;
    for (int e = 0; e < springs.element_count(); ++e)
        edges.push_back({springs.points()[2 * e], springs.points()[2 * e + 1]});
    std::shuffle(edges.begin(), edges.end(), std::mt19937(1));
    std::vector<int> points;
    for (const auto& edge : edges) points.insert(points.end(), edge.begin(), edge.end());
    world.model.terms.push_back(
        std::make_shared<Elements<Spring>>(points, std::vector<Spring::Element>(edges.size(), {1.0, 1.0})));
    const JointSchedule joint(world.model, all_terms(world.model));
    EXPECT_TRUE(joint.holds(0) && joint.holds(1));
    EXPECT_FALSE(joint.holds(2));
    expect_fair(world.model, joint);
}

TEST(JointSchedule, TakesPointsThatFollowSeveralNodesOrNone) {
    const World world = embedded(100);
    const JointSchedule joint(world.model, all_terms(world.model));
    EXPECT_TRUE(joint.holds(0) && joint.holds(1) && joint.holds(2));
    expect_fair(world.model, joint);
}

/// The sums of a whole model, and of its terms one by one, which are never joint.
void expect_same_sums(const World& world) {
    Nodes c = world.state.c;
    std::mt19937 random(1);
    for (Vec3& x : c) x += 1e-3 * Vec3{double(random() % 7), double(random() % 5), double(random() % 3)};
    const Landscape at = landscape_around(world.model, c, 1e-4);
    System first;
    for (const int threads : {1, 2, 3, 8}) {
        System system;
        testing::with_threads(threads, [&] { Assembler(world.model).assemble(at, c, Hessian::exact, system); });
        if (threads == 1) first = system;
        EXPECT_EQ(system.energy.value, first.energy.value);
        EXPECT_EQ(std::memcmp(system.gradient.data(), first.gradient.data(), c.size() * sizeof(Vec3)), 0);
        EXPECT_EQ(std::memcmp(system.hessian.values.data(), first.hessian.values.data(),
                              first.hessian.values.size() * sizeof(Mat3)),
                  0);
    }
    // Around c itself inertia pulls nowhere.
    Nodes gradient(c.size(), Vec3::zero());
    std::vector<Mat3> blocks(first.hessian.values.size(), Mat3::zero());
    for (const auto& term : world.model.terms) {
        Model alone = world.model;
        alone.terms = {term};
        if (term != world.model.terms[0]) alone.mass.diagonal.assign(c.size(), 0.0);
        System part;
        Assembler(alone).assemble(at, c, Hessian::exact, part);
        for (std::size_t i = 0; i < c.size(); ++i) gradient[i] += part.gradient[i];
        for (std::size_t i = 0; i < c.size(); ++i)
            for (int k = part.hessian.pattern->row_begin(int(i)); k < part.hessian.pattern->row_end(int(i)); ++k)
                blocks[first.hessian.pattern->find(int(i), part.hessian.pattern->column(k))] += part.hessian.values[k];
    }
    double force = 0.0, stiffness = 0.0, apart = 0.0;
    for (std::size_t i = 0; i < c.size(); ++i) {
        force = std::max(force, norm(gradient[i]));
        apart = std::max(apart, norm(first.gradient[i] - gradient[i]));
    }
    EXPECT_GT(force, 0.0);
    EXPECT_LT(apart, 1e-13 * force);
    apart = 0.0;
    for (std::size_t k = 0; k < blocks.size(); ++k)
        for (int a = 0; a < 9; ++a) {
            stiffness = std::max(stiffness, std::fabs(blocks[k][a]));
            apart = std::max(apart, std::fabs(first.hessian.values[k][a] - blocks[k][a]));
        }
    EXPECT_LT(apart, 1e-13 * stiffness);
}

TEST(JointSchedule, SumsAsTermsAloneWouldAndForAnyNumberOfThreadsInOneOrder) {
    expect_same_sums(grid(100));
    expect_same_sums(embedded(100));
}

}  // namespace
}  // namespace talweg::joint_schedule_test
