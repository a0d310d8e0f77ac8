#include "talweg/scene/check/coarse_sheet.hpp"

#include <gtest/gtest.h>

#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::coarse_sheet_test {
namespace {

std::vector<std::string> notes_of(const std::string& cells, const std::string& size = "[0.4, 0.4]") {
    const std::string text = R"({ "time": { "step": 0.01 }, "bodies": [{ "name": "cloth", "material": "silk",
        "shape": { "type": "cloth", "size": )" +
                             size + R"(, "cells": )" + cells + R"( } }] })";
    return build_model(parse_scene(text, "scene.json", ".", {})).notes;
}

/// Silk has a bending length of 13.7 mm.
TEST(CoarseSheet, IsToldWhenItsFoldsLock) {
    const auto notes = notes_of("[10, 10]");
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0].find("scene.json:2: cloth: edges are 46 mm long"), 0u) << notes[0];
    EXPECT_NE(notes[0].find("bending length of 14 mm"), std::string::npos) << notes[0];
    EXPECT_NE(notes[0].find("edges of 4.6 mm"), std::string::npos) << notes[0];
}

TEST(CoarseSheet, IsFineWhereFoldsFitOrNoneForm) {
    EXPECT_TRUE(notes_of("[80, 80]").empty());
    EXPECT_TRUE(notes_of("[2, 2]", "[0.05, 0.05]").empty());
}

}  // namespace
}  // namespace talweg::coarse_sheet_test
