#include "talweg/model/elimination.hpp"

#include <gtest/gtest.h>

#include <random>

namespace talweg::elimination_test {
namespace {

std::vector<Follows> all_of(int nodes) { return std::vector<Follows>(nodes, Follows::yes); }
Nodes somewhere(int nodes) { return Nodes(nodes, Vec3{1.0, 0.0, 0.0}); }

/// What is left of every relation when c = Z q + d.
double worst_residual(const std::vector<Relation>& relations, const FreeNodes& free, const Nodes& q) {
    Nodes c;
    follow(free.rows, q, free.offset, c);
    double worst = 0.0;
    for (const Relation& relation : relations) {
        Vec3 sum = -1.0 * relation.value;
        for (const NodeWeight& w : relation.row) sum += w.weight * c[w.node];
        worst = std::max(worst, norm(sum));
    }
    return worst;
}

Nodes random_nodes(int count, std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    Nodes q(count);
    for (Vec3& x : q) x = {uniform(random), uniform(random), uniform(random)};
    return q;
}

TEST(Elimination, ASharedNodeIsOneNode) {
    const std::vector<Relation> relations = {{{{0, 1.0}, {3, -1.0}}}};
    const FreeNodes free = eliminate(relations, all_of(5), somewhere(5));
    EXPECT_EQ(free.count(), 4);
    EXPECT_EQ(free.rows.single_node(0), free.rows.single_node(3));
    EXPECT_TRUE(free.redundant.empty());
}

TEST(Elimination, RandomRelationsHoldForAnyNodesThatAreLeft) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (int repeat = 0; repeat < 20; ++repeat) {
        std::vector<Relation> relations(15);
        for (Relation& relation : relations) {
            for (int k = 0; k < 4; ++k) relation.row.push_back({static_cast<int>(random() % 40), uniform(random)});
            relation.value = {uniform(random), uniform(random), uniform(random)};
        }
        const FreeNodes free = eliminate(relations, all_of(40), somewhere(40));
        EXPECT_EQ(free.count(), 25);
        EXPECT_LT(worst_residual(relations, free, random_nodes(25, random)), 1e-11);
    }
}

TEST(Elimination, WhatFollowsFromOthersIsRedundantAndWhatContradictsThemIsNamed) {
    const Vec3 one{1.0, 0.0, 0.0};
    std::vector<Relation> relations = {
        {{{0, 1.0}, {1, -1.0}}, one}, {{{1, 1.0}, {2, -1.0}}, one}, {{{0, 1.0}, {2, -1.0}}, 2.0 * one}};
    EXPECT_EQ(eliminate(relations, all_of(3), somewhere(3)).redundant, std::vector{2});
    relations[2].value = 3.0 * one;
    try {
        eliminate(relations, all_of(3), somewhere(3));
        FAIL() << "a contradiction passed";
    } catch (const Contradiction& contradiction) {
        EXPECT_EQ(contradiction.relation, 2);
        EXPECT_FALSE(contradiction.held);
    }
}

TEST(Elimination, NodesThatMayNotFollowStay) {
    const std::vector<Relation> relations = {{{{0, 1.0}, {1, -1.0}}}};
    EXPECT_EQ(eliminate(relations, {Follows::no, Follows::yes}, somewhere(2)).kept, std::vector{0});
    EXPECT_EQ(eliminate(relations, {Follows::yes, Follows::no}, somewhere(2)).kept, std::vector{1});
    EXPECT_THROW(eliminate(relations, {Follows::no, Follows::no}, somewhere(2)), Contradiction);
    const std::vector<Follows> fixed = {Follows::fixed, Follows::fixed};
    EXPECT_EQ(eliminate(relations, fixed, somewhere(2)).redundant, std::vector{0}) << "both stay where they are";
    EXPECT_THROW(eliminate(relations, fixed, {{0, 0, 0}, {1, 0, 0}}), Contradiction);
}

/// Links with parallel axes: the second place of each hinge is the first plus the axis, all the way down.
TEST(Elimination, RowsOfAChainWithParallelHingesStayShort) {
    std::vector<Relation> relations;
    const int links = 100;
    for (int k = 0; k + 1 < links; ++k) {
        const int a = 4 * k, b = 4 * (k + 1);  // places 0, 1: the hinge before, 2: on the next hinge, 3: aside
        relations.push_back({{{a + 2, 1.0}, {b, -1.0}}});
        relations.push_back({{{a + 2, 1.0}, {a + 1, 1.0}, {a, -1.0}, {b + 1, -1.0}}});
    }
    const FreeNodes free = eliminate(relations, all_of(4 * links), somewhere(4 * links));
    EXPECT_EQ(free.count(), 4 * links - 2 * (links - 1));
    std::size_t longest = 0;
    for (int i = 0; i < 4 * links; ++i) longest = std::max(longest, free.rows.row(i).size());
    EXPECT_LE(longest, 8u);
}

}  // namespace
}  // namespace talweg::elimination_test
