#include "talweg/scene/build/joint_marks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::joint_marks_test {
namespace {

/// A box of 0.4 × 0.3 × 1.2 m, 1.3 m from corner to corner.
std::string bar(const std::string& name, double x) {
    return fmt::format(R"({{ "name": "{}", "rigid": true, "density": 1000,
        "shape": {{ "type": "box", "size": [0.4, 0.3, 1.2], "cells": [1, 1, 1] }},
        "place": {{ "translate": [{}, 0, 0] }} }})",
                       name, x);
}

World world_of(const std::string& connections) {
    return build_model(
        parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{}, {}], "connections": [{}] }})",
                                bar("a", 0), bar("b", 1), connections),
                    "scene.json", ".", {}));
}

constexpr double arm = 0.35 * 1.3;

/// Where its marks are once all points have been turned about z by a right angle and lifted.
struct Moved {
    explicit Moved(const World& world) : world(world), x(positions(world.model, world.state)) {
        for (Vec3& p : x) p = turned(p);
    }
    static Vec3 turned(const Vec3& p) { return {-p[1], p[0] + 5.0, p[2]}; }
    void expect(const JointMark::Place& place, const Vec3& start, bool moves = true) const {
        EXPECT_LT(norm(place.now(positions(world.model, world.state)) - start), 1e-12);
        EXPECT_LT(norm(place.now(x) - (moves ? turned(start) : start)), 1e-12);
        EXPECT_EQ(place.world, !moves);
    }
    const World& world;
    Positions x;
};

TEST(JointMarks, OfABallJointIsAPlaceOfTheSecondBody) {
    const World world = world_of(R"({ "type": "ball", "name": "knee", "between": ["a", "b"], "at": [0.5, 0, 0] })");
    ASSERT_EQ(world.joints.size(), 1u);
    const JointMark& knee = world.joints[0];
    EXPECT_EQ(knee.name, "knee");
    EXPECT_EQ(knee.type, "ball");
    ASSERT_EQ(knee.dots.size(), 1u);
    EXPECT_TRUE(knee.lines.empty());
    Moved(world).expect(knee.dots[0], {0.5, 0, 0});
    for (const int point : knee.dots[0].points) EXPECT_GE(point, world.model.bodies[1].first_point);
}

TEST(JointMarks, AxesGoWithTheBodyOrStandInTheWorld) {
    const World hinge = world_of(R"({ "type": "hinge", "between": ["a"], "at": [0, 0.1, 0], "axis": [0, 0, 2] })");
    ASSERT_EQ(hinge.joints.size(), 1u);
    EXPECT_EQ(hinge.joints[0].name, "hinge 0");
    ASSERT_EQ(hinge.joints[0].lines.size(), 1u);
    Moved(hinge).expect(hinge.joints[0].dots[0], {0, 0.1, 0});
    Moved(hinge).expect(hinge.joints[0].lines[0][0], {0, 0.1, -arm});
    Moved(hinge).expect(hinge.joints[0].lines[0][1], {0, 0.1, arm});

    const World slider = world_of(R"({ "type": "slider", "between": ["b"], "at": [1, 0, 0], "axis": [3, 0, 0] })");
    ASSERT_EQ(slider.joints.size(), 1u);
    Moved(slider).expect(slider.joints[0].dots[0], {1, 0, 0});
    Moved(slider).expect(slider.joints[0].lines[0][0], {1 - arm, 0, 0}, false);
    Moved(slider).expect(slider.joints[0].lines[0][1], {1 + arm, 0, 0}, false);

    const World planar = world_of(R"({ "type": "planar", "between": ["b"], "at": [1, 0, 0.1], "axis": [0, 1, 0] })");
    ASSERT_EQ(planar.joints.size(), 1u);
    Moved(planar).expect(planar.joints[0].lines[0][1], {1, arm, 0.1});
}

TEST(JointMarks, LinksGoFromEndToEndAndFixedBodiesHaveAMarkInTheirMiddle) {
    const World spring =
        world_of(R"({ "type": "spring", "between": ["a"], "from": [0, 0, 0], "to": [0, 2, 0], "stiffness": 1 })");
    ASSERT_EQ(spring.joints.size(), 1u);
    Moved(spring).expect(spring.joints[0].lines[0][0], {0, 0, 0});
    Moved(spring).expect(spring.joints[0].lines[0][1], {0, 2, 0}, false);
    const World fixed = world_of(R"({ "type": "fixed", "between": ["b", "a"] })");
    ASSERT_EQ(fixed.joints.size(), 1u);
    EXPECT_EQ(fixed.joints[0].type, "fixed");
    Moved(fixed).expect(fixed.joints[0].dots[0], {0, 0, 0});
}

TEST(JointMarks, OfAUniversalJointAreBothAxesAndOfSeamsNone) {
    const World world = world_of(R"({ "type": "universal", "between": ["a", "b"], "at": [0.5, 0, 0], "axis": [0, 0, 1],
                                      "second_axis": [0, 1, 0] })");
    ASSERT_EQ(world.joints.size(), 1u);
    ASSERT_EQ(world.joints[0].lines.size(), 2u);
    const Moved moved(world);
    moved.expect(world.joints[0].lines[0][1], {0.5, 0, arm});
    moved.expect(world.joints[0].lines[1][1], {0.5, arm, 0});
    for (const int point : world.joints[0].lines[0][1].points)
        EXPECT_LT(point, world.model.bodies[1].first_point) << "the first axis goes with the first body";
    EXPECT_TRUE(world_of("").joints.empty());
}

}  // namespace
}  // namespace talweg::joint_marks_test
