#include "talweg/assembly/missing_pairs.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "support/threads.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energies/hooke_spring.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::missing_pairs_test {
namespace {

/// Points that follow one node, two of them, or none.
Model points_and_nodes(int nodes) {
    ModelBuilder builder;
    for (int i = 0; i < nodes; ++i) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0);
    for (int i = 0; i + 1 < nodes; i += 2) builder.add_coupling(i, i + 1, 0.1);
    for (int i = 0; i < nodes; ++i) {
        const NodeWeight both[] = {{i, 0.25}, {(i + 3) % nodes, 0.75}}, one[] = {{i, 1.0}};
        if (i % 7 == 0)
            builder.add_point(Vec3::zero(), {});
        else if (i % 5 == 0)
            builder.add_point(Vec3::zero(), both);
        else
            builder.add_point(Vec3::zero(), one);
    }
    return builder.finish();
}

std::shared_ptr<const Term> springs(const Model& model, int count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<int> points(2 * count);
    for (int& point : points) point = static_cast<int>(random() % model.point_count());
    return std::make_shared<Elements<HookeSpring>>(points, std::vector<HookeSpring::Element>(count));
}

TEST(MissingPairs, AreThoseThatTermsCoupleBeyondThePattern) {
    const Model model = points_and_nodes(400);
    const BlockPattern pattern(model);
    const std::vector<std::shared_ptr<const Term>> terms = {springs(model, 30, 1), springs(model, 3000, 2)};
    std::set<std::array<int, 2>> coupled;
    for (const auto& term : terms)
        for (int e = 0; e < term->element_count(); ++e)
            for (const int p : {term->points()[2 * e], term->points()[2 * e + 1]})
                for (const int q : {term->points()[2 * e], term->points()[2 * e + 1]})
                    for (const NodeWeight& a : model.map.row(p))
                        for (const NodeWeight& b : model.map.row(q))
                            if (a.node < b.node) coupled.insert({a.node, b.node});
    const auto found = [&](int threads) {
        return testing::with_threads(threads, [&] { return MissingPairs(pattern, model, terms); });
    };
    const MissingPairs missing = found(1);
    std::vector<std::array<int, 2>> beyond;
    std::vector<std::uint8_t> needed(pattern.block_count(), 0);
    for (const auto& [i, j] : coupled)
        if (const int block = pattern.find(i, j); block < 0)
            beyond.push_back({i, j});
        else
            needed[block] = 1;
    EXPECT_GT(beyond.size(), 2000u);
    EXPECT_GT(std::count(needed.begin(), needed.end(), 1), 0);
    EXPECT_EQ(missing.pairs, beyond);
    EXPECT_EQ(missing.needed, needed);
    const MissingPairs again = found(3);
    EXPECT_EQ(again.pairs, missing.pairs);
    EXPECT_EQ(again.needed, missing.needed);
    EXPECT_TRUE(MissingPairs(BlockPattern(pattern, beyond), model, terms).pairs.empty());
}

TEST(MissingPairs, AreMergedWithThoseThatWereMissingBefore) {
    // None, one list, and so many that pieces are merged side by side; the few before, between and behind the many.
    for (const int count : {0, 1, 10, 20000})
        for (const int every : {1, 7, 30000}) {
            NodePairs many, few, all;
            for (int k = 0; k < count; ++k) {
                const std::array<int, 2> pair{k / 100, 200 + k % 100};
                all.push_back(pair);
                ((k + 3) % every == 0 ? few : many).push_back(pair);
            }
            EXPECT_EQ(merged(many, few), all) << count << " " << every;
            EXPECT_EQ(merged(few, many), all) << count << " " << every;
        }
}

}  // namespace
}  // namespace talweg::missing_pairs_test
