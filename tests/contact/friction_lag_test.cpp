#include "talweg/contact/friction_lag.hpp"

#include <gtest/gtest.h>

#include "contact/loose_world.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/contact/contact_kinds.hpp"

namespace talweg::friction_lag_test {
namespace {

using testing::LooseWorld;

/// Sum of the forces' lengths along the gaps: what Coulomb's law multiplies.
template <class Energy>
double normal_force(const ElementList<Energy>& list, const Positions& x) {
    double sum = 0.0;
    constexpr int N = Energy::point_count;
    for (int e = 0; e < list.size(); ++e) {
        Points<double, N> local;
        for (int i = 0; i < N; ++i) local[i] = x[list.points[N * e + i]];
        const Derivatives<N> d = element_derivatives<Energy, N>(local, local, 1.0, list.elements[e], false);
        Vec3 on_first = Vec3::zero();  // of a point, or of the first edge
        const int first = N == 4 && std::is_same_v<Energy, EdgeEdgeBarrier> ? 2 : 1;
        for (int i = 0; i < first; ++i)
            on_first += Vec3{d.gradient[3 * i], d.gradient[3 * i + 1], d.gradient[3 * i + 2]};
        sum += norm(on_first);
    }
    return sum;
}

TEST(FrictionLag, FastSlidingMeetsTheNormalForceTimesTheCoefficient) {
    RandomMatrices random(21);
    LooseWorld made(30, 0.3, random);
    CandidateSearch search(made.world);
    Candidates candidates;
    ASSERT_TRUE(search.find(made.x, Positions(made.x.size(), Vec3::zero()), 0.0, 1000000, candidates));
    const ContactSet contacts = find_contacts(made.world, candidates, made.x, 100.0);
    const FrictionSet friction = lag_friction(made.world, contacts, made.x);
    ASSERT_GT(friction.size(), 10);
    double expected = 0.0, got = 0.0;
    each_contact_kind(
        [&]<class Kind>(const Kind&) { expected += 0.3 * normal_force(contacts.*Kind::contacts, made.x); });
    for (const auto& e : friction.two.elements) got += e.force;
    for (const auto& e : friction.three.elements) got += e.force;
    for (const auto& e : friction.four.elements) got += e.force;
    EXPECT_NEAR(got, expected, 1e-6 * expected);
    for (const auto& e : friction.four.elements) {
        double sum = 0.0;
        for (int k = 0; k < 4; ++k) sum += e.weight[k];
        EXPECT_NEAR(sum, 0.0, 1e-14);
        EXPECT_NEAR(dot(e.tangent[0], e.tangent[1]), 0.0, 1e-14);
        EXPECT_NEAR(norm(e.tangent[0]), 1.0, 1e-14);
    }
}

}  // namespace
}  // namespace talweg::friction_lag_test
