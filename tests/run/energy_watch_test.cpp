#include "talweg/run/energy_watch.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"

namespace talweg::energy_watch_test {
namespace {

testing::RecordedRun newmark(const char* body, const char* more = "") {
    return testing::RecordedRun(fmt::format(R"({{ "time": {{ "step": 0.01, "frames": 150 }},
        "integrator": {{ "type": "newmark" }}, {} "bodies": [{}] }})",
                                            more, body));
}

constexpr const char* box = R"({ "name": "box", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
    "density": 1000, "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] })";

TEST(EnergyWatch, SaysNothingOfABodyThatFalls) {
    const testing::RecordedRun run = newmark(box);
    EXPECT_EQ(run.summary.ended, "finished");
    EXPECT_GT(run.largest("kinetic"), 1e4);
    EXPECT_EQ(run.summary.gains, "");
}

TEST(EnergyWatch, TellsOfAStiffRopeThatGainsEnergy) {
    const testing::RecordedRun run = newmark(R"({ "name": "rope", "density": 0.1,
        "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 20 },
        "energies": [{ "type": "hooke_spring", "stiffness": 1e4 }], "hold": [{ "select": { "group": "start" } }] })");
    EXPECT_EQ(run.summary.ended, "finished");
    EXPECT_NE(run.summary.gains, "");
    // Rightly: nothing but gravity is there to give it any.
    EXPECT_GT(run.column("total").back(), 0.1);
}

TEST(EnergyWatch, SaysNothingWhereALoadDoesWork) {
    const testing::RecordedRun run = newmark(R"({ "name": "box", "density": 1000,
        "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
        "loads": [{ "type": "body_force", "force_density": ["1e4*t", 0, 0] }],
        "energies": [{ "type": "neo_hookean", "youngs_modulus": 1e6, "poissons_ratio": 0.3 }] })",
                                             R"("gravity": [0, 0, 0],)");
    EXPECT_GT(run.largest("kinetic"), 1.0);
    EXPECT_EQ(run.summary.gains, "");
}

}  // namespace
}  // namespace talweg::energy_watch_test
