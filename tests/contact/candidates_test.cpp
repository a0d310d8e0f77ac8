#include "talweg/contact/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact/loose_world.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/distance/distances.hpp"

namespace talweg::candidates_test {
namespace {

using testing::LooseWorld;

bool listed(const std::vector<Candidates::Pair>& pairs, int first, int second) {
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const auto& p) { return p.first == first && p.second == second; });
}

TEST(Candidates, MissNoPairThatComesNearOnTheWay) {
    RandomMatrices random(3);
    LooseWorld made(40, 0.4, random);
    const ContactWorld& world = made.world;
    Positions dx;
    for (std::size_t i = 0; i < made.x.size(); ++i) dx.push_back(0.3 * random.matrix<3, 1>());
    Candidates found;
    CandidateSearch search(world);
    ASSERT_TRUE(search.find(made.x, dx, 0.01, 1000000, found));
    const ContactSurface& s = world.surface;
    int near = 0;
    for (const double t : {0.0, 0.3, 0.7, 1.0}) {
        Positions x = made.x;
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += t * dx[i];
        for (int k = 0; k < int(s.points.size()); ++k)
            for (int f = 0; f < int(s.triangles.size()); ++f) {
                const auto& c = s.triangles[f];
                const int p = s.points[k];
                if (p == c[0] || p == c[1] || p == c[2]) continue;
                if (point_triangle_squared(x[p], x[c[0]], x[c[1]], x[c[2]]) > world.rules.d_hat * world.rules.d_hat)
                    continue;
                ++near;
                EXPECT_TRUE(listed(found.point_triangle, k, f)) << "at " << t << ": " << k << ", " << f;
            }
        for (int a = 0; a < int(s.edges.size()); ++a)
            for (int b = a + 1; b < int(s.edges.size()); ++b) {
                const auto &e = s.edges[a], &g = s.edges[b];
                if (e[0] == g[0] || e[0] == g[1] || e[1] == g[0] || e[1] == g[1]) continue;
                if (edge_edge_squared(x[e[0]], x[e[1]], x[g[0]], x[g[1]]) > world.rules.d_hat * world.rules.d_hat)
                    continue;
                ++near;
                EXPECT_TRUE(listed(found.edge_edge, a, b)) << "at " << t << ": " << a << ", " << b;
            }
    }
    EXPECT_GT(near, 100);
}

TEST(Candidates, OfBodiesThatMayNotTouchAndOfWhatCannotMoveThereAreNone) {
    RandomMatrices random(4);
    LooseWorld made(10, 0.2, random);
    Candidates found;
    const Positions still(made.x.size(), Vec3::zero());
    made.world.rules.touching.itself = {0};
    ASSERT_TRUE(CandidateSearch(made.world).find(made.x, still, 1.0, 1000000, found));
    EXPECT_EQ(found.size(), 0u);
    made.world.rules.touching.itself = {1};
    std::fill(made.world.surface.prescribed.begin(), made.world.surface.prescribed.end(), 1);
    ASSERT_TRUE(CandidateSearch(made.world).find(made.x, still, 1.0, 1000000, found));
    EXPECT_EQ(found.size(), 0u);
}

TEST(Candidates, ACrowdIsRefused) {
    RandomMatrices random(5);
    LooseWorld made(40, 0.2, random);
    Candidates found;
    const Positions still(made.x.size(), Vec3::zero());
    EXPECT_FALSE(CandidateSearch(made.world).find(made.x, still, 10.0, 100, found));
}

/// Counted, not timed: 65,536 pairs and those of eight boxes lie between two questions at most.
TEST(Candidates, ALongSearchIsGivenUpWithinAsManyPairsAsSaid) {
    RandomMatrices random(6);
    LooseWorld made(700, 0.2, random);
    Candidates found;
    const Positions still(made.x.size(), Vec3::zero());
    CandidateSearch search(made.world);
    int asked = 0, last = 1 << 30;
    const Interruption interruption([&] { return ++asked > last; });
    testing::with_threads(1, [&] {
        ASSERT_TRUE(search.find(made.x, still, 10.0, 100'000'000, found, interruption));
        const std::size_t pairs = found.size(), eight_boxes = 8 * made.world.surface.edges.size();
        ASSERT_GT(pairs, 3'000'000u) << "everything is near everything";
        const int all = asked;
        EXPECT_GE(static_cast<std::size_t>(all), pairs / (pairs_between_checks + eight_boxes));
        for (const int before : {0, 1, all / 2, all - 1}) {
            asked = 0;
            last = before;
            EXPECT_THROW(search.find(made.x, still, 10.0, 100'000'000, found, interruption), Interrupted);
            EXPECT_EQ(asked, before + 1);
        }
        last = 1 << 30;
        ASSERT_TRUE(search.find(made.x, still, 10.0, 100'000'000, found, interruption));
        EXPECT_EQ(found.size(), pairs);
    });
}

}  // namespace
}  // namespace talweg::candidates_test
