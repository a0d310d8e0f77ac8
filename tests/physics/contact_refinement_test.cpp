/// Forces of contact are those of surfaces, not of their points: cut finer, gap and pressure settle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene_run.hpp"

namespace talweg::contact_refinement_test {
namespace {

/// Gap and pressure on the underside of a heavy block, at places that every resolution has.
struct Field {
    std::vector<double> height, pressure;
};

constexpr double start = 0.015;  // of the underside, m

StepReport at_rest(testing::SceneRun& run, int steps) {
    StepReport report;
    for (int i = 0; i < steps; ++i) {
        report = run.step();
        EXPECT_TRUE(report.completed) << report.advice;
    }
    return report;
}

double rms_change(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size()));
}

Field planar_block(int cells) {
    testing::SceneRun run(
        parse_scene(fmt::format(
                        R"({{ "planar": true, "time": {{ "step": 0.05 }}, "solver": {{ "tolerance": 1e-6 }},
                  "contact": {{ "distance": 0.02, "stiffness": 2e4 }},
                  "bodies": [{{ "name": "block", "density": 1000, "place": {{ "translate": [0, 0.215, 0] }},
                    "shape": {{ "type": "rectangle", "size": [1, 0.4], "cells": [{}, 4], "diagonals": "crossed" }},
                    "energies": [{{ "type": "plane_strain_stable_neo_hookean", "youngs_modulus": 2e5,
                                    "poissons_ratio": 0.3, "thickness": 1 }}] }}],
                  "obstacles": [{{ "name": "floor",
                    "shape": {{ "type": "block", "center": [0, -0.1, 0], "size": [3, 0.2, 1] }} }}] }})",
                        cells),
                    "block", ".", {}));
    const Positions before = run.x();
    const StepReport report = at_rest(run, 60);
    const Positions x = run.x();
    Field field;
    for (const double place : {-0.25, 0.0, 0.25})
        for (int i = 0; i < run.model().bodies[0].point_count; ++i)
            if (norm(before[i] - Vec3{place, start, 0.0}) < 1e-9) {
                field.height.push_back(x[i][1]);
                field.pressure.push_back(report.contact.on_point[i][1] * cells);
            }
    EXPECT_EQ(field.height.size(), 3u);
    return field;
}

TEST(ContactRefinement, GapAndPressureOfAPlanarBlockSettle) {
    const Field coarse = planar_block(4), middle = planar_block(8), fine = planar_block(16);
    EXPECT_LT(rms_change(middle.height, fine.height), 0.6 * rms_change(coarse.height, middle.height));
    EXPECT_LT(rms_change(middle.pressure, fine.pressure), 0.6 * rms_change(coarse.pressure, middle.pressure));
    EXPECT_LT(rms_change(middle.pressure, fine.pressure), 0.01 * fine.pressure[1]);
}

/// Two soft blocks whose points do not meet; the pressure is the mean over the inner part of the underside.
Field block_on_block(int cells) {
    testing::SceneRun run(parse_scene(fmt::format(
                                          R"({{ "time": {{ "step": 0.05 }}, "solver": {{ "tolerance": 1e-6 }},
                  "contact": {{ "distance": 0.02, "stiffness": 2e4 }},
                  "bodies": [
                    {{ "name": "upper", "density": 1000, "place": {{ "translate": [0, 0.215, 0] }},
                       "shape": {{ "type": "box", "size": [1, 0.4, 1], "cells": [{0}, 2, {0}], "tets_per_cell": 12 }},
                       "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 2e5, "poissons_ratio": 0.3 }}]
                    }},
                    {{ "name": "lower", "density": 1000, "place": {{ "translate": [0.031, -0.2, 0.027] }},
                       "shape": {{ "type": "box", "size": [1.53, 0.4, 1.47], "cells": [{0}, 2, {0}],
                                   "tets_per_cell": 12 }},
                       "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 2e5, "poissons_ratio": 0.3 }}],
                       "hold": [{{ "select": {{ "group": "bottom" }} }}] }}] }})",
                                          cells),
                                      "blocks", ".", {}));
    const Positions before = run.x();
    const StepReport report = at_rest(run, 40);
    const Positions x = run.x();
    Field field{{0.0}, {0.0}};
    double force = 0.0;
    int inner = 0;
    for (int i = 0; i < run.model().bodies[0].point_count; ++i) {
        const Vec3& from = before[i];
        if (std::fabs(from[1] - start) > 1e-9 || std::fabs(from[0]) > 0.45 || std::fabs(from[2]) > 0.45) continue;
        force += report.contact.on_point[i][1];
        ++inner;
        if (std::hypot(from[0], from[2]) < 1e-9) field.height[0] = x[i][1];
    }
    field.pressure[0] = force * cells * cells / inner;
    return field;
}

TEST(ContactRefinement, GapAndMeanPressureOfTwoBlocksSettle) {
    const Field coarse = block_on_block(2), middle = block_on_block(4), fine = block_on_block(8);
    EXPECT_LT(rms_change(middle.height, fine.height), 0.6 * rms_change(coarse.height, middle.height));
    EXPECT_LT(rms_change(middle.pressure, fine.pressure), 0.6 * rms_change(coarse.pressure, middle.pressure));
}

}  // namespace
}  // namespace talweg::contact_refinement_test
