/// Speeds, stiffnesses and time steps over many orders of magnitude: every run ends as it should, and the referee,
/// which looks at every step with code of its own, finds nothing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "support/recorded_run.hpp"
#include "talweg/geometry/embed/winding_number.hpp"

namespace talweg::contact_sweep_test {
namespace {

struct Case {
    double value, step;  // of the sweep; s
};

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
    return fmt::format("1e{}_step_1em{}", std::lround(std::log10(info.param.value)),
                       std::lround(-std::log10(info.param.step)));
}

/// A run that must finish, and pass.
class Sweep : public ::testing::TestWithParam<Case> {
protected:
    void run(const std::string& text) {
        const testing::RecordedRun& run = recorded.emplace(text);
        EXPECT_EQ(run.summary.ended, "finished") << run.summary.advice;
        const Certificate certificate = run.verify();
        EXPECT_TRUE(certificate.passed()) << certificate.text();
        EXPECT_GT(run.largest("contact"), 0.0) << "they were meant to meet";
    }
    std::optional<testing::RecordedRun> recorded;
};

class Bullet : public Sweep {};

/// How often a sheet with a held rim, closed by a lid where it began, winds around a place.
double winding(const Body& sheet, const std::vector<Vec3>& x, const std::vector<Vec3>& start, const Vec3& place) {
    Mesh bag;
    bag.points = x;
    bag.points.insert(bag.points.end(), start.begin(), start.end());
    const int lid = int(x.size());
    for (const auto& [a, b, c] : sheet.triangles) {
        bag.triangles.push_back({a, b, c});
        bag.triangles.push_back({a + lid, c + lid, b + lid});
    }
    return WindingNumber(bag)(place);
}

TEST_P(Bullet, IsCaughtByASheet) {
    const auto& [speed, step] = GetParam();
    run(fmt::format(
        R"({{ "gravity": [0, 0, 0], "time": {{ "step": {}, "frames": 8 }}, "contact": {{ "distance": 0.005 }},
      "bodies": [
        {{ "name": "sheet", "shape": {{ "type": "cloth", "size": [2, 2], "cells": [4, 4] }}, "density": 50,
           "energies": [{{ "type": "spring", "stiffness": 1e6 }}],
           "hold": [{{ "select": {{ "box": {{ "min": [-9, -9, 0.99], "max": [9, 9, 9] }} }} }},
                    {{ "select": {{ "box": {{ "min": [-9, -9, -9], "max": [9, 9, -0.99] }} }} }},
                    {{ "select": {{ "box": {{ "min": [0.99, -9, -0.9], "max": [9, 9, 0.9] }} }} }},
                    {{ "select": {{ "box": {{ "min": [-9, -9, -0.9], "max": [-0.99, 9, 0.9] }} }} }}] }},
        {{ "name": "bullet", "shape": {{ "type": "lattice", "size": [0.3, 0.3, 0.3], "cells": [1, 1, 1] }},
           "density": 1000, "place": {{ "translate": [0.03, {}, 0.05] }}, "start": {{ "velocity": [0, {}, 0] }},
           "energies": [{{ "type": "spring", "stiffness": 1e7 }}] }}] }})",
        step, 0.25 + std::min(1.0, speed * step), -speed));
    const std::vector<Body> bodies = recorded->bodies();
    const FrameReader frames(recorded->run().positions());
    for (std::uint64_t frame = 0; frame < frames.frames(); ++frame) {
        const std::vector<Vec3> x = frames.read(frame);
        Vec3 center = Vec3::zero();
        for (int i = 0; i < 8; ++i) center += x[bodies[1].first_point + i] / 8.0;
        // Below where the sheet began it can only be in the bag that the sheet has become.
        if (center[1] < -0.2) {
            EXPECT_GT(std::fabs(winding(bodies[0], x, frames.read(0), center)), 0.5) << "frame " << frame;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Speeds, Bullet,
                         ::testing::Values(Case{1000, 1e-4}, Case{1000, 1e-3}, Case{1000, 1e-2}, Case{1000, 1e-1},
                                           Case{10, 1e-2}, Case{100, 1e-1}),
                         name_of);

class Drop : public Sweep {};

TEST_P(Drop, OntoABallAndAFloorHoldsForAnyStiffness) {
    const auto& [modulus, step] = GetParam();
    run(fmt::format(R"({{ "time": {{ "step": {}, "frames": 40 }}, "contact": {{ "distance": 0.002, "friction": 0.3 }},
      "bodies": [{{ "name": "cube", "shape": {{ "type": "box", "size": [0.2, 0.2, 0.2], "cells": [2, 2, 2] }},
                    "density": 1000, "place": {{ "translate": [0.04, {}, 0.03] }},
                    "start": {{ "velocity": [0, -1, 0] }},
                    "energies": [{{ "type": "neo_hookean", "youngs_modulus": {}, "poissons_ratio": 0.3 }}] }}],
      "obstacles": [{{ "name": "floor", "shape": {{ "type": "plane", "point": [0, -0.2, 0] }} }},
                    {{ "name": "ball", "shape": {{ "type": "ball", "center": [0, -0.1, 0], "radius": 0.1 }} }}] }})",
                    step, 0.103, modulus));
}

std::vector<Case> all_drops() {
    std::vector<Case> cases;
    for (const double modulus : {1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10})
        for (const double step : {1e-4, 1e-3, 1e-2, 1e-1}) cases.push_back({modulus, step});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Stiffnesses, Drop, ::testing::ValuesIn(all_drops()), name_of);

}  // namespace
}  // namespace talweg::contact_sweep_test
