#include "talweg/step/first_guess.hpp"

#include <gtest/gtest.h>

#include "support/landscape_around.hpp"
#include "support/spring_grid.hpp"

namespace talweg::first_guess_test {
namespace {

constexpr double dt = 0.02;

/// A square of springs that flies through a landscape of implicit Euler.
struct Flying {
    testing::World world = testing::SpringGrid{.cells = 3, .gravity = {0, -9.81, 0}, .planar = false}.make();
    Nodes v, a;
    Landscape at;
    Backend backend{world.model, "auto"};

    Flying() : v(world.state.c.size(), Vec3{1.0, 2.0, 0.0}), a(v.size(), Vec3{0.0, -9.81, 0.0}) {
        at = testing::landscape_around(world.model, world.state.c, dt);
        for (std::size_t i = 0; i < v.size(); ++i) at.c_tilde[i] += dt * v[i];
    }
    double energy_after(const Vec3& move) {
        Nodes c = world.state.c;
        for (Vec3& node : c) node += move;
        return backend.energy(at, c);
    }
    Nodes guess(const Going& going) {
        Nodes c = world.state.c;
        EXPECT_TRUE(goes_on(at, world.state.c, going, dt, {}, c, backend));
        return c;
    }
};

TEST(FirstGuess, FreeFallIsForeseenToItsEnd) {
    Flying flying;
    const Nodes c = flying.guess({flying.v, flying.a});
    for (std::size_t i = 0; i < c.size(); ++i)
        EXPECT_LT(norm(c[i] - flying.world.state.c[i] - Vec3{dt, 2.0 * dt - 9.81 * dt * dt, 0.0}), 1e-14);
    const Nodes& g = flying.backend.gradient(flying.at, c);
    for (const Vec3& of_node : g) EXPECT_LT(norm(of_node), 1e-10) << "nothing is left to do";
}

TEST(FirstGuess, WhatWasGainedInABlowIsNotGainedAgain) {
    Flying flying;
    for (Vec3& gained : flying.a) gained = {0.0, 500.0, 0.0};
    ASSERT_LT(flying.energy_after({dt, 2.0 * dt, 0.0}), flying.energy_after({dt, 2.0 * dt + 500.0 * dt * dt, 0.0}));
    const Nodes c = flying.guess({flying.v, flying.a}), plain = flying.guess({flying.v});
    EXPECT_EQ(c, plain);
    for (std::size_t i = 0; i < c.size(); ++i)
        EXPECT_LT(norm(c[i] - flying.world.state.c[i] - Vec3{dt, 2.0 * dt, 0.0}), 1e-14);
}

TEST(FirstGuess, WhereBothLeadUphillItStays) {
    Flying flying;
    for (std::size_t i = 0; i < flying.v.size(); ++i) flying.v[i] = 1e3 * (i % 2 == 0 ? 1.0 : -1.0) * Vec3{1, 0, 0};
    Nodes c = flying.world.state.c;
    EXPECT_FALSE(goes_on(flying.at, c, {flying.v, flying.a}, dt, {}, c, flying.backend));
    EXPECT_EQ(c, flying.world.state.c);
}

}  // namespace
}  // namespace talweg::first_guess_test
