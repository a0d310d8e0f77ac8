#include "talweg/state/state.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "talweg/math/error.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::state_test {
namespace {

/// Numbers that a text format or arithmetic would damage.
State awkward_state() {
    using Limits = std::numeric_limits<double>;
    State state;
    state.c = {{0.1, -0.0, Limits::denorm_min()}, {Limits::max(), -Limits::min(), 1.0 / 3.0}};
    state.v = {{Limits::infinity(), 1e-300, -1.0}, {Limits::quiet_NaN(), 2.0, 4.9}};
    state.time = 0.1 + 0.2;
    state.step = 1ll << 40;
    state.inner_step = 1e-7 / 3.0;
    state.a = state.v;
    state.c_before = state.c;
    state.v_before = state.a;
    state.dt_before = 0.1 / 3.0;
    state.kappa = 1e5 / 3.0;
    state.delay = 0.2 / 3.0;
    return state;
}

bool same_bits(const Nodes& a, const Nodes& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0);
}

TEST(State, ComesBackBitForBit) {
    const State state = awkward_state();
    const State back = restore(save(state));
    EXPECT_TRUE(same_bits(back.c, state.c));
    EXPECT_TRUE(same_bits(back.v, state.v));
    EXPECT_TRUE(same_bits(back.a, state.a));
    EXPECT_TRUE(same_bits(back.c_before, state.c_before));
    EXPECT_TRUE(same_bits(back.v_before, state.v_before));
    EXPECT_EQ(back.dt_before, state.dt_before);
    EXPECT_EQ(back.kappa, state.kappa);
    EXPECT_EQ(back.delay, state.delay);
    EXPECT_EQ(std::memcmp(&back.time, &state.time, sizeof(double)), 0);
    EXPECT_EQ(back.step, state.step);
    EXPECT_EQ(std::memcmp(&back.inner_step, &state.inner_step, sizeof(double)), 0);
    EXPECT_EQ(save(back), save(state));
}

TEST(State, ComesBackWithoutAnyNode) {
    State state;
    state.step = 3;
    const State back = restore(save(state));
    EXPECT_TRUE(back.c.empty());
    EXPECT_TRUE(back.v.empty());
    EXPECT_EQ(back.step, 3);
}

TEST(State, EveryTruncationIsRefused) {
    const std::vector<std::byte> bytes = save(awkward_state());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(restore(std::span(bytes).first(size)), Error) << size << " bytes";
}

TEST(State, BytesTooManyAreRefused) {
    std::vector<std::byte> bytes = save(awkward_state());
    bytes.push_back(std::byte{0});
    EXPECT_THROW(restore(bytes), Error);
    bytes.resize(bytes.size() + 2 * sizeof(Vec3) - 1);
    EXPECT_THROW(restore(bytes), Error) << "room for one more node than the header says";
}

TEST(State, ADamagedHeaderIsRefused) {
    const std::vector<std::byte> good = save(awkward_state());
    for (std::size_t i = 0; i < 2 * sizeof(std::uint64_t); ++i) {  // the mark, then the number of nodes
        std::vector<std::byte> bytes = good;
        bytes[i] ^= std::byte{0x5a};
        EXPECT_THROW(restore(bytes), Error) << "byte " << i;
    }
}

TEST(State, AnAbsurdNodeCountIsRefusedBeforeMemoryIsTaken) {
    std::vector<std::byte> bytes = save(State{});
    const std::uint64_t count = ~0ull / 48 + 1;  // count · 48 overflows to a small number
    std::memcpy(bytes.data() + sizeof(std::uint64_t), &count, sizeof count);
    EXPECT_THROW(restore(bytes), Error);
}

/// A free point, one on a motion of 3 m/s along x between 1 s and 2 s, and a node whose y follows that motion's.
struct Scripted {
    Model model;
    State state;
    Scripted() {
        const Motion motion{Vec3::zero(), SteadyPose{{3, 6, 0}, Vec3::zero(), 1.0, 2.0}};
        VertexBody body;
        body.rest = body.start = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
        body.velocity.assign(3, {0, 0, 5});
        body.mass = {2.0, 3.0, 4.0};
        body.holds = {{{1}, all_axes, motion}, {{2}, 2, motion}};
        ModelBuilder builder;
        builder.add_vertices(body);
        model = builder.finish();
        state.c = builder.start();
        state.v = builder.velocity();
    }
};

TEST(State, PositionsFollowNodesAndMotions) {
    Scripted s;
    s.state.time = 1.5;
    s.state.c[0] = {0, 7, 0};
    const Positions x = positions(s.model, s.state);
    EXPECT_EQ(x[0], (Vec3{0, 7, 0}));
    EXPECT_EQ(x[1], (Vec3{2.5, 3, 0}));
    EXPECT_EQ(x[2], s.state.c[1]);
}

TEST(State, VelocitiesOfScriptedPointsAreThoseOfTheirMotion) {
    Scripted s;
    for (const auto& [time, speed] : {std::pair{0.5, 0.0}, {1.5, 3.0}, {2.5, 0.0}}) {
        s.state.time = time;
        const Positions v = velocities(s.model, s.state, 0.01);
        EXPECT_EQ(v[0], (Vec3{0, 0, 5}));
        EXPECT_NEAR(v[1][0], speed, 1e-12) << "at " << time << " s";
        EXPECT_EQ(v[2], s.state.v[1]) << "a node knows its velocity";
    }
}

TEST(State, VelocitiesWithoutScriptsAreExactlyWv) {
    VertexBody body;
    body.rest = body.start = {{0, 0, 0}, {1, 1, 1}};
    body.velocity = {{0.1, 0.2, 0.3}, {4, 5, 6}};
    body.mass = {1.0, 1.0};
    body.holds = {{{1}, all_axes, {}}};
    ModelBuilder builder;
    builder.add_vertices(body);
    const Model model = builder.finish();
    const Positions v = velocities(model, {builder.start(), builder.velocity(), 3.7, 0, 0.0}, 1e-9);
    EXPECT_EQ(v[0], (Vec3{0.1, 0.2, 0.3}));
    EXPECT_EQ(v[1], Vec3::zero());
}

TEST(State, KineticEnergyIsThatOfTheNodes) {
    Scripted s;
    // Node masses 2 and 4 kg at 5 m/s; the scripted point has no node and so no share.
    EXPECT_DOUBLE_EQ(kinetic_energy(s.model, s.state), 0.5 * 2.0 * 25.0 + 0.5 * 4.0 * 25.0);
}

}  // namespace
}  // namespace talweg::state_test
