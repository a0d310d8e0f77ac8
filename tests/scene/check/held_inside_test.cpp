#include "talweg/scene/check/held_inside.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talweg/math/error.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::held_inside_test {
namespace {

using ::testing::HasSubstr;

std::string told(const std::string& words) {
    try {
        build_model(
            parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "b", {} }}] }})", words),
                        "scene.json", ".", {}));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

const std::string box = R"("shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] }, )";

/// The point in the middle of such a box would fall out of it.
TEST(HeldInside, ASolidIsNotHeldByItsSurface) {
    EXPECT_THAT(
        told(box + R"("material": "cotton")"),
        HasSubstr("scene.json:1: bodies[0] is a solid, but its energies are those of sheets, which hold its "
                  "surface alone: membrane_stable_neo_hookean, hinge_bending, strain_limit; take the \"skin\""));
    EXPECT_EQ(told(box + R"("material": "jelly")"), "");
    EXPECT_EQ(told(R"("shape": { "type": "skin", "surface": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] } },
                      "material": "cotton")"),
              "");
}

TEST(HeldInside, ASolidMayHaveASkinOfItsOwn) {
    EXPECT_EQ(told(box + R"("density": 1000, "energies": [
        { "type": "stable_neo_hookean", "youngs_modulus": 1e4, "poissons_ratio": 0.4 },
        { "type": "membrane_stable_neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.4, "thickness": 1e-3 }])"),
              "");
    EXPECT_EQ(told(box + R"("density": 1000, "energies": [{ "type": "spring", "stiffness": 100 }])"), "");
}

}  // namespace
}  // namespace talweg::held_inside_test
