/// The barrier as a law of pressure, p(d) = 2 κ r (2 (s − 1) ln s + (s − 1)²/s), r = d/d̂, s = r²: the gap that a heavy
/// block rests at tells its stiffness, its areas and its sign in one number.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/scene_run.hpp"

namespace talweg::contact_pressure_test {
namespace {

constexpr double d_hat = 0.02, kappa = 2e4, weight = 1000.0 * 9.81 * 0.4;  // of a block 1 m wide and 0.4 m high

double pressure(double gap) {
    const double r = gap / d_hat, s = r * r;
    return 2.0 * kappa * r * (2.0 * (s - 1.0) * std::log(s) + (s - 1.0) * (s - 1.0) / s);
}

/// Of the underside of the first body, which starts below 0.02 m, above the height of zero: the mean after some steps.
double resting_gap(testing::SceneRun& run, int steps) {
    const Positions before = run.x();
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(run.step().completed);
    const Positions x = run.x();
    double gap = 0.0;
    int points = 0;
    for (int i = 0; i < run.model().bodies[0].point_count; ++i) {
        if (before[i][1] > 0.02) continue;
        gap += x[i][1];
        ++points;
    }
    return gap / points;
}

struct Rest {
    const char* name;
    bool planar;
    const char* floor;
    double felt;  // part of the area of its underside that the block rests on
    double step = 0.05;
};

class ContactPressure : public ::testing::TestWithParam<Rest> {};

TEST_P(ContactPressure, CarriesTheWeight) {
    const Rest& rest = GetParam();
    const std::string shape = rest.planar ? R"("rectangle", "size": [1, 0.4], "cells": [8, 2])"
                                          : R"("box", "size": [1, 0.4, 1], "cells": [4, 1, 4])";
    testing::SceneRun run(parse_scene(
        fmt::format(R"({{ "planar": {}, "time": {{ "step": {} }}, "solver": {{ "tolerance": 1e-6 }},
                          "contact": {{ "distance": {}, "stiffness": {} }},
                          "bodies": [{{ "name": "block", "shape": {{ "type": {} }}, "density": 1000,
                                        "place": {{ "translate": [0, 0.218, 0] }}, "energies": [{}] }}],
                          "obstacles": [{{ "name": "floor", "shape": {{ "type": {} }} }}] }})",
                    rest.planar, rest.step, d_hat, kappa, shape,
                    rest.planar ? R"({ "type": "plane_strain_neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.3,
                                       "thickness": 1 })"
                                : R"({ "type": "neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.3 })",
                    rest.floor),
        "rest", ".", {}));
    const double gap = resting_gap(run, 60);
    EXPECT_NEAR(pressure(gap) * rest.felt, weight, 0.01 * weight) << "gap " << gap;
}

/// Points at the rim of the underside stand for half of the wall's lowest row too: two halves of 0.2 m in the plane,
/// 0.8 m² in space. Of a floor that is one large face only the block's own half of the measure is felt.
INSTANTIATE_TEST_SUITE_P(
    Floors, ContactPressure,
    ::testing::Values(Rest{"line", true, R"("plane")", 1.2}, Rest{"plane", false, R"("plane")", 1.8},
                      Rest{"short_steps", true, R"("plane")", 1.2, 0.02},
                      Rest{"large_face", true, R"("block", "center": [0, -0.5, 0], "size": [3, 1, 3])", 0.6}),
    [](const auto& param) { return std::string(param.param.name); });

/// Two meshes that know nothing of each other, turned by some degrees: points of both sides and crossings of edges
/// together make the area once, however finely they are cut. What is too much comes from walls at the rim, and from
/// edges that pass by each other within d̂.
class ContactPressureOfMeshes : public ::testing::TestWithParam<int> {};

TEST_P(ContactPressureOfMeshes, CarriesTheWeightOnce) {
    const int degrees = GetParam();
    double felt[2];
    for (const int fine : {0, 1}) {
        const int cells = fine ? 12 : 6;
        testing::SceneRun run(
            parse_scene(fmt::format(R"({{ "time": {{ "step": 0.05 }}, "solver": {{ "tolerance": 1e-5 }},
                "contact": {{ "distance": {0}, "stiffness": {1} }},
                "bodies": [{{ "name": "block", "density": 1000, "place": {{ "translate": [0, 0.214, 0] }},
                              "shape": {{ "type": "box", "size": [1, 0.4, 1], "cells": [{2}, {3}, {2}] }},
                              "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.3 }}]
                           }},
                           {{ "name": "floor", "density": 1000,
                              "place": {{ "rotate": {{ "axis": [0, 1, 0], "angle": {4} }},
                                          "translate": [0.01, -0.1, 0.02] }},
                              "shape": {{ "type": "box", "size": [1.7, 0.2, 1.7], "cells": [{5}, 1, {5}] }},
                              "energies": [{{ "type": "neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.3 }}],
                              "hold": [{{ "select": {{ "all": true }} }}] }}] }})",
                                    d_hat, kappa, cells, cells / 3, degrees, cells * 3 / 2),
                        "meshes", ".", {}));
        felt[fine] = weight / pressure(resting_gap(run, 40));
    }
    for (const double area : felt) EXPECT_NEAR(area, 1.2, 0.12) << "turned by " << degrees << " degrees";
    EXPECT_NEAR(felt[1], felt[0], 0.03);
}

INSTANTIATE_TEST_SUITE_P(Turned, ContactPressureOfMeshes, ::testing::Values(7, 20, 33, 45));

}  // namespace
}  // namespace talweg::contact_pressure_test
