/// A start in which elements are where their energy is infinite is refused by name, and reported by the doctor.
#include "talweg/scene/check/forbidden_start.hpp"

#include <gmock/gmock.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/build/examine_scene.hpp"

namespace talweg::forbidden_start_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two boxes, the second mirrored by its start.
std::string boxes(const std::string& energy, const std::string& start) {
    const std::string shape = R"("shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, "density": 1000,
        "energies": [{ "type": ")" +
                              energy + R"(", "youngs_modulus": 1e5, "poissons_ratio": 0.3 }])";
    return R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "whole", )" + shape +
           R"( }, { "name": "mirrored", "place": { "translate": [3, 0, 0] }, "start": { "stretch": )" + start + " }, " +
           shape + " }] }";
}

World as_it_is(const std::string& text) { return build_model(parse_scene(text, "boxes.json"), Start::as_it_is); }

std::vector<Issue> found_in(const std::string& text) {
    const World world = as_it_is(text);
    return forbidden_start(world.model, positions(world.model, world.state));
}

TEST(ForbiddenStart, ClothBeyondItsStrainLimitIsToldAsSuch) {
    const auto cloth = [](const std::string& stretch) {
        return R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "cloth", "material": "cotton",
            "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] }, "start": { "stretch": )" +
               stretch + " } }] }";
    };
    EXPECT_TRUE(found_in(cloth("[1.05, 1, 0.5]")).empty());
    const auto found = found_in(cloth("[1.07, 1, 1]"));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].what, HasSubstr("cloth is stretched past its limit at the start in 8 elements"));
    EXPECT_THAT(found[0].remedy, HasSubstr("strain_limit"));
}

TEST(ForbiddenStart, WovenClothBeyondTheLimitOfItsThreadsIsToldAsSuch) {
    const auto cloth = [](const std::string& stretch) {
        return R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "cloth", "material": "woven_cotton",
            "shape": { "type": "cloth", "size": [1, 1], "cells": [2, 2] }, "start": { "stretch": )" +
               stretch + " } }] }";
    };
    EXPECT_TRUE(found_in(cloth("[1.12, 1, 0.5]")).empty());
    const auto found = found_in(cloth("[1, 1, 1.2]"));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].what,
                HasSubstr("cloth is stretched or sheared past the limit of its threads at the start in 8 elements"));
    EXPECT_THAT(found[0].remedy, AllOf(HasSubstr("weft_limit"), ::testing::Not(HasSubstr("stable_neo_hookean"))));
}

TEST(ForbiddenStart, NamesBodyElementsAndEnergy) {
    const auto found = found_in(boxes("neo_hookean", "[-1, 1, 1]"));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].weight, Weight::fault);
    EXPECT_THAT(found[0].what, HasSubstr("mirrored is inside out or flat at the start in 5 elements"));
    EXPECT_THAT(found[0].remedy, AllOf(HasSubstr("neo_hookean is infinite there"), HasSubstr("stable_neo_hookean")));
    EXPECT_EQ(found[0].features.size(), 5u);
    for (const auto& tet : found[0].features)
        for (int point : tet) EXPECT_GE(point, 8) << "the other box is whole";
}

TEST(ForbiddenStart, IsRefusedBeforeAnythingIsSimulated) {
    try {
        build_model(parse_scene(boxes("neo_hookean", "[-1, 1, 1]"), "boxes.json"));
        FAIL() << "no step could be taken from here";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("boxes.json:1"),
                                        HasSubstr("mirrored is inside out or flat at the start in 5 elements")));
    }
    const std::string text = boxes("neo_hookean", "[-1, 1, 1]");
    EXPECT_EQ(examine_scene(parse_scene(text, "boxes.json"), as_it_is(text))[0].weight, Weight::fault);
}

TEST(ForbiddenStart, LeavesAllowedStartsInPeace) {
    EXPECT_TRUE(found_in(boxes("stable_neo_hookean", "[-1, 1, 1]")).empty());
    EXPECT_TRUE(found_in(boxes("neo_hookean", "[0.01, 1, 1]")).empty());
    EXPECT_EQ(found_in(boxes("neo_hookean", "[0, 1, 1]")).size(), 1u);
}

}  // namespace
}  // namespace talweg::forbidden_start_test
