/// Rigs and reduced bodies in company: on every kind of body, in contact with others, beside other constraints; at
/// default settings, stopped and taken up in between, before the referee.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/recorded_run.hpp"
#include "support/scene_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/model/constraints.hpp"

namespace talweg::rig_company_test {
namespace {

using testing::SceneRun;

struct Kind {
    const char *name, *keys;  // about 1 m along x, around the origin
};

const Kind kinds[] = {
    {"springs", R"("density": 0.2, "energies": [{ "type": "spring", "stiffness": 300 }],
        "shape": { "type": "cloth", "size": [1, 0.4], "cells": [6, 3] })"},
    {"rope", R"("density": 0.1, "energies": [{ "type": "spring", "stiffness": 300 }],
        "shape": { "type": "rope", "from": [-0.5, 0, 0], "to": [0.5, 0, 0.01], "segments": 8 })"},
    {"cloth", R"("material": "cotton", "shape": { "type": "cloth", "size": [1, 0.4], "cells": [6, 3] })"},
    {"solid", R"("material": "foam", "shape": { "type": "box", "size": [1, 0.3, 0.3], "cells": [4, 2, 2] })"},
    {"surface in a lattice", R"("material": "foam", "shape": { "type": "solid", "spacing": 0.2,
        "surface": { "type": "sphere", "radius": 0.5, "divisions": 4 } })"},
};

std::string body(const Kind& kind, const std::string& left, const std::string& right, const std::string& more = "") {
    return fmt::format(R"({{ "name": "led", {}, "rig": {{ "handles": [
        {{ "name": "left", "at": [[-0.5, 0, 0]] {} }}, {{ "name": "right", "at": [[0.5, 0, 0]] {} }}] }} {} }})",
                       kind.keys, left, right, more);
}

class LedKinds : public ::testing::TestWithParam<int> {};

/// What both handles do is the rig's alone; what one of them does the body adds to, and the rig's values are kept.
TEST_P(LedKinds, FollowTheirRig) {
    const Kind& kind = kinds[GetParam()];
    const std::string along = R"(, "motion": { "displacement": [0, "0.1*sin(9*t) ", "0.3*t"] })";
    const auto scene = [&](const std::string& left) {
        return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{}] }})", body(kind, left, along)),
                           kind.name, ".", {});
    };
    SceneRun together(scene(along)), bent(scene(""));
    const Positions start = together.x();
    double added = 0.0;
    for (int n = 1; n <= 12; ++n) {
        ASSERT_TRUE(together.step().completed) << kind.name;
        ASSERT_TRUE(bent.step().completed) << kind.name;
        const double t = 0.01 * n;
        const Positions x = together.x();
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_LT(norm(x[i] - start[i] - Vec3{0, 0.1 * std::sin(9 * t), 0.3 * t}), 1e-10) << kind.name << " " << n;
        const Constraints& constraints = *bent.model().constraints;
        EXPECT_LT(constraints.miss(bent.state().c, constraints.at(t)), 1e-10) << kind.name << " " << n;
        for (std::size_t i = 0; i < x.size(); ++i) added = std::max(added, norm(bent.x()[i] - start[i]));
    }
    EXPECT_GT(added, 0.02) << kind.name;
}

INSTANTIATE_TEST_SUITE_P(Kinds, LedKinds, ::testing::Range(0, static_cast<int>(std::size(kinds))));

/// Run, stopped and taken up in the middle by two threads: the same bytes, and nothing to object to.
void holds_up(const std::string& scene, int frames) {
    const testing::RecordedRun whole(
        fmt::format(R"({{ "time": {{ "step": 0.01, "frames": {} }}, {} }})", frames, scene));
    EXPECT_EQ(whole.summary.ended, "finished");
    EXPECT_TRUE(whole.verify().passed()) << whole.verify().text();
    TemporaryDirectory folder;
    for (const int until : {frames / 2, frames}) {
        const Scene part = parse_scene(
            fmt::format(R"({{ "time": {{ "step": 0.01, "frames": {} }}, {} }})", until, scene), "part", ".", {});
        SimulationOptions options;
        options.threads = 2;
        simulate(part, build_model(part), RunClaim(folder / "parts", until < frames ? RunMode::fresh : RunMode::resume),
                 options);
    }
    EXPECT_EQ(read_whole_file(whole.run().positions()), read_whole_file(RunDirectory{folder / "parts"}.positions()));
}

TEST(RigCompany, ALedLatticeUnderACloth) {
    holds_up(R"("contact": { "friction": 0.3 }, "bodies": [
        { "name": "blob", "density": 1000, "place": { "translate": [0, 0.4, 0] },
          "shape": { "type": "solid", "spacing": 0.15, "surface": { "type": "sphere", "radius": 0.2, "divisions": 3 } },
          "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }],
          "rig": { "handles": [{ "at": [[-0.2, 0.4, 0]] }, { "at": [[0.2, 0.4, 0]],
                     "motion": { "displacement": [0, "0.08*sin(20*t) ", 0] } }] } },
        { "name": "cloth", "density": 0.3, "place": { "translate": [0, 0.62, 0] },
          "shape": { "type": "cloth", "size": [0.7, 0.7], "cells": [6, 6] },
          "energies": [{ "type": "spring", "stiffness": 200 }] }])",
             24);
}

TEST(RigCompany, ReducedAndRigidBodiesOnASlope) {
    holds_up(R"("contact": { "friction": 0.4 }, "bodies": [
        { "name": "jelly", "density": 1000, "place": { "translate": [0, 0.13, 0] },
          "shape": { "type": "box", "size": [0.4, 0.2, 0.4], "cells": [4, 2, 4] },
          "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.4 }],
          "reduce": { "modes": 6, "clusters": 40 } },
        { "name": "stone", "density": 2500, "rigid": true, "shape": { "type": "box", "size": [0.2, 0.2, 0.2] },
          "place": { "translate": [0.03, 0.39, 0], "rotate": { "axis": [1, 0, 1], "angle": 20 } } }],
        "obstacles": [{ "name": "slope", "shape": { "type": "plane", "normal": [0.1, 1, 0] } }])",
             24);
}

/// A mean that is moved along y, beside a rig: of a whole body, and of a reduced one.
TEST(RigCompany, AMeanBesideARig) {
    for (const char* reduce : {"", R"(, "reduce": { "modes": 6, "clusters": 60 })"}) {
        const std::string bodies = fmt::format(
            R"("bodies": [{}])", body({"bar", R"("density": 1000,
                "shape": { "type": "box", "size": [1, 0.2, 0.2], "cells": [6, 2, 2] },
                "energies": [{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }],
                "constraints": [{ "name": "tip", "type": "average", "select": { "group": "right" }, "axes": "y",
                                  "move": [0, "0.05*sin(8*t) ", 0] }])"},
                                      R"(, "motion": { "displacement": [0, 0, "0.1*sin(10*t) "] })", "", reduce));
        holds_up(bodies, 20);
        SceneRun run(parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, {} }})", bodies), "mean", ".", {}));
        for (int n = 1; n <= 20; ++n) {
            ASSERT_TRUE(run.step().completed) << reduce;
            const Constraints& constraints = *run.model().constraints;
            EXPECT_LT(constraints.miss(run.state().c, constraints.at(0.01 * n)), 1e-10) << reduce << " " << n;
        }
    }
}

}  // namespace
}  // namespace talweg::rig_company_test
