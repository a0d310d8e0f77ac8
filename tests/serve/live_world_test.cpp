#include "talweg/serve/live_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "places.hpp"
#include "sample_scenes.hpp"
#include "support/read_contact_block.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::live_world_test {
namespace {

using ::testing::ElementsAre;

constexpr int gravity = 0, time_step = 1, density = 2, stiffness = 3;  // knobs of the rope

Vec3 point(const LiveWorld& world, int index) { return positions(world.model(), world.state())[index]; }

int knob_of(const LiveWorld& world, const std::string& path) {
    const auto found = std::ranges::find(world.knobs(), path, &Knob::path);
    EXPECT_NE(found, world.knobs().end()) << path;
    return static_cast<int>(found - world.knobs().begin());
}

TEST(LiveWorld, rests_until_it_is_pulled_and_comes_back_when_let_go) {
    LiveWorld world(resting_rope());
    for (int step = 0; step < 10; ++step) ASSERT_TRUE(world.step());
    EXPECT_LT(norm(point(world, 4) - Vec3{0, -1, 0}), 1e-9);

    world.pull(1, 4, {0.5, -1, 0});
    ASSERT_TRUE(world.step());
    EXPECT_GT(point(world, 4)[0], 1e-4);  // the very next step follows
    for (int step = 0; step < 100; ++step) ASSERT_TRUE(world.step());
    EXPECT_GT(point(world, 4)[0], 0.3);

    world.release(1);
    for (int step = 0; step < 1000; ++step) ASSERT_TRUE(world.step());
    EXPECT_LT(norm(point(world, 4) - point(world, 3)), 0.2501);  // no longer stretched
    EXPECT_EQ(world.last_report().potentials.back(), 0.0);       // the hand's
}

/// A sheet of a mass that falls freely, or a rope of it that hangs, in gravity.
Scene body_of(double kilograms, double step, bool hanging) {
    const std::string rope = R"({"name": "rope", "shape": {"type": "rope", "from": [0, 0, 0], "to": [0, -1, 0],
        "segments": 4}, "density": 1, "hold": [{"select": {"group": "start"}}],
        "energies": [{"type": "spring", "stiffness": 500}]})";
    const std::string sheet = R"({"name": "sheet", "shape": {"type": "cloth", "size": [1, 1], "cells": [4, 4]},
        "density": 1, "energies": [{"type": "spring", "on": ["structural", "shear"], "stiffness": 500}]})";
    const std::string text = R"({"time": {"step": 0.01}, "bodies": [)" + (hanging ? rope : sheet) + "]}";
    // As heavy as wanted, and as stiff against its weight.
    return parse_scene(text, "body.json", ".",
                       {"time.step=" + std::to_string(step), "bodies[0].density=" + std::to_string(kilograms),
                        "bodies[0].energies[0].stiffness=" + std::to_string(500 * kilograms)});
}

/// What the hand promises: after a quarter of a second the point is within 5 % of the distance, and stays there.
TEST(LiveWorld, the_hand_is_firm_whatever_the_mass_and_the_step_and_does_not_ring) {
    for (const bool hanging : {false, true})
        for (const double kilograms : {1e-3, 1.0, 1e3})
            for (const double step : {0.001, 0.01, 0.03}) {
                LiveWorld world(body_of(kilograms, step, hanging));
                const int free_point = world.model().place_count() - 1;
                const Vec3 start = point(world, free_point);
                const Vec3 way = hanging ? Vec3{0.15, 0.12, 0.0} : Vec3{0.1, 0.15, 0.05};
                world.pull(1, free_point, start + way);
                double furthest = 0.0;  // along the way
                while (world.state().time < 0.25 - 1e-9) {
                    ASSERT_TRUE(world.step());
                    furthest = std::max(furthest, dot(point(world, free_point) - start, way) / dot(way, way));
                }
                SCOPED_TRACE((hanging ? "hanging, " : "free, ") + std::to_string(kilograms) + " kg, steps of " +
                             std::to_string(step) + " s");
                EXPECT_LT(norm(point(world, free_point) - start - way), 0.05 * norm(way));
                EXPECT_LT(furthest, 1.01) << "it went beyond";
                while (world.state().time < 0.5 - 1e-9) {
                    ASSERT_TRUE(world.step());
                    EXPECT_LT(norm(point(world, free_point) - start - way), 0.05 * norm(way)) << world.state().time;
                }
            }
}

TEST(LiveWorld, a_stronger_hand_sags_less) {
    const auto sag = [](double strength) {
        LiveWorld world(body_of(1.0, 0.03, false));
        world.set_strength(strength);
        const Vec3 start = point(world, 24);
        world.pull(1, 24, start);
        for (int step = 0; step < 600; ++step) EXPECT_TRUE(world.step());  // until it swings no more
        return start[1] - point(world, 24)[1];
    };
    // All of the weight hangs on the hand: g / (ω² s).
    EXPECT_NEAR(sag(1.0), 9.81 / 14400.0, 0.02 * 9.81 / 14400.0);
    EXPECT_NEAR(sag(0.25), 4.0 * 9.81 / 14400.0, 0.02 * 4.0 * 9.81 / 14400.0);
}

TEST(LiveWorld, pinned_points_stay_and_fall_when_they_are_let_go) {
    LiveWorld world(resting_rope());
    world.turn({{gravity, -9.81}});
    world.pin(4);
    EXPECT_THAT(world.pinned(), ElementsAre(4));
    for (int step = 0; step < 50; ++step) ASSERT_TRUE(world.step());
    EXPECT_LT(norm(point(world, 4) - Vec3{0, -1, 0}), 1e-12);
    EXPECT_LT(point(world, 2)[1], -0.5) << "the others hang between";
    EXPECT_THROW(world.pin(0), Error) << "the scene holds it";
    EXPECT_THROW(world.pin(100), Error);
    EXPECT_THROW(world.unpin(3), Error);
    world.unpin(4);
    EXPECT_TRUE(world.pinned().empty());
    for (int step = 0; step < 20; ++step) ASSERT_TRUE(world.step());
    EXPECT_LT(point(world, 4)[1], -1.005);
}

TEST(LiveWorld, steps_can_be_taken_by_another_integrator_from_now_on) {
    LiveWorld world(resting_rope({"gravity=[3,-9.81,0]", "bodies[0].energies[1].rate=0"}));
    EXPECT_EQ(world.integrator(), "implicit_euler");
    for (const char* name : {"bdf2", "newmark", "symplectic_euler", "bdf2", "implicit_euler"}) {
        world.use_integrator(name);
        EXPECT_EQ(world.integrator(), name);
        const int before = static_cast<int>(world.state().step);
        for (int step = 0; step < 10; ++step) ASSERT_TRUE(world.step()) << name;
        EXPECT_EQ(world.state().step, before + 10);
        EXPECT_LT(norm(point(world, 4)), 1.2) << name;
    }
    EXPECT_THROW(world.use_integrator("explicit_wishes"), Error);
    EXPECT_EQ(world.integrator(), "implicit_euler");
}

TEST(LiveWorld, does_not_move_what_is_held_or_not_there) {
    LiveWorld world(resting_rope());
    for (const int index : {0, -1, 5, 1'000'000}) {
        world.pull(1, index, {3, 3, 3});
        ASSERT_TRUE(world.step());
        EXPECT_LT(norm(point(world, 4) - Vec3{0, -1, 0}), 1e-9) << index;
    }
}

TEST(LiveWorld, knobs_take_effect_at_the_next_step_and_keep_the_state) {
    LiveWorld world(resting_rope());
    for (int step = 0; step < 3; ++step) ASSERT_TRUE(world.step());
    world.turn({{gravity, -10.0}, {time_step, 0.02}});
    EXPECT_EQ(world.state().step, 3);
    EXPECT_DOUBLE_EQ(world.state().time, 0.03);
    ASSERT_TRUE(world.step());
    EXPECT_DOUBLE_EQ(world.state().time, 0.05);
    EXPECT_LT(point(world, 4)[1], -1.0);  // it falls now
    EXPECT_EQ(world.knobs()[gravity].value, -10.0);
    EXPECT_EQ(world.step_seconds(), 0.02);
}

TEST(LiveWorld, density_and_stiffness_change_mass_and_energy) {
    LiveWorld world(resting_rope({"bodies[0].start.stretch=[1,1.5,1]"}));
    const double mass = world.model().bodies[0].mass, energy = world.last_report().potentials[0];
    world.turn({{density, 4.0}});
    EXPECT_DOUBLE_EQ(world.model().bodies[0].mass, 2.0 * mass);
    world.turn({{stiffness, 600.0}});
    EXPECT_DOUBLE_EQ(world.model().bodies[0].mass, 2.0 * mass);  // the first knob stays turned
    EXPECT_NEAR(world.last_report().potentials[0], 3.0 * energy, 1e-9 * energy);
}

/// Mean of x over the points of the first body.
double place_along_slope(const LiveWorld& world) {
    const Body& block = world.model().bodies[0];
    double sum = 0.0;
    for (int i = 0; i < block.point_count; ++i) sum += point(world, block.first_point + i)[0];
    return sum / block.point_count;
}

double slid(LiveWorld& world, int steps) {
    const double before = place_along_slope(world);
    for (int step = 0; step < steps; ++step) EXPECT_TRUE(world.step());
    return place_along_slope(world) - before;
}

/// As of the step after the knob was turned, by the law of implicit Euler: ½ a t (t + h), a = g sin θ − μ g cos θ.
TEST(LiveWorld, a_block_held_by_friction_slides_when_friction_is_turned_down_and_holds_again_when_up) {
    constexpr double h = 0.02, mu = 0.1, a = 4.3872 - mu * 8.7743;
    LiveWorld world(block_on_slope());
    slid(world, 25);  // lands
    EXPECT_LT(std::abs(slid(world, 20)), 1e-5 * 20 * h);
    world.turn({{knob_of(world, "contact.friction"), mu}});
    constexpr int n = 30;
    const double t = n * h, expected = 0.5 * a * t * (t + h);
    EXPECT_NEAR(slid(world, n), expected, 0.01 * expected);
    world.turn({{knob_of(world, "contact.friction"), 1.2}});
    const double speed = a * t, brake = 1.2 * 8.7743 - 4.3872;
    slid(world, static_cast<int>(1.2 * speed / brake / h));
    EXPECT_LT(std::abs(slid(world, 20)), 1e-5 * 20 * h);
}

TEST(LiveWorld, refuses_values_the_scene_does_not_allow_and_goes_on) {
    LiveWorld world(resting_rope());
    EXPECT_THROW(world.turn({{time_step, -1.0}}), Error);
    EXPECT_EQ(world.step_seconds(), 0.01);
    EXPECT_EQ(world.knobs()[time_step].value, 0.01);
    EXPECT_TRUE(world.step());
}

TEST(LiveWorld, hands_keep_their_hold_when_a_knob_is_turned) {
    LiveWorld world(resting_rope());
    world.pull(1, 4, {0.5, -1, 0});
    world.turn({{density, 1.0}});
    ASSERT_TRUE(world.step());
    EXPECT_GT(point(world, 4)[0], 1e-4);
}

TEST(LiveWorld, reset_goes_back_to_the_start_with_the_knobs_as_they_are) {
    LiveWorld world(resting_rope());
    world.turn({{gravity, -5.0}});
    for (int step = 0; step < 20; ++step) ASSERT_TRUE(world.step());
    world.reset();
    EXPECT_EQ(world.state().step, 0);
    EXPECT_EQ(point(world, 4), (Vec3{0, -1, 0}));
    ASSERT_TRUE(world.step());
    EXPECT_LT(point(world, 4)[1], -1.0);
}

TEST(LiveWorld, explicit_schemes_survive_a_pull) {
    LiveWorld world(resting_rope({"integrator.type=symplectic_euler", "time.step=0.001"}));
    world.pull(1, 4, {0.3, -1, 0});
    for (int step = 0; step < 2000; ++step) ASSERT_TRUE(world.step()) << step;
    EXPECT_LT(norm(point(world, 4)), 3.0);
}

TEST(LiveWorld, a_reduced_body_on_a_rig_answers_a_hand_and_returns) {
    LiveWorld world(parse_scene(R"({ "time": { "step": 0.01 }, "gravity": [0, 0, 0], "bodies": [{ "name": "bar",
        "shape": { "type": "beam", "size": [1, 0.2, 0.2], "cells_through": 2 }, "density": 1000,
        "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 2e4, "poissons_ratio": 0.3 }],
        "damping": { "mass": 5, "stiffness": 0.01 },
        "rig": { "handles": [{ "at": [[-0.5, 0, 0], [0.5, 0, 0]] }] }, "reduce": { "modes": 6, "clusters": 100 } }] })",
                                "bar", ".", {}));
    const int tip = world.model().place_count() - 1;
    const Vec3 start = point(world, tip);
    ASSERT_TRUE(world.step());
    EXPECT_LT(norm(point(world, tip) - start), 1e-9);
    world.pull(1, tip, start + Vec3{0, 0.2, 0});
    for (int step = 0; step < 30; ++step) ASSERT_TRUE(world.step());
    EXPECT_GT(point(world, tip)[1] - start[1], 0.01);
    world.release(1);
    for (int step = 0; step < 300; ++step) ASSERT_TRUE(world.step());
    EXPECT_LT(norm(point(world, tip) - start), 1e-3);
}

TEST(LiveWorld, every_scene_of_the_gallery_can_be_watched_and_steered) {
    for (const auto& entry : std::filesystem::directory_iterator(TALWEG_SOURCE_DIR "/scenes")) {
        if (entry.path().extension() != ".json") continue;
        SCOPED_TRACE(entry.path().filename().string());
        LiveWorld world(read_scene(entry.path()));
        for (const Knob& knob : world.knobs()) EXPECT_LT(knob.low, knob.high) << knob.path;
        ASSERT_TRUE(world.step());
        const int heavier = knob_of(world, "bodies[0].density");
        world.turn({{gravity, -5.0}, {heavier, world.knobs()[heavier].value * 1.5}});
        EXPECT_TRUE(world.step());
        EXPECT_EQ(world.state().step, 2);
    }
}

/// The parts of a frame: kind and content of each.
std::map<std::uint32_t, std::string> parts_of(const LiveWorld& world, const Packet& packet) {
    std::map<std::uint32_t, std::string> parts;
    std::size_t at = 12 * world.model().point_count() + 8 * world.columns().size();
    while (at < packet->size()) {
        std::uint32_t head[2];
        std::memcpy(head, packet->data() + at, sizeof(head));
        parts[head[0]] = packet->substr(at + 8, head[1]);
        at += 8 + head[1];
    }
    EXPECT_EQ(at, packet->size());
    return parts;
}

TEST(LiveWorld, a_frame_carries_what_is_wished_for_and_nothing_else) {
    LiveWorld world(block_on_slope());
    for (int step = 0; step < 30; ++step) ASSERT_TRUE(world.step());
    const std::size_t plain = world.packet()->size();
    EXPECT_EQ(plain, 12 * world.model().point_count() + 8 * world.columns().size());
    EXPECT_EQ(world.packet({false, 1000})->size(), plain) << "there is no such field";
    const auto both = parts_of(world, world.packet({true, 3}));
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both.at(2).size(), 4u + 4u * world.model().point_count());
}

TEST(LiveWorld, looking_changes_nothing) {
    LiveWorld watched(block_on_slope()), alone(block_on_slope());
    for (int step = 0; step < 20; ++step) {
        watched.packet({true, step % 6});
        ASSERT_TRUE(watched.step() && alone.step());
    }
    EXPECT_EQ(save(watched.state()), save(alone.state()));
}

/// What rests is carried: 16 kg in gravity that is turned by the angle of the slope.
TEST(LiveWorld, forces_of_contact_carry_the_block_also_after_a_knob_was_turned) {
    LiveWorld world(block_on_slope());
    for (int step = 0; step < 60; ++step) ASSERT_TRUE(world.step());
    world.turn({{gravity, -8.0}});
    const auto parts = parts_of(world, world.packet({true, -1}));
    std::size_t at = 0;
    const ReadContactBlock block = read_contact_block(parts.at(1), at);
    ASSERT_EQ(block.pairs.size(), 1u);
    EXPECT_LT(norm(block.pairs[0].force - 16.0 * Vec3{-4.3872, 8.7743, 0}), 0.02);
    Vec3 sum = Vec3::zero();
    for (std::size_t i = 0; i < block.points.size(); ++i)
        if (block.points[i] < world.model().bodies[0].point_count) sum += block.forces[i];
    EXPECT_LT(norm(sum - block.pairs[0].force), 1e-4);
    world.reset();
    at = 0;
    EXPECT_TRUE(read_contact_block(parts_of(world, world.packet({true, -1})).at(1), at).pairs.empty());
}

TEST(LiveWorld, packet_holds_positions_and_the_row) {
    LiveWorld world(resting_rope());
    ASSERT_TRUE(world.step());
    EXPECT_THAT(world.columns(), ElementsAre("step", "time", "newton_iterations", "residual", "kinetic", "spring",
                                             "grip", "total", "wall_ms"));
    const Packet packet = world.packet();
    ASSERT_EQ(packet->size(), 5 * 12u + 9 * 8u);
    double row[9];
    std::memcpy(row, packet->data() + 60, sizeof(row));
    EXPECT_EQ(row[0], 1.0);
    EXPECT_EQ(row[1], 0.01);
    EXPECT_GT(row[8], 0.0);
}

/// A rigid bar that is drawn by one end follows the hand with that end, and turns behind it; it stays rigid on the
/// way.
TEST(LiveWorld, a_rigid_body_that_is_dragged_by_its_end_follows_and_turns) {
    LiveWorld world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.01}, "bodies": [{"name": "bar",
        "density": 1000, "rigid": true, "shape": {"type": "box", "size": [1, 0.1, 0.1], "cells": [1, 1, 1]}}]})",
                                "bar.json"));
    const Positions start = positions(world.model(), world.state());
    int end = 4;  // the first four lead it
    for (int i = 4; i < static_cast<int>(start.size()); ++i)
        if (dot(start[i], Vec3{1, 0.01, 0.001}) > dot(start[end], Vec3{1, 0.01, 0.001})) end = i;
    int other = 4;
    for (int i = 4; i < static_cast<int>(start.size()); ++i)
        if (start[i][0] < start[other][0]) other = i;
    const double length = norm(start[end] - start[other]);
    double most = 0.0, stretched = 0.0;
    for (int step = 0; step < 300; ++step) {
        world.pull(1, end, start[end] + Vec3{0, 0.02 * std::min(step, 200), 0});
        ASSERT_TRUE(world.step());
        const Vec3 bar = point(world, end) - point(world, other);
        most = std::max(most, bar[1]);
        stretched = std::max(stretched, std::fabs(norm(bar) - length));
    }
    EXPECT_LT(norm(point(world, end) - (start[end] + Vec3{0, 4, 0})), 0.2);
    EXPECT_GT(most, 0.9 * length) << "it has turned behind the hand";
    EXPECT_LT(stretched, 1e-3 * length);
}

/// A soft bar on two bones.
Scene rigged_bar(const std::string& more = "") {
    return parse_scene(R"({"time": {"step": 0.02}, "gravity": [0, 0, 0], "bodies": [{"name": "bar",
        "shape": {"type": "beam", "size": [1, 0.2, 0.2], "cells_through": 2}, "density": 1000,
        "energies": [{"type": "stable_neo_hookean", "youngs_modulus": 3e4, "poissons_ratio": 0.3}],
        "rig": {"handles": [{"name": "left", "at": [[-0.45, 0, 0], [-0.25, 0, 0]]},
                            {"name": "right", "at": [[0.25, 0, 0], [0.45, 0, 0]]}]})" +
                           more + "}]}",
                       "bar.json", ".", {});
}

Vec3 rightmost(const LiveWorld& world) {
    Vec3 best{-1e9, 0, 0};
    for (const Vec3& x : places(world.model(), world.state()))
        if (x[0] > best[0]) best = x;
    return best;
}

/// All handles posed alike: the body goes with them, and has nothing to add (complementary dynamics).
TEST(LiveWorld, handles_posed_alike_take_the_body_along) {
    LiveWorld world(rigged_bar());
    ASSERT_EQ(world.handles().size(), 2u);
    EXPECT_EQ(world.handles()[1].name, "right");
    EXPECT_TRUE(world.handles()[1].bone);
    const Positions start = places(world.model(), world.state());
    for (const int handle : {0, 1}) world.pose(handle, {0.1, 0.2, 0}, {0, 0, 0});
    world.pose(7, {1, 1, 1}, {0, 0, 0});  // is not there
    for (int step = 0; step < 6; ++step) ASSERT_TRUE(world.step());
    const Positions x = places(world.model(), world.state());
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(x[i] - start[i] - Vec3{0.1, 0.2, 0}), 1e-9);
    world.reset();
    ASSERT_TRUE(world.step());
    EXPECT_LT(norm(places(world.model(), world.state())[0] - start[0]), 1e-9);
}

/// Turned by a quarter about z, the rig alone carries the far end around the bone's first end.
TEST(LiveWorld, a_turned_bone_turns_about_its_first_end) {
    LiveWorld world(rigged_bar(R"(, "reduce": {"modes": 0})"));
    world.use_lead(Lead::rig);
    const Vec3 before = rightmost(world);
    world.pose(1, {0, 0, 0}, {0, 0, M_PI / 2});
    for (int step = 0; step < 6; ++step) ASSERT_TRUE(world.step());
    double nearest = 1.0;
    const Vec3 turned = Vec3{0.25, 0, 0} + Vec3{-before[1], before[0] - 0.25, before[2]};
    for (const Vec3& x : places(world.model(), world.state())) nearest = std::min(nearest, norm(x - turned));
    EXPECT_LT(nearest, 0.05);  // weights at the end are nearly, not all, the bone's
}

TEST(LiveWorld, the_ways_to_lead_are_switched_on_the_way) {
    LiveWorld world(rigged_bar());
    EXPECT_EQ(world.lead(), Lead::complementary);
    world.pose(1, {0, 0.1, 0}, {0, 0, 0});
    const std::size_t columns = world.columns().size();
    for (const Lead lead : {Lead::reduced, Lead::rig, Lead::complementary, Lead::free, Lead::reduced, Lead::free}) {
        for (int step = 0; step < 3; ++step) ASSERT_TRUE(world.step()) << world.last_report().advice;
        const Positions before = places(world.model(), world.state());
        const double time = world.state().time;
        world.use_lead(lead);
        EXPECT_EQ(world.lead(), lead);
        EXPECT_EQ(world.state().time, time);
        EXPECT_EQ(world.columns().size(), columns);
        const Positions after = places(world.model(), world.state());
        ASSERT_EQ(after.size(), before.size());
        double farthest = 0.0;
        for (std::size_t i = 0; i < after.size(); ++i) farthest = std::max(farthest, norm(after[i] - before[i]));
        // To a whole body exactly; to few functions, and to the rig, as near as they come.
        EXPECT_LT(farthest, lead == Lead::free ? 1e-12 : 0.06) << lead_names[static_cast<int>(lead)];
        EXPECT_EQ(world.packet()->size() % 4, 0u);
    }
    for (int step = 0; step < 3; ++step) ASSERT_TRUE(world.step());
}

TEST(LiveWorld, what_cannot_be_reduced_says_so_and_goes_on) {
    LiveWorld world(parse_scene(R"({"time": {"step": 0.02}, "bodies": [{"name": "cloth", "density": 0.3,
        "shape": {"type": "cloth", "size": [1, 1], "cells": [4, 4]}, "energies": [{"type": "spring", "stiffness": 60}],
        "rig": {"handles": [{"at": [[0, 0, 0]]}]}}]})",
                                "cloth.json", ".", {}));
    EXPECT_THROW(world.use_lead(Lead::reduced), Error);
    EXPECT_EQ(world.lead(), Lead::complementary);
    EXPECT_TRUE(world.step());
    LiveWorld without(resting_rope());
    EXPECT_THROW(without.use_lead(Lead::rig), Error);
}

}  // namespace
}  // namespace talweg::live_world_test
