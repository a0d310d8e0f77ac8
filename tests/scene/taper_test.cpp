#include <gtest/gtest.h>

#include "talweg/geometry/measures.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg::taper_test {
namespace {

double mass_of(const std::string& planar, const std::string& shape) {
    const World world = build_model(parse_scene(R"({ "planar": )" + planar + R"(, "time": { "step": 0.01 },
      "bodies": [{ "name": "a", "density": 1, "shape": { )" +
                                                    shape + " } }] }",
                                                "scene.json", ".", {}));
    double sum = 0.0;
    for (const double m : world.model.mass.diagonal) sum += m;
    return sum;
}

/// A frustum holds h/3 (A + B + √(AB)); a trapezium h (a + b)/2.
TEST(Taper, MakesFrustaOfTheRightVolume) {
    EXPECT_NEAR(mass_of("false", R"("type": "box", "size": [2, 3, 2], "cells": [2, 3, 2], "taper": [0.5, 0.5])"),
                (4.0 + 1.0 + 2.0), 1e-12);
    EXPECT_NEAR(mass_of("true", R"("type": "rectangle", "size": [2, 3], "cells": [2, 3], "taper": 0.25)"),
                3.0 * (2.0 + 0.5) / 2.0, 1e-12);
}

}  // namespace
}  // namespace talweg::taper_test
