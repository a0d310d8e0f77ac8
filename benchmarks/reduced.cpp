/// What do reduced bodies save, and what does a rig cost?
///
///     reduced [steps | growth | contact | rig] [cells through the bar; default 15, about 50,000 tetrahedra] [handles]
///
/// Times are of the processor and of one thread, the fastest of several; ratios are taken within one run, in turns.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "stopwatch.hpp"
#include "support/threads.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

/// A soft bar of 3 : 1 : 1, thrown so that it turns and swings.
Scene bar(int cells, const std::string& more, const std::string& around = "") {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, {} "bodies": [{{ "name": "bar",
            "shape": {{ "type": "beam", "size": [1.5, 0.5, 0.5], "cells_through": {} }}, "density": 1000,
            "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }}],
            "start": {{ "angular_velocity": [0, 0, 3] }} {} }}] }})",
                                   around, cells, more),
                       "bar", ".", {});
}

/// A scene that is stepped: processor seconds of steps, on one thread.
class Run {
public:
    explicit Run(const Scene& scene) : scene_(scene) {
        build = seconds([&] { world_ = build_model(scene_); });
        tets = world_.model.bodies[0].tets.size();
        std::set<int> points;
        for (const auto& triangle : world_.model.bodies[0].triangles) points.insert(triangle.begin(), triangle.end());
        surface = points.size();
        stepper_ = make_stepper(world_.model, step_settings(scene_, world_.model));
        step();  // what is made once
        fastest = 1e300, total = 0.0, directions = 0, steps = 0;
    }
    void step() {
        std::size_t iterations = 0;
        const double spent = processor_seconds([&] { iterations = stepper_->step(world_.state).iterations.size(); });
        fastest = std::min(fastest, spent);
        total += spent;
        directions += iterations;
        ++steps;
    }
    double per_step() const { return double(directions) / steps; }

    double build = 0.0, fastest = 0.0, total = 0.0;     // s
    std::size_t tets = 0, directions = 0, surface = 0;  // points of it
    int steps = 0;

private:
    Scene scene_;
    World world_;
    std::unique_ptr<Stepper> stepper_;
};

const std::string reduced = R"(, "reduce": { "modes": 16, "clusters": 100 })";

void steps(int cells) {
    Run full(bar(cells, "")), small(bar(cells, reduced));
    for (int n = 0; n < 4; ++n) {  // in turns: who else uses the machine disturbs both
        full.step();
        for (int k = 0; k < 10; ++k) small.step();
    }
    std::printf(
        "%zu tetrahedra: full step %.1f ms, %.1f directions; reduced %.3f ms, %.1f directions: %.0f times "
        "(mean of all: %.0f); modes and groups took %.1f s\n",
        full.tets, 1e3 * full.fastest, full.per_step(), 1e3 * small.fastest, small.per_step(),
        full.fastest / small.fastest, full.total / full.steps / (small.total / small.steps), small.build);
}

void growth(int cells) {
    std::printf("reduced step, without contact and recording:\n");
    std::vector<std::unique_ptr<Run>> runs;
    for (const double factor : {0.4, 0.6, 1.0, 1.6})
        runs.push_back(std::make_unique<Run>(bar(static_cast<int>(factor * cells), reduced)));
    for (int n = 0; n < 40; ++n)
        for (const auto& run : runs) run->step();
    for (const auto& run : runs)
        std::printf("  %8zu tetrahedra: %.3f ms, %.1f directions; modes and groups %.1f s\n", run->tets,
                    1e3 * run->fastest, run->per_step(), run->build);
}

/// The bar comes to lie on the ground: what its surface costs beside the same steps without one.
void contact(int cells) {
    std::printf("reduced step on the ground:\n");
    const std::string ground =
        R"("contact": { "friction": 0.5 }, "obstacles": [{ "name": "ground", "shape": { "type": "plane" } }],)";
    const std::string near = reduced + R"(, "place": { "translate": [0, 0.26, 0] })";
    for (const double factor : {0.4, 0.6, 1.0}) {
        Run free(bar(static_cast<int>(factor * cells), near)),
            lying(bar(static_cast<int>(factor * cells), near, ground));
        for (int n = 0; n < 30; ++n) {
            free.step();
            lying.step();
        }
        const double each = (lying.total / double(lying.directions) - free.total / double(free.directions));
        std::printf(
            "  %8zu tetrahedra, %zu points of the surface: %.2f ms a step, %.1f directions; without contact "
            "%.2f ms; %.2f us per direction and point\n",
            lying.tets, lying.surface, 1e3 * lying.total / lying.steps, lying.per_step(), 1e3 * free.total / free.steps,
            1e6 * each / double(lying.surface));
    }
}

/// Handles in two lines along the bar, each going up and down.
void rig(int cells, int count) {
    std::string handles;
    for (int h = 0; h < count; ++h)
        handles +=
            fmt::format(R"({}{{ "at": [[{}, {}, 0]],
                                   "motion": {{ "displacement": [0, "0.02*sin(9*t + {}) ", 0] }} }})",
                        h ? ", " : "", -0.72 + 1.44 * (h / 2) / std::max(1, (count - 1) / 2), h % 2 ? 0.2 : -0.2, h);
    Run free(bar(cells, "")), led(bar(cells, fmt::format(R"(, "rig": {{ "handles": [{}] }})", handles)));
    for (int n = 0; n < 12; ++n) {
        free.step();
        led.step();
    }
    std::printf(
        "%zu tetrahedra, %d handles: step %.1f ms, %.1f directions; with the rig %.1f ms, %.1f directions: "
        "%.2f times (mean of all: %.2f)\n",
        free.tets, count, 1e3 * free.fastest, free.per_step(), 1e3 * led.fastest, led.per_step(),
        led.fastest / free.fastest, led.total / free.total);
}

}  // namespace talweg

int main(int argc, char** argv) {
    talweg::keep_freed_memory();  // as the program does
    const std::string part = argc > 1 ? argv[1] : "all";
    const int cells = argc > 2 ? std::atoi(argv[2]) : 15, handles = argc > 3 ? std::atoi(argv[3]) : 20;
    talweg::testing::with_threads(1, [&] {
        if (part == "all" || part == "steps") talweg::steps(cells);
        if (part == "all" || part == "growth") talweg::growth(cells);
        if (part == "all" || part == "contact") talweg::contact(cells);
        if (part == "all" || part == "rig") talweg::rig(cells, handles);
    });
}
