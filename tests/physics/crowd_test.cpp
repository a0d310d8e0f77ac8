/// Twenty-six creatures that swim at once: reduced bodies beside their rigs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "support/scene_run.hpp"
#include "talweg/model/constraints.hpp"

namespace talweg::crowd_test {
namespace {

/// The gallery's fish, in rows, each with a beat of its own.
std::string fish(int number) {
    const double x = 2.2 * (number % 6), y = 0.9 * (number / 6 % 3), z = 1.6 * (number / 18);
    return fmt::format(R"({}{{ "name": "fish {}",
        "shape": {{ "type": "solid", "surface": {{ "type": "mesh", "file": "meshes/fish.obj" }}, "spacing": 0.11 }},
        "place": {{ "translate": [{}, {}, {}] }}, "density": 1000,
        "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 3e4, "poissons_ratio": 0.45 }}],
        "damping": {{ "stiffness": 0.004 }},
        "rig": {{ "handles": [
            {{ "name": "head", "at": [[{}, {}, {}], [{}, {}, {}]] }},
            {{ "name": "tail", "at": [[{}, {}, {}], [{}, {}, {}]],
               "motion": {{ "displacement": [0, 0, 0], "angle": "35*sin(16*t + {}) - 35*sin({}) ",
                            "axis": [0, 1, 0], "center": [{}, {}, {}] }} }}] }},
        "reduce": {{ "modes": 8, "clusters": 60 }} }})",
                       number ? ", " : "", number, x, y, z, x + 0.35, y, z, x - 0.05, y, z, x - 0.35, y, z, x - 0.7, y,
                       z, 0.4 * number, 0.4 * number, x - 0.25, y, z);
}

Scene crowd(int count) {
    std::string bodies;
    for (int k = 0; k < count; ++k) bodies += fish(k);
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "gravity": [0, 0, 0], "bodies": [{}] }})", bodies),
                       "crowd", testing::gallery("fish").parent_path(), {});
}

void swim(int count, int steps) {
    testing::SceneRun run(crowd(count));
    const Positions start = run.x();
    const auto begin = std::chrono::steady_clock::now();
    for (int n = 1; n <= steps; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        const Constraints& constraints = *run.model().constraints;
        EXPECT_LT(constraints.miss(run.state().c, constraints.at(0.01 * n)), 1e-10);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const Positions x = run.x();
    for (const Body& body : run.model().bodies) {
        double farthest = 0.0;
        for (int i = body.first_point; i < body.first_point + body.point_count; ++i)
            farthest = std::max(farthest, norm(x[i] - start[i]));
        EXPECT_GT(farthest, 0.01) << body.name;  // every tail beats
        EXPECT_LT(farthest, 0.6) << body.name;
    }
    const Costs& costs = run.stepper().backend().costs();
    fmt::print("{} creatures, {} points, {} nodes: {:.1f} steps/s; assembly {:.0f} %, solve {:.0f} %\n", count,
               run.model().place_count(), run.model().node_count(), steps / seconds, 100.0 * costs.assembly / seconds,
               100.0 * costs.solve / seconds);
}

TEST(Crowd, ThreeCreaturesSwim) { swim(3, 10); }

TEST(Crowd, TwentySixCreaturesSwim) {
    if (!std::getenv("TALWEG_ALL")) GTEST_SKIP() << "./test --all lets twenty-six creatures swim";
    swim(26, 30);
}

}  // namespace
}  // namespace talweg::crowd_test
