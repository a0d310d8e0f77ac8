#include "talweg/scene/spec/fill_defaults.hpp"

#include <gtest/gtest.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/spec/schema.hpp"
#include "talweg/scene/spec/validate.hpp"
#include "talweg/scene/text/parse_document.hpp"

namespace talweg::fill_defaults_test {
namespace {

Json filled(const std::string& text) {
    Json value = parse_document(text, "scene").value;
    fill_defaults(value, scene_schema());
    return value;
}

TEST(FillDefaults, ReachesNestedObjectsListsAndAlternatives) {
    const Json scene = filled(testing::with(testing::small_scene, "\"density\": 1000",
                                            "\"density\": 1000, \"hold\": [ { \"select\": { \"all\": true }, "
                                            "\"motion\": { \"keyframes\": [ { \"time\": 1 } ] } } ]"));
    EXPECT_EQ(scene["solver"]["max_iterations"], 1000);
    EXPECT_EQ(scene["bodies"][0]["place"]["scale"], 1);
    EXPECT_EQ(scene["bodies"][0]["hold"][0]["axes"], "xyz");
    EXPECT_EQ(scene["bodies"][0]["hold"][0]["motion"]["interpolation"], "linear");
    EXPECT_EQ(scene["bodies"][0]["hold"][0]["motion"]["keyframes"][0]["translate"], Json({0, 0, 0}));
    EXPECT_FALSE(scene["bodies"][0]["hold"][0]["motion"].contains("until"));
}

TEST(FillDefaults, WhatIsWrittenStays) {
    const Json scene = filled(testing::full_scene);
    EXPECT_EQ(scene["gravity"], Json({0, 0, -1.62}));
    EXPECT_EQ(scene["time"]["frames"], 20);
}

TEST(FillDefaults, DefaultsAreValidAndFillingTwiceChangesNothing) {
    for (const std::string& text : {testing::small_scene, testing::full_scene}) {
        Document document("scene");
        document.value = filled(text);
        EXPECT_TRUE(validate(document, scene_schema()).empty());
        const Json once = document.value;
        fill_defaults(document.value, scene_schema());
        EXPECT_EQ(document.value, once);
    }
}

}  // namespace
}  // namespace talweg::fill_defaults_test
