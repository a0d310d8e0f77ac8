#include "talweg/scene/build/contact_builder.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "support/sample_scene.hpp"
#include "support/scene_run.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/format/file.hpp"
#include "talweg/geometry/shapes/cloth.hpp"
#include "talweg/geometry/shapes/grid.hpp"
#include "talweg/geometry/shapes/rope.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::contact_builder_test {
namespace {

using ::testing::HasSubstr;

TEST(Skin, OfASheetInSpaceIsAllOfItInThePlaneItsBorder) {
    const Skin cloth = skin_of(make_cloth({1, 1}, {3, 2}), false);
    EXPECT_EQ(cloth.triangles.size(), 12u);
    EXPECT_EQ(cloth.points.size(), 12u);
    const Skin grid = skin_of(make_grid({1, 1}, {3, 2}), true);
    EXPECT_TRUE(grid.triangles.empty());
    EXPECT_EQ(grid.edges.size(), 10u);
    EXPECT_EQ(grid.points.size(), 10u);
}

TEST(Skin, OfARopeIsItsSegments) {
    const Skin rope = skin_of(make_rope({0, 0, 0}, {1, 0, 0}, 5), false);
    EXPECT_EQ(rope.edges.size(), 5u);
    EXPECT_EQ(rope.points.size(), 6u);
}

/// The contact world of a scene with every kind of body and obstacle.
World sample() {
    const char* scene = R"({ "time": { "step": 0.01 },
      "contact": { "distance": 0.01, "friction": 0.2,
                   "friction_pairs": [{ "between": ["cloth", "floor"], "coefficient": 0.7 }] },
      "bodies": [
        { "name": "cloth", "shape": { "type": "cloth", "size": [2, 1], "cells": [4, 4] }, "density": 1,
          "place": { "translate": [0, 3, 0] }, "contact": { "thickness": 0.02 } },
        { "name": "rope", "shape": { "type": "rope", "from": [0, 5, 0], "to": [1, 5, 0], "segments": 4 }, "density": 1,
          "contact": { "touches": "others" } },
        { "name": "ghost", "shape": { "type": "cloth", "size": [1, 1], "cells": [1, 1] }, "density": 1,
          "contact": { "touches": "nothing" } }],
      "obstacles": [
        { "name": "floor", "shape": { "type": "plane", "normal": [0, 2, 0] } },
        { "name": "ball", "shape": { "type": "ball", "center": [5, 1, 0], "radius": 0.5 },
          "motion": { "velocity": [1, 0, 0] } },
        { "name": "bar", "shape": { "type": "capsule", "from": [-5, 1, 0], "to": [-5, 2, 0], "radius": 0.1 } },
        { "name": "block", "shape": { "type": "block", "size": [1, 1, 1] }, "place": { "translate": [9, 1, 0] } }] })";
    return build_model(parse_scene(scene, "scene.json"));
}

TEST(ContactBuilder, SharesTheWholeAreaAmongPointsAndAmongEdges) {
    const World world = sample();
    const ContactSurface& s = world.model.contact->surface;
    double points = 0.0, edges = 0.0;
    for (std::size_t k = 0; k < s.points.size(); ++k)
        if (s.part[s.points[k]] == 0) points += s.point_area[k];
    for (std::size_t k = 0; k < s.edges.size(); ++k)
        if (s.part[s.edges[k][0]] == 0) edges += s.edge_area[k];
    EXPECT_NEAR(points, 2.0, 1e-12);
    EXPECT_NEAR(edges, 2.0, 1e-12);
}

/// A triangle without area pushes like a thread: what falls on it is held up.
TEST(ContactBuilder, LetsSliversPushToo) {
    const TemporaryDirectory directory;
    replace_file(directory / "ridge.obj", "v -1 0 -1\nv 1 0 1\nv 0 0 0\nf 1 2 3\n");
    replace_file(directory / "scene.json", R"({ "time": { "step": 0.02 }, "contact": { "distance": 0.005 },
      "bodies": [{ "name": "box", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
        "material": "jelly",
                   "place": { "translate": [0, 0.6, 0] } }],
      "obstacles": [{ "name": "ridge", "shape": { "type": "mesh", "file": "ridge.obj" } }] })");
    testing::SceneRun run(directory / "scene.json", {});
    const ContactSurface& s = run.model().contact->surface;
    for (const double area : s.edge_area) EXPECT_GT(area, 1e-4);
    for (const double area : s.point_area) EXPECT_GT(area, 1e-4);
    for (int step = 0; step < 12; ++step) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
    }
    double lowest = 1.0;
    for (int i = 0; i < run.model().bodies[0].point_count; ++i) lowest = std::min(lowest, run.x()[i][1]);
    EXPECT_GT(lowest, -0.1) << "0.28 m of free fall, of which 0.1 m were free";
}

TEST(ContactBuilder, TakesDistancesInMetresOrAsAPartOfTheDiagonal) {
    const auto reach = [](const std::string& contact) {
        const std::string scene = R"({ "planar": true, "time": { "step": 0.01 }, "contact": {)" + contact + R"(},
          "bodies": [{ "name": "plate", "shape": { "type": "grid", "size": [3, 4], "cells": [3, 4] },
                       "density": 1 }] })";
        return build_model(parse_scene(scene, "scene.json")).model.contact->rules.d_hat;
    };
    EXPECT_DOUBLE_EQ(reach(""), 0.005);
    EXPECT_DOUBLE_EQ(reach(R"("relative_distance": 0.01)"), 0.05);
    EXPECT_DOUBLE_EQ(reach(R"("distance": 0.07)"), 0.07);
    EXPECT_THAT([&] { reach(R"("distance": 0.07, "relative_distance": 0.01)"); },
                ::testing::ThrowsMessage<Error>(::testing::HasSubstr("scene.json:1: contact has both distance and")));
}

TEST(ContactBuilder, KnowsWhoTouchesWhomAndHowRoughly) {
    const World world = sample();
    const ContactRules& rules = world.model.contact->rules;
    ASSERT_EQ(rules.parts(), 7);  // three bodies, four obstacles, in order
    EXPECT_TRUE(rules.may_touch(0, 0));
    EXPECT_FALSE(rules.may_touch(1, 1));
    EXPECT_TRUE(rules.may_touch(0, 1));
    for (int other = 0; other < 7; ++other) EXPECT_FALSE(rules.may_touch(2, other));
    EXPECT_DOUBLE_EQ(rules.mu(0, 3), 0.7);
    EXPECT_DOUBLE_EQ(rules.mu(3, 0), 0.7);
    EXPECT_DOUBLE_EQ(rules.mu(0, 1), 0.2);
}

TEST(ContactBuilder, ObstaclesArePointsWithRadiiAndHaveNoFreedom) {
    const World world = sample();
    const Model& model = world.model;
    const ContactSurface& s = model.contact->surface;
    ASSERT_EQ(s.planes.size(), 1u);
    EXPECT_DOUBLE_EQ(norm(s.planes[0].normal), 1.0);
    EXPECT_EQ(s.loose_points.size(), 1u);      // the ball's middle
    EXPECT_EQ(s.loose_edges.size(), 4u + 1u);  // the rope's and the bar's
    const int ball = model.bodies[4].first_point;
    EXPECT_DOUBLE_EQ(s.radius[ball], 0.5);
    EXPECT_EQ(s.part[ball], 4);
    EXPECT_EQ(s.part[ball + 1], -1) << "what is shown of the ball touches nothing";
    for (int body = 3; body < 7; ++body) {
        EXPECT_TRUE(model.bodies[body].obstacle);
        EXPECT_FALSE(model.bodies[body].triangles.empty());
        for (int i = 0; i < model.bodies[body].point_count; ++i)
            EXPECT_TRUE(s.prescribed[model.bodies[body].first_point + i]);
    }
    EXPECT_GE(model.map.single_node(ball), 0) << "it moves, so that something may stop it";
    EXPECT_TRUE(model.map.row(model.bodies[5].first_point).empty());
}

TEST(ContactBuilder, TheDefaultDistanceIsAThousandthOfTheBodiesNotOfTheFloor) {
    const std::string text = testing::with(testing::small_scene, R"("time")", R"("contact": {}, "obstacles": [
        { "name": "floor", "shape": { "type": "plane", "point": [0, -1, 0] } }], "time")");
    const World world = build_model(parse_scene(text, "scene.json"));
    EXPECT_NEAR(world.model.contact->rules.d_hat, 1e-3 * std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(world.model.diagonal, std::sqrt(2.0), 1e-12);
}

TEST(ContactBuilder, NamesThatNobodyHasAreRefused) {
    const std::string text =
        testing::with(testing::small_scene, R"("time")",
                      R"("contact": { "friction_pairs": [{ "between": ["square", "flor"], "coefficient": 1 }] },
           "obstacles": [{ "name": "floor", "shape": { "type": "plane" } }], "time")");
    try {
        build_model(parse_scene(text, "scene.json"));
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean \"floor\"?"));
    }
}

TEST(ContactBuilder, ObstaclesWithoutContactAreRefused) {
    const std::string text =
        testing::with(testing::small_scene, R"("time")",
                      R"("obstacles": [{ "name": "floor", "shape": { "type": "plane" } }], "time")");
    EXPECT_THAT(testing::complaint(text), HasSubstr("has no effect without contact"));
}

TEST(ContactBuilder, PlanesAreNotTurnedAndBallsNotStretched) {
    const auto complaint = [](const char* obstacle) {
        return testing::complaint(
            testing::with(testing::small_scene, R"("time")",
                          std::string(R"("contact": {}, "obstacles": [)") + obstacle + R"(], "time")"));
    };
    EXPECT_THAT(complaint(R"({ "name": "floor", "shape": { "type": "plane", "point": [0, -1, 0] },
                               "motion": { "angular_velocity": [0, 0, 1] } })"),
                HasSubstr("turns a plane"));
    EXPECT_THAT(complaint(R"({ "name": "floor", "shape": { "type": "plane", "point": [0, -1, 0] },
                               "motion": { "displacement": [0, 0, 0], "angle": "10*t", "axis": [0, 0, 1] } })"),
                HasSubstr("turns a plane"));
    EXPECT_THAT(complaint(R"({ "name": "egg", "shape": { "type": "ball", "center": [0, -5, 0], "radius": 1 },
                               "place": { "scale": [1, 2, 1] } })"),
                HasSubstr("scales a ball or capsule by different factors"));
}

}  // namespace
}  // namespace talweg::contact_builder_test
