/// Starts that contact cannot begin with are named by bodies, elements and remedy; odd ones are warned about.
#include "talweg/scene/check/examine_start.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/build/examine_scene.hpp"

namespace talweg::examine_start_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Two boxes above each other over a floor, the upper one at a height.
std::string boxes(double height, const std::string& lower = "", const std::string& more = "") {
    return fmt::format(R"({{ "time": {{ "step": 0.01 }}, "contact": {{ "distance": 0.01 }},
      "bodies": [
        {{ "name": "upper", "shape": {{ "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }}, "material": "rubber",
           "place": {{ "translate": [0.1, {}, 0.2] }} }},
        {{ "name": "lower", "shape": {{ "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }},
           "material": "rubber" {} }}],
      "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane", "point": [0, -1, 0] }} }} {}] }})",
                       height, lower, more);
}

Scene scene_of(const std::string& text) { return parse_scene(text, "boxes.json"); }

std::vector<Issue> examined(const std::string& text) {
    const Scene scene = scene_of(text);
    const World world = build_model(scene, Start::as_it_is);
    return examine_start(world.model, positions(world.model, world.state));
}

std::string refusal(const std::string& text) {
    try {
        build_model(scene_of(text));
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(ExamineStart, BodiesApartAreLeftInPeace) {
    EXPECT_THAT(examined(boxes(1.1)), IsEmpty());
    EXPECT_EQ(refusal(boxes(1.1)), "");
}

TEST(ExamineStart, OverlapsAreRefusedWithBodiesElementsAndRemedy) {
    const auto found = examined(boxes(0.9));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].weight, Weight::fault);
    EXPECT_THAT(found[0].what, AllOf(HasSubstr("upper and lower pass through each other in "), HasSubstr("edge "),
                                     HasSubstr(" of upper and triangle "), HasSubstr(" of lower")));
    EXPECT_THAT(found[0].remedy, HasSubstr("place.translate"));
    EXPECT_GE(found[0].features.size(), 2u);
    EXPECT_THAT(refusal(boxes(0.9)), AllOf(HasSubstr("boxes.json:1"), HasSubstr("upper and lower pass through"),
                                           HasSubstr("talweg check boxes.json --ply")));
}

TEST(ExamineStart, ExactTouchesAreNamed) {
    const auto found = examined(boxes(1.0));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].what, HasSubstr("upper and lower exactly touch each other in "));
    EXPECT_THAT(found[0].remedy, HasSubstr("leave a gap, such as contact's 0.01 m"));
}

TEST(ExamineStart, ABodyWithinASolidIsFoundThoughNothingCrosses) {
    const auto found = examined(
        testing::with(boxes(0.0), R"("translate": [0.1, 0, 0.2])", R"("scale": 0.2, "translate": [0.1, 0, 0.2])"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].what, "upper lies inside lower");
    EXPECT_EQ(found[0].weight, Weight::fault);
}

TEST(ExamineStart, ThicknessNeedsRoom) {
    const auto found = examined(boxes(1.1, R"(, "contact": { "thickness": 0.3 })"));
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0].what, HasSubstr("upper and lower are nearer than their thickness in "));
    EXPECT_THAT(found[0].remedy, HasSubstr("by more than 0.05 m, or make contact.thickness smaller"));
}

/// Cloth that is thicker than its edges begins all the same: what is near along it is left out, counted and told.
TEST(ExamineStart, WhatIsThickerThanItsEdgesIsToldAndBegins) {
    const auto sheet = [](double thickness) {
        return fmt::format(R"({{ "time": {{ "step": 0.01 }}, "contact": {{ "distance": 0.001 }},
          "bodies": [{{ "name": "felt", "material": "wool", "contact": {{ "thickness": {} }},
                        "shape": {{ "type": "cloth", "size": [0.4, 0.1], "cells": [4, 1] }} }}] }})",
                           thickness);
    };
    EXPECT_THAT(examined(sheet(0.04)), IsEmpty()) << "no edge is shorter than twice that";
    const auto found = examined(sheet(0.06));  // edges of 0.1 m, diagonals of 0.141 m
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].weight, Weight::note);
    EXPECT_THAT(found[0].what,
                HasSubstr("felt is 0.06 m thick: 13 pairs of points nearer than twice that along it: 0–"));
    EXPECT_EQ(refusal(sheet(0.3)), "");
    EXPECT_THAT(build_model(scene_of(sheet(0.3))).notes, ::testing::Contains(HasSubstr("felt is 0.3 m thick")));
}

TEST(ExamineStart, WhatIsBehindAPlaneIsTold) {
    const auto found = examined(boxes(1.1, R"(, "place": { "translate": [0, -0.75, 0] })"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].what,
                AllOf(HasSubstr("lower and floor overlap in 4 places"), HasSubstr(" of lower and floor")));
    EXPECT_THAT(found[0].remedy, HasSubstr("move them apart by more than 0.25 m"));
}

TEST(ExamineStart, ObstaclesMayOverlapEachOtherAndGhostsEverything) {
    EXPECT_THAT(examined(boxes(1.1, "", R"(, { "name": "ball", "shape": { "type": "ball", "center": [0, -1, 0],
                                               "radius": 0.3 } })")),
                IsEmpty());
    EXPECT_THAT(examined(boxes(0.9, R"(, "contact": { "touches": "nothing" })")), IsEmpty());
    const auto found = examined(boxes(1.1, "", R"(, { "name": "ball", "shape": { "type": "ball", "center": [0.9, 0, 0],
                                                       "radius": 0.5 } })"));
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0].what,
                AllOf(HasSubstr("and ball are nearer than their thickness"), HasSubstr(" of lower and ball")));
}

TEST(ExamineStart, AReachLongerThanEdgesOrOwnGapsIsWarnedAbout) {
    std::string text = boxes(3.0);
    text.replace(text.find("0.01 }, \"contact\""), 4, "0.02");
    const std::string wide = testing::with(text, R"("distance": 0.01)", R"("distance": 1.05)");
    const auto found = examined(wide);
    ASSERT_FALSE(found.empty());
    for (const Issue& issue : found) EXPECT_EQ(issue.weight, Weight::warning);
    EXPECT_THAT(found[0].what, HasSubstr("contact reaches 1.05 m, farther than edge "));
    EXPECT_THAT(found[0].what, HasSubstr("is long: 1 m"));
    EXPECT_THAT(found.back().what,
                AllOf(HasSubstr("contact reaches 1.05 m, but edge "), HasSubstr(" start 0.707 m apart")));
    EXPECT_FALSE(build_model(scene_of(wide)).notes.empty()) << "a run says so too";
}

TEST(ExamineStart, PlanarOutlinesToo) {
    const auto text = [](double x) {
        return fmt::format(R"({{ "planar": true, "time": {{ "step": 0.01 }}, "contact": {{ "distance": 0.01 }},
          "bodies": [
            {{ "name": "a", "shape": {{ "type": "grid", "size": [1, 1], "cells": [2, 2] }}, "density": 1 }},
            {{ "name": "b", "shape": {{ "type": "grid", "size": [1, 1], "cells": [2, 2] }}, "density": 1,
               "place": {{ "translate": [{}, 0.3, 0] }} }}] }})",
                           x);
    };
    EXPECT_THAT(examined(text(1.2)), IsEmpty());
    ASSERT_THAT(examined(text(0.9)), SizeIs(1));
    EXPECT_THAT(examined(text(0.9))[0].what, HasSubstr("a and b pass through each other in 2 places"));
}

TEST(ExamineScene, MeshesAndStartTogetherHeaviestFirst) {
    const std::string text = testing::with(boxes(0.9), R"("size": [1, 1, 1], "cells": [1, 1, 1] }, "material": "rubber",
           "place")",
                                           R"("size": [1000, 1, 1000], "cells": [1, 1, 1] }, "material": "rubber",
           "place")");
    const Scene scene = scene_of(text);
    const auto found = examine_scene(scene, build_model(scene, Start::as_it_is));
    ASSERT_GE(found.size(), 2u);
    EXPECT_EQ(found.front().weight, Weight::fault);
    EXPECT_THAT(found.back().what, AllOf(HasSubstr("upper (boxes.json:"), HasSubstr("1.41e+03 m across")));
}

}  // namespace
}  // namespace talweg::examine_start_test
