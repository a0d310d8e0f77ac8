#include "talweg/contact/contact_kinds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>
#include <random>

#include "contact/loose_world.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/measures.hpp"

namespace talweg::contact_set_test {
namespace {

using testing::LooseWorld;

template <class T>
void expect_same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class Energy>
void expect_same(const ElementList<Energy>& a, const ElementList<Energy>& b) {
    expect_same_bits(a.points, b.points);
    ASSERT_EQ(a.size(), b.size());
    for (int e = 0; e < a.size(); ++e) {
        Points<double, Energy::point_count> x;  // anywhere: the same elements have the same energies
        for (int i = 0; i < Energy::point_count; ++i) x[i] = {0.01 * i, 0.02 * i * i, 0.005 * i};
        EXPECT_EQ(Energy::energy(x, a.elements[e]), Energy::energy(x, b.elements[e]));
    }
}

void expect_same(const ContactSet& a, const ContactSet& b) {
    each_contact_kind([&]<class Kind>(const Kind&) { expect_same(a.*Kind::contacts, b.*Kind::contacts); });
}

/// Everything near everything, with edges and points that belong to no triangle, and a plane.
struct Crowd {
    LooseWorld made;
    Candidates near, far;  // two searches that both cover where things are

    explicit Crowd(RandomMatrices& random) : made(150, 0.3, random, 0.1) {
        ContactSurface& s = made.world.surface;
        for (int k = 0; k < 20; ++k) {
            s.points.push_back(int(made.x.size()));
            if (k % 3 != 0) s.loose_points.push_back(int(s.points.size()) - 1);
            made.x.push_back(random.matrix<3, 1>());
        }
        for (int k = 0; k < 18; k += 3) {
            const int a = int(made.x.size()) - 20 + k;
            s.loose_edges.push_back(int(s.edges.size()));
            s.edges.push_back({a, a + 1});
            s.edge_length_squared.push_back(norm_squared(made.x[a + 1] - made.x[a]));
        }
        s.planes = {{int(made.x.size()), {0, 1, 0}, 0}};
        made.x.push_back({0, -0.5, 0});
        s.point_area.assign(s.points.size(), 0.01);
        s.edge_area.assign(s.edges.size(), 0.01);
        s.part.assign(made.x.size(), 0);
        s.radius.assign(made.x.size(), 0.0);
        s.prescribed.assign(made.x.size(), 0);
        const Positions still(made.x.size(), Vec3::zero());
        Positions moving;
        for (std::size_t i = 0; i < made.x.size(); ++i) moving.push_back(0.4 * random.matrix<3, 1>());
        CandidateSearch search(made.world);
        EXPECT_TRUE(search.find(made.x, still, 0.0, 1000000, near));
        EXPECT_TRUE(search.find(made.x, moving, 0.1, 1000000, far));
    }
};

TEST(ContactSet, DoesNotKnowHowCandidatesWereFound) {
    RandomMatrices random(21);
    Crowd crowd(random);
    ASSERT_GT(crowd.far.size(), 2 * crowd.near.size());
    const ContactSet wanted = find_contacts(crowd.made.world, crowd.near, crowd.made.x, 100.0);
    ASSERT_GT(wanted.point_face.size(), 20);
    ASSERT_GT(wanted.edge_edge.size(), 20);
    ASSERT_GT(wanted.point_plane.size(), 5);
    expect_same(wanted, find_contacts(crowd.made.world, crowd.far, crowd.made.x, 100.0));
    each_contact_kind([&]<class Kind>(const Kind&) {
        auto& pairs = crowd.far.*Kind::candidates;
        std::shuffle(pairs.begin(), pairs.end(), std::mt19937(5));
    });
    expect_same(wanted, find_contacts(crowd.made.world, crowd.far, crowd.made.x, 100.0));
}

TEST(ContactSet, IsBitwiseTheSameForAnyNumberOfThreads) {
    RandomMatrices random(22);
    LooseWorld made(1500, 0.1, random, 0.02);
    Positions dx;
    for (std::size_t i = 0; i < made.x.size(); ++i) dx.push_back(0.05 * random.matrix<3, 1>());
    const auto found = [&](int threads) {
        return testing::with_threads(threads, [&] {
            std::pair<Candidates, ContactSet> all;
            CandidateSearch(made.world).find(made.x, dx, 0.01, 10000000, all.first);
            all.second = find_contacts(made.world, all.first, made.x, 100.0);
            return all;
        });
    };
    const auto one = found(1), three = found(3);
    ASSERT_GT(one.first.edge_edge.size(), 10000u);
    ASSERT_GT(one.second.size(), 1000);
    expect_same_bits(one.first.edge_edge, three.first.edge_edge);
    expect_same_bits(one.first.point_triangle, three.first.point_triangle);
    expect_same(one.second, three.second);
}

/// The cheap test by coordinates leaves out nothing that is in reach: edges counted one by one.
TEST(ContactSet, HoldsEveryPairOfEdgesInReach) {
    RandomMatrices random(23);
    LooseWorld made(100, 0.3, random, 0.08);
    const ContactSurface& s = made.world.surface;
    const Positions still(made.x.size(), Vec3::zero());
    Candidates candidates;
    ASSERT_TRUE(CandidateSearch(made.world).find(made.x, still, 0.3, 1000000, candidates));
    const auto on_triangles = [](Candidates all) {
        all.point_triangle.clear();
        return all;
    };
    int in_reach = 0;
    for (std::size_t a = 0; a < s.edges.size(); ++a)
        for (std::size_t b = a + 1; b < s.edges.size(); ++b) {
            const auto &e = s.edges[a], &g = s.edges[b];
            if (e[0] == g[0] || e[0] == g[1] || e[1] == g[0] || e[1] == g[1]) continue;
            in_reach += edge_edge_squared(made.x[e[0]], made.x[e[1]], made.x[g[0]], made.x[g[1]]) < 0.08 * 0.08;
        }
    ASSERT_GT(in_reach, 50);
    EXPECT_EQ(find_contacts(made.world, on_triangles(candidates), made.x, 1.0).size(), in_reach);
}

/// A sheet of n × n cells around the top of a ball of radius 1 whose middle is the last point; `gap` tells how high a
/// point of the sheet, by row and column, is above the ball.
struct SheetOnBall {
    static constexpr double d_hat = 0.02;
    ContactWorld world;
    Positions x;

    template <class Gap>
    SheetOnBall(int n, const Gap& gap) {
        ContactSurface& s = world.surface;
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n; ++j) {
                const Vec3 way{2.0 * i / n - 1.0, 2.0, 2.0 * j / n - 1.0};
                x.push_back((1.0 + gap(i, j)) * (way / norm(way)));
            }
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const int a = i * (n + 1) + j, b = a + n + 1;
                s.triangles.insert(s.triangles.end(), {{a, b, b + 1}, {a, b + 1, a + 1}});
            }
        for (const auto& [a, b, c] : s.triangles) s.triangle_area.push_back(norm(area_vector(x[a], x[b], x[c])));
        s.points = {int(x.size())};  // the ball alone measures
        s.loose_points = {0};
        s.point_area = {std::numbers::pi};
        x.push_back(Vec3::zero());
        s.part.assign(x.size(), 0);
        s.part.back() = 1;
        s.radius.assign(x.size(), 0.0);
        s.radius.back() = 1.0;
        s.prescribed.assign(x.size(), 0);
        s.obstacle = {0, 1};
        s.mean_edge = {1.2 / n, 0.0};
        world.rules.d_hat = d_hat;
        world.rules.touching = TouchingBodies(2);
    }

    double area() const {
        const auto& areas = world.surface.triangle_area;
        return std::accumulate(areas.begin(), areas.end(), 0.0);
    }

    /// Of unit stiffness.
    double energy(const Positions& at) const {
        Candidates candidates;
        EXPECT_TRUE(CandidateSearch(world).find(at, Positions(at.size(), Vec3::zero()), 0.0, 1000000, candidates));
        const ContactSet set = find_contacts(world, candidates, at, 1.0);
        double sum = 0.0;
        each_contact_kind([&]<class Kind>(const Kind&) { sum += energy_of(set.*Kind::contacts, at); });
        return sum;
    }

    template <class Energy>
    static double energy_of(const ElementList<Energy>& list, const Positions& at) {
        constexpr int N = Energy::point_count;
        double sum = 0.0;
        for (int e = 0; e < list.size(); ++e)
            sum += Energy::energy(gathered<N>(at, list.points.data() + N * e), list.elements[e]);
        return sum;
    }
};

/// A quarter of the area, at the gap's own barrier, however finely the sheet is cut.
TEST(ContactSet, AWrappedBallMeasuresTheAreaThatLiesOnIt) {
    const double gap = 0.5 * SheetOnBall::d_hat;
    const double s = ((1.0 + gap) * (1.0 + gap) - 1.0) / ((1.0 + 2.0 * gap) * (1.0 + 2.0 * gap) - 1.0);
    const double b = -(s - 1.0) * (s - 1.0) * std::log(s);
    for (const int n : {20, 40, 80}) {
        const SheetOnBall sheet(n, [&](int, int) { return gap; });
        // Faces are chords: they lie below their corners, by less the finer they are.
        EXPECT_NEAR(sheet.energy(sheet.x) / (0.25 * sheet.area() * SheetOnBall::d_hat * b), 1.0, 80.0 / (n * n)) << n;
    }
}

/// Every other point of every other row stands off, out of reach: a sheet with a hundred holes, whose Euler
/// characteristic is −99. Nevertheless it is carried: lifting it away lowers the energy.
TEST(ContactSet, ABallCarriesASheetThatWrinklesOnIt) {
    const double d_hat = SheetOnBall::d_hat;
    for (const int n : {20, 40}) {
        const SheetOnBall sheet(n, [&](int i, int j) { return i % 2 == 1 && j % 2 == 1 ? 4.0 * d_hat : 0.5 * d_hat; });
        const double energy = sheet.energy(sheet.x);
        EXPECT_GT(energy, 0.0);
        double before = energy;
        for (const double part : {0.1, 0.2, 0.3, 0.4}) {
            Positions lifted = sheet.x;
            for (std::size_t i = 0; i + 1 < lifted.size(); ++i)
                lifted[i] += part * d_hat * (lifted[i] / norm(lifted[i]));
            const double after = sheet.energy(lifted);
            EXPECT_LT(after, before) << n << " cells, lifted by " << part;
            before = after;
        }
        EXPECT_LT(before, 0.05 * energy);
    }
}

}  // namespace
}  // namespace talweg::contact_set_test
