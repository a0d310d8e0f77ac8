#include "talweg/contact/contact.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "contact/loose_world.hpp"
#include "support/scene_run.hpp"

namespace talweg::contact_test {
namespace {

struct Touching {
    Model model;
    Positions x, still;

    Touching() {
        RandomMatrices random(31);
        testing::LooseWorld made(80, 0.3, random, 0.1);
        model.contact = std::make_shared<ContactWorld>(made.world);
        x = made.x;
        still.assign(x.size(), Vec3::zero());
    }
};

int elements_of(const std::vector<std::shared_ptr<const Term>>& terms) {
    int sum = 0;
    for (const auto& term : terms) sum += term->element_count();
    return sum;
}

TEST(Contact, AskedAgainForTheSamePlaceItGivesTheSameTerms) {
    Touching touching;
    Contact contact(touching.model);
    contact.set_kappa(10.0);
    ASSERT_EQ(contact.ensure_candidates(touching.x, touching.still), 1.0);
    const auto first = contact.terms(touching.x);
    ASSERT_GT(elements_of(first), 20);
    EXPECT_EQ(contact.terms(touching.x), first);
    contact.set_kappa(10.0);
    EXPECT_EQ(contact.terms(touching.x), first) << "nothing has changed";

    contact.set_kappa(20.0);
    EXPECT_NE(contact.terms(touching.x), first);
    contact.set_kappa(10.0);
    Positions moved = touching.x;
    moved[3][1] += 1e-9;
    EXPECT_NE(contact.terms(moved), first);
}

TEST(Contact, FrictionKeepsItsTermsUntilItIsRenewed) {
    Touching touching;
    Contact contact(touching.model);
    contact.set_kappa(10.0);
    contact.ensure_candidates(touching.x, touching.still);
    const auto without = contact.terms(touching.x);
    contact.lag(touching.x);
    const auto with = contact.terms(touching.x);
    ASSERT_GT(elements_of(with), elements_of(without));
    Positions moved = touching.x;
    moved[3][1] += 1e-9;
    const auto later = contact.terms(moved);
    ASSERT_EQ(later.size(), with.size());
    for (std::size_t t = 0; t < with.size(); ++t) EXPECT_EQ(later[t] == with[t], with[t]->dissipative());
    contact.lag(moved);
    const auto renewed = contact.terms(moved);
    for (const auto& term : renewed) EXPECT_EQ(std::count(later.begin(), later.end(), term), 0);
}

TEST(Contact, CandidatesServeAsLongAsNothingLeavesWhatTheyCover) {
    Touching touching;
    Contact contact(touching.model);
    contact.ensure_candidates(touching.x, touching.still);
    Positions moved = touching.x;
    for (Vec3& p : moved) p[0] += 0.9 * touching.model.contact->rules.d_hat;
    contact.ensure_candidates(moved, touching.still);
    EXPECT_EQ(contact.costs().searches, 1);
    moved[7][2] += 1.1 * touching.model.contact->rules.d_hat;
    contact.ensure_candidates(moved, touching.still);
    EXPECT_EQ(contact.costs().searches, 2);
}

/// Two heaps of triangles, each a part of its own, and a plane far below.
struct Flying {
    Model model;
    Positions x;
    std::size_t half;

    Flying() {
        RandomMatrices random(33);
        testing::LooseWorld made(80, 0.3, random, 0.1);
        ContactSurface& s = made.world.surface;
        half = made.x.size() / 2;
        for (std::size_t p = half; p < made.x.size(); ++p) s.part[p] = 1;
        x = made.x;
        for (std::size_t p = half; p < x.size(); ++p) x[p][0] += 10.0;
        s.planes.push_back({static_cast<int>(x.size()), {0.0, 1.0, 0.0}, 2});
        s.part.push_back(2);
        s.radius.push_back(0.0);
        s.prescribed.push_back(1);
        x.push_back({0.0, -10.0, 0.0});
        made.world.rules.touching = TouchingBodies(3);
        model.contact = std::make_shared<ContactWorld>(made.world);
    }
    /// The first heap elsewhere, each of its points a little from where it was in the heap.
    Positions moved(const Vec3& by, double little, RandomMatrices& random) const {
        Positions there = x;
        for (std::size_t p = 0; p < half; ++p) there[p] = x[p] + by + little * random.matrix<3, 1>();
        return there;
    }
};

/// No search for what flies by itself, however far; a new one as soon as it comes near anything. Either way what is in
/// reach is what a fresh search finds.
TEST(Contact, BodiesInFreeFlightTakeTheirCandidatesAlong) {
    Flying flying;
    RandomMatrices random(34);
    const double d_hat = flying.model.contact->rules.d_hat;
    const Positions still(flying.x.size(), Vec3::zero());
    Contact contact(flying.model);
    contact.set_kappa(10.0);
    contact.ensure_candidates(flying.x, still);
    const auto looks_like_fresh = [&](const Positions& at) {
        Contact fresh(flying.model);
        fresh.set_kappa(10.0);
        fresh.ensure_candidates(at, still);
        EXPECT_GT(elements_of(fresh.terms(at)), 20);
        EXPECT_EQ(elements_of(contact.terms(at)), elements_of(fresh.terms(at)));
    };
    Positions from = flying.x;
    for (const Vec3& by : {Vec3{0.0, 3.0, 0.0}, Vec3{0.0, 7.0, -5.0}, Vec3{-100.0, 4.0, 20.0}}) {
        const Positions to = flying.moved(by, 0.2 * d_hat, random);
        Positions dx(to.size());
        for (std::size_t p = 0; p < to.size(); ++p) dx[p] = to[p] - from[p];
        EXPECT_EQ(contact.ensure_candidates(from, dx), 1.0);
        from = to;
        looks_like_fresh(to);
    }
    EXPECT_EQ(contact.costs().searches, 1);
    const Positions low = flying.moved({-100.0, -9.0, 20.0}, 0.2 * d_hat, random);
    contact.ensure_candidates(low, still);
    EXPECT_EQ(contact.costs().searches, 2) << "beside the plane";
    looks_like_fresh(low);
    const Positions beside = flying.moved({10.0, 0.0, 0.0}, 0.2 * d_hat, random);
    contact.ensure_candidates(beside, still);
    EXPECT_EQ(contact.costs().searches, 3) << "amid the other";
    looks_like_fresh(beside);
    const Positions torn = flying.moved({0.0, 50.0, 0.0}, 5.0 * d_hat, random);
    contact.ensure_candidates(torn, still);
    EXPECT_EQ(contact.costs().searches, 4) << "another heap than before";
    looks_like_fresh(torn);
}

/// Whatever of a long look at contacts is interrupted, wherever: afterwards the same look finds the same.
TEST(Contact, AnInterruptedLookIsAsIfItHadNotBeen) {
    RandomMatrices random(32);
    testing::LooseWorld made(160, 0.3, random, 1.0);
    Model model;
    model.contact = std::make_shared<ContactWorld>(made.world);
    const Positions& x = made.x;
    const Positions still(x.size(), Vec3::zero()), move(x.size(), Vec3{0.01, 0, 0});
    Positions elsewhere = x;
    for (Vec3& p : elsewhere) p = 9.0 * p;
    int asked = 0, last = 1 << 30;
    const Interruption interruption([&] { return ++asked > last; });
    Contact contact(model, interruption);
    contact.set_kappa(10.0);
    double safe = 0.0, gap = 0.0;
    int terms = 0;
    const auto look = [&] {
        contact.ensure_candidates(elsewhere, still);  // so that nothing here is covered any more
        contact.ensure_candidates(x, still);
        safe = contact.largest_safe_step(x, move);
        contact.lag(x);
        terms = elements_of(contact.terms(x));
        gap = contact.smallest_gap(x);
    };
    look();
    ASSERT_GT(contact.candidates().size(), 2u * pairs_between_checks);
    const double safe_then = safe, gap_then = gap;
    const int terms_then = terms;
    asked = 0;
    look();
    const int all = asked;
    ASSERT_GT(all, 20);
    for (int before = 0; before < all; before += 1 + all / 6) {
        asked = 0;
        last = before;
        EXPECT_THROW(look(), Interrupted);
        EXPECT_EQ(asked, before + 1);
        last = 1 << 30;
        look();
        EXPECT_EQ(safe, safe_then) << before;
        EXPECT_EQ(gap, gap_then) << before;
        EXPECT_EQ(terms, terms_then) << before;
    }
}

TEST(Contact, NeighboursAlongAFineSheetAreNoCandidates) {
    // Edges of 25 mm. Where d̂ is a tenth of that, places may change by d̂ before anything is looked for again;
    // where it is 10 mm, neighbours that share no corner are within three times d̂ of one another, everywhere.
    for (const double d_hat : {0.0025, 0.01, 0.1}) {
        testing::SceneRun run(
            parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 1 }}, "contact": {{ "distance": {} }},
                "bodies": [{{ "name": "sheet", "material": "cotton",
                              "shape": {{ "type": "cloth", "size": [1, 1], "cells": [40, 40] }} }}] }})",
                                    d_hat),
                        "sheet.json", ".", {}));
        const Positions &x = run.x(), still(x.size(), Vec3::zero());
        Contact contact(run.model());
        contact.ensure_candidates(x, still);
        const double edges = double(run.model().contact->surface.edges.size());
        const double each = double(contact.candidates().size()) / edges;
        if (d_hat < 0.02)
            EXPECT_LT(each, 4.0) << d_hat;
        else
            EXPECT_GT(each, 50.0) << "there they are within reach";
        const double margin = d_hat == 0.0025 ? d_hat : d_hat == 0.01 ? 0.5 * d_hat : 0.25 * d_hat;
        Positions moved = x;
        moved[7][1] += 0.99 * margin;
        contact.ensure_candidates(moved, still);
        EXPECT_EQ(contact.costs().searches, 1) << d_hat;
        moved[7][1] += 0.02 * margin;
        contact.ensure_candidates(moved, still);
        EXPECT_EQ(contact.costs().searches, 2) << d_hat;
    }
}

}  // namespace
}  // namespace talweg::contact_test
