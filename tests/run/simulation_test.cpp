#include "talweg/run/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/run/simulate.hpp"

namespace talweg::simulation_test {
namespace {

using ::testing::HasSubstr;

constexpr int first_of_rope = 9;  // point of the small scene: held; 10, 11 and 12 hang from it

/// A square of springs that falls on a floor 2 cm below it.
Scene landing_square() {
    return parse_scene(R"({
        "planar": true, "time": {"step": 0.01, "frames": 50}, "contact": {"distance": 0.01, "stiffness": 1e5},
        "bodies": [{"name": "square", "shape": {"type": "grid", "size": [1, 1], "cells": [2, 2]}, "density": 1000,
                    "energies": [{"type": "spring", "stiffness": 2e4}]}],
        "obstacles": [{"name": "ground", "shape": {"type": "plane", "point": [0, -0.52, 0]}}]
    })",
                       "landing.json");
}

Positions points(const Simulation& simulation) { return positions(simulation.model(), simulation.state()); }

void take(Simulation& simulation, int steps) {
    for (int step = 0; step < steps; ++step) ASSERT_TRUE(simulation.step());
}

TEST(Simulation, steps_are_bitwise_those_of_a_recorded_run) {
    const Scene scene = small_scene();
    TemporaryDirectory directory;
    const RunClaim claim(directory / "run", RunMode::fresh);
    simulate(scene, build_model(scene), claim, {});
    const FrameReader frames(claim.directory().positions());

    Simulation simulation(scene);
    for (std::uint64_t frame = 0; frame < frames.frames(); ++frame) {
        EXPECT_EQ(points(simulation), frames.read(frame)) << frame;
        take(simulation, scene.time.steps_per_frame);
    }
}

TEST(Simulation, goes_on_bitwise_from_a_saved_state) {
    TemporaryDirectory directory;
    Simulation whole(small_scene()), later(small_scene());
    take(whole, 5);
    whole.save(directory / "state");
    take(whole, 5);
    later.load(directory / "state");
    EXPECT_EQ(later.state().step, 5);
    take(later, 5);
    EXPECT_EQ(save(later.state()), save(whole.state()));
    EXPECT_EQ(later.energies().total, whole.energies().total);

    Simulation other(small_scene({"gravity[0]=1"}));
    EXPECT_THAT(error_of([&] { other.load(directory / "state"); }), HasSubstr("another scene"));
}

TEST(Simulation, a_change_keeps_the_state_and_a_refused_one_keeps_everything) {
    Simulation simulation(small_scene()), untouched(small_scene());
    take(simulation, 3);
    take(untouched, 3);
    const auto refusal = [&](const std::string& setting) { return error_of([&] { simulation.change({setting}); }); };
    EXPECT_THAT(refusal("time.step=-1"), HasSubstr("--set time.step=-1: time.step must be greater than 0"));
    EXPECT_THAT(refusal("bodies[1].shape.segments=4"), HasSubstr("which points there are"));
    EXPECT_THAT(refusal("bodies[1].hold=[]"), HasSubstr("what is held"));
    EXPECT_THAT(refusal("bodies[1].shape.from=[2,1,0]"), HasSubstr("held points jump"));
    EXPECT_THAT(refusal("contact={}"), HasSubstr("contact cannot be switched"));
    take(simulation, 1);
    take(untouched, 1);
    EXPECT_EQ(points(simulation), points(untouched));

    const double energy = simulation.energies().total;
    simulation.change({"gravity=[0,-20,0]", "time.step=0.02"});
    EXPECT_EQ(simulation.state().step, 4);
    EXPECT_EQ(points(simulation), points(untouched));
    EXPECT_NE(simulation.energies().total, energy);
    take(simulation, 1);
    EXPECT_DOUBLE_EQ(simulation.state().time, 0.06);
}

TEST(Simulation, positions_and_velocities_go_where_nothing_holds) {
    Simulation simulation(small_scene({"gravity=[0,0,0]", "bodies[0].start={}", "bodies[0].energies[1].damping=1e-9"}));
    Positions x = points(simulation);
    for (Vec3& p : x) p += {0, 10, 3};
    const Positions before = points(simulation);
    simulation.set_positions(x);
    EXPECT_EQ(points(simulation)[0], before[0] + (Vec3{0, 10, 0}));  // planar: z stays
    EXPECT_EQ(points(simulation)[first_of_rope], before[first_of_rope]);
    simulation.reset();
    EXPECT_EQ(points(simulation), before);

    Positions v(x.size(), {2, 0, 0});
    simulation.set_velocities(v);
    take(simulation, 1);
    EXPECT_NEAR(points(simulation)[4][0], before[4][0] + 2.0 * 0.01, 1e-9);  // the square flies on
    EXPECT_EQ(points(simulation)[first_of_rope], before[first_of_rope]);

    x.pop_back();
    EXPECT_THAT(error_of([&] { simulation.set_positions(x); }), HasSubstr("there are 13 points, but 12 positions"));
    v[3][1] = std::nan("");
    EXPECT_THAT(error_of([&] { simulation.set_velocities(v); }), HasSubstr("velocities of point 3 are not finite"));
}

TEST(Simulation, pinned_points_stay_are_led_and_fall_again) {
    Simulation simulation(small_scene());
    take(simulation, 2);
    const int point = 12;
    const Vec3 there = points(simulation)[point];
    simulation.pin({{point}}, {}, 0.01);
    take(simulation, 3);
    EXPECT_EQ(points(simulation)[point], there);

    const Vec3 target = there + Vec3{-0.2, 0.1, 0};
    simulation.pin({{point}}, {target}, 0.1);
    take(simulation, 5);
    EXPECT_NEAR(norm(points(simulation)[point] - 0.5 * (there + target)), 0.0, 1e-12);
    EXPECT_NEAR(velocities(simulation.model(), simulation.state(), 0.01)[point][0], -2.0, 1e-9);
    take(simulation, 10);
    EXPECT_NEAR(norm(points(simulation)[point] - target), 0.0, 1e-12);

    simulation.release({{point}});
    EXPECT_TRUE(simulation.pins().empty());
    take(simulation, 20);
    EXPECT_LT(points(simulation)[point][1], target[1] - 0.05);
    EXPECT_THAT(error_of([&] { simulation.release({{point}}); }), HasSubstr("not pinned"));
    EXPECT_THAT(error_of([&] { simulation.pin({{first_of_rope}}, {}, 1.0); }), HasSubstr("held already"));
    EXPECT_THAT(error_of([&] { simulation.pin({{point}}, {target, target}, 1.0); }), HasSubstr("2 targets"));
}

TEST(Simulation, changes_leave_pins_alone) {
    Simulation simulation(small_scene());
    simulation.pin({{4}}, {{0.5, 0.5, 0}}, 0.1);
    take(simulation, 10);
    simulation.change({"bodies[0].energies[0].stiffness=5e3"});
    take(simulation, 5);
    EXPECT_NEAR(norm(points(simulation)[4] - Vec3{0.5, 0.5, 0}), 0.0, 1e-12);
}

TEST(Simulation, an_interrupted_step_leaves_the_state_as_it_was) {
    Simulation simulation(small_scene()), untouched(small_scene());
    take(simulation, 2);
    take(untouched, 3);
    const auto before = save(simulation.state());
    int asked = 0;
    EXPECT_THROW(simulation.step([&] { return ++asked == 2; }), Interrupted);
    EXPECT_EQ(save(simulation.state()), before);
    take(simulation, 1);
    EXPECT_EQ(points(simulation), points(untouched));
}

TEST(Simulation, forces_add_up_to_the_weight) {
    Simulation simulation(small_scene());
    take(simulation, 4);
    Vec3 sum = Vec3::zero();
    for (const Vec3& force : simulation.forces()) sum += force;
    const double mass = simulation.model().bodies[0].mass + simulation.model().bodies[1].mass;
    EXPECT_NEAR(sum[0], 0.0, 1e-9 * mass);
    EXPECT_NEAR(sum[1], -9.81 * mass, 1e-9 * mass);
}

TEST(Simulation, with_contact_nothing_is_set_through_anything) {
    Simulation simulation(landing_square());
    EXPECT_TRUE(simulation.gaps().empty());
    Positions x = points(simulation);
    for (Vec3& p : x) p[1] -= 0.1;
    EXPECT_THAT(error_of([&] { simulation.set_positions(x); }), HasSubstr("pass through"));
    for (Vec3& p : x) p[1] += 5.0;  // up, and from there down to 5 mm above the floor
    simulation.set_positions(x);
    for (Vec3& p : x) p[1] -= 5.0 - 0.085;
    simulation.set_positions(x);

    const std::vector<Gap> gaps = simulation.gaps();
    ASSERT_EQ(gaps.size(), 3u);  // the lower row of points, and the floor
    for (const Gap& gap : gaps) {
        EXPECT_NEAR(gap.gap, 0.005, 1e-12);
        EXPECT_EQ(gap.first[1], -1);
        EXPECT_EQ(gap.second[1], -1);
    }
    take(simulation, 50);
    double least = 1.0;
    for (const Gap& gap : simulation.gaps()) least = std::min(least, gap.gap);
    EXPECT_EQ(least, simulation.report().gap);
    EXPECT_GT(least, 0.0);
}

}  // namespace
}  // namespace talweg::simulation_test
