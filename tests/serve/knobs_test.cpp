#include "talweg/serve/knobs.hpp"

#include <gtest/gtest.h>

#include "sample_scenes.hpp"

namespace talweg::knobs_test {
namespace {

TEST(Knobs, are_what_a_scene_lets_people_change) {
    const std::vector<Knob> knobs = list_knobs(resting_rope());
    std::vector<std::string> paths;
    for (const Knob& knob : knobs) paths.push_back(knob.path);
    EXPECT_EQ(paths, (std::vector<std::string>{"gravity[1]", "time.step", "bodies[0].density",
                                               "bodies[0].energies[0].stiffness", "bodies[0].energies[1].rate"}));
    EXPECT_EQ(knobs[0].unit, "m/s²");
    EXPECT_EQ(knobs[2].label, "rope: density");
    EXPECT_EQ(knobs[3].value, 200.0);
}

TEST(Knobs, say_nothing_twice) {
    const Scene damped = parse_scene(R"({"time": {"step": 0.01}, "bodies": [{"name": "net", "density": 1,
        "shape": {"type": "cloth", "size": [1, 1], "cells": [2, 2]}, "energies": [{"type": "spring", "stiffness": 10},
        {"type": "spring_damping", "damping": 0.1}]}]})",
                                     "damped.json");
    std::vector<std::string> labels;
    for (const Knob& knob : list_knobs(damped)) labels.push_back(knob.label);
    EXPECT_EQ(labels, (std::vector<std::string>{"gravity", "time step", "net: density", "net: spring stiffness",
                                                "net: spring damping"}));
}

TEST(Knobs, have_ranges_around_their_values) {
    for (const Knob& knob : list_knobs(resting_rope())) {
        EXPECT_LT(knob.low, knob.high) << knob.path;
        EXPECT_LE(knob.low, knob.value) << knob.path;
        EXPECT_GE(knob.high, knob.value) << knob.path;
        if (knob.logarithmic) {
            EXPECT_GT(knob.low, 0.0) << knob.path;
        }
    }
}

TEST(Knobs, both_ends_and_the_middle_are_allowed_by_the_scene) {
    for (const Knob& knob : list_knobs(resting_rope()))
        for (const double value : {knob.low, 0.5 * (knob.low + knob.high), knob.high}) {
            const std::vector<Knob> after = list_knobs(resting_rope({setting(knob, value)}));
            for (const Knob& other : after)
                if (other.path == knob.path) {
                    EXPECT_EQ(other.value, value);
                }
        }
}

TEST(Knobs, bounded_parameters_stay_within_their_bounds) {
    const Scene solid = parse_scene(R"({"time": {"step": 0.01}, "bodies": [{"name": "b", "density": 1000,
        "shape": {"type": "grid", "size": [1, 1], "cells": [1, 1]},
        "energies": [{"type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3}]}]})",
                                    "solid.json");
    bool seen = false;
    for (const Knob& knob : list_knobs(solid)) {
        if (!knob.path.ends_with("poissons_ratio")) continue;
        seen = true;
        EXPECT_FALSE(knob.logarithmic);
        EXPECT_GE(knob.low, 0.0);
        EXPECT_LT(knob.high, 0.5);
        EXPECT_GT(knob.high, 0.45);
    }
    EXPECT_TRUE(seen);
}

TEST(Knobs, friction_of_the_scene_and_of_single_pairs_down_to_none) {
    const std::string pairs = R"(contact.friction_pairs=[{"between": ["block", "slope"], "coefficient": 0.8},)"
                              R"({"between": ["block", "block"], "coefficient": 0}])";
    std::vector<Knob> found;
    for (const Knob& knob : list_knobs(block_on_slope({pairs})))
        if (knob.path.starts_with("contact")) found.push_back(knob);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], (Knob{"contact.friction", "friction", "", 0.6, 0.0, 1.2, false}));
    EXPECT_EQ(found[1],
              (Knob{"contact.friction_pairs[0].coefficient", "block – slope: friction", "", 0.8, 0.0, 1.6, false}));
    EXPECT_EQ(found[2],
              (Knob{"contact.friction_pairs[1].coefficient", "block – block: friction", "", 0.0, 0.0, 1.0, false}));
    for (const Knob& knob : found) {
        const Scene turned = block_on_slope({pairs, setting(knob, 0.25)});
        for (const Knob& after : list_knobs(turned)) EXPECT_TRUE(after.path != knob.path || after.value == 0.25);
    }
}

TEST(Knobs, travel_as_json) {
    const Json json = to_json(list_knobs(resting_rope()));
    EXPECT_EQ(json[1]["label"], "time step");
    EXPECT_EQ(json[1]["value"], 0.01);
    EXPECT_EQ(json[1]["logarithmic"], true);
}

TEST(Knobs, motors_have_their_targets_and_speeds) {
    const auto machine = [](const std::vector<std::string>& settings) {
        return parse_scene(R"({"time": {"step": 0.01}, "bodies": [{"name": "arm", "density": 1000, "rigid": true,
            "shape": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}, {"name": "cart", "density": 1000,
            "rigid": true, "shape": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}], "connections": [
            {"type": "hinge", "name": "elbow", "between": ["arm"], "at": [0, 0, 0], "axis": [0, 0, 1],
             "limits": [-30, 60], "motor": {"angle": 20, "max_torque": 5}},
            {"type": "slider", "between": ["cart"], "at": [0, 0, 0], "axis": [0, 0, 1],
             "motor": {"speed": -3, "max_force": 5}},
            {"type": "hinge", "between": ["arm", "cart"], "at": [0, 0, 0], "axis": [0, 0, 1],
             "motor": {"angle": "10*t", "max_torque": 5}}]})",
                           "machine.json", ".", settings);
    };
    std::vector<Knob> motors;
    for (const Knob& knob : list_knobs(machine({})))
        if (knob.path.starts_with("connections")) motors.push_back(knob);
    ASSERT_EQ(motors.size(), 2u) << "what follows a curve has none";
    EXPECT_EQ(motors[0], (Knob{"connections[0].motor.angle", "elbow: motor angle", "degrees", 20, -30, 60, false}));
    EXPECT_EQ(motors[1], (Knob{"connections[1].motor.speed", "slider 1: motor speed", "m/s", -3, -6, 6, false}));
    for (const Knob& knob : motors)
        for (const double value : {knob.low, knob.high}) {
            for (const Knob& after : list_knobs(machine({setting(knob, value)})))
                if (after.path == knob.path) {
                    EXPECT_EQ(after.value, value);
                }
        }
}

}  // namespace
}  // namespace talweg::knobs_test
