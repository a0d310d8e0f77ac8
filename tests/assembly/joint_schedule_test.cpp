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

TEST(JointSchedule, SumsAsTermsAloneWouldAndForAnyNumberOfThreadsInOneOrder) {
    const World world = grid(100);
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
    // One term at a time, which is never joint; around c itself inertia pulls nowhere.
    Nodes gradient(c.size(), Vec3::zero());
    std::vector<Mat3> blocks(first.hessian.values.size(), Mat3::zero());
    for (const auto& term : world.model.terms) {
        Model alone = world.model;
        alone.terms = {term};
        alone.mass.diagonal.assign(c.size(), term == world.model.terms[0] ? world.model.mass.diagonal[0] : 0.0);
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

}  // namespace
}  // namespace talweg::joint_schedule_test
