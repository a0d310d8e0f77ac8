/// What do reduced bodies save, and what does a rig cost?
///
///     reduced [steps | growth | rig] [cells through the bar; default 15, about 50,000 tetrahedra]
///
/// Times are of the clock, the fastest of several; ratios are taken within one run.
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "stopwatch.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

/// A soft bar of 3 : 1 : 1, thrown so that it turns and swings.
Scene bar(int cells, const std::string& more) {
    return parse_scene(fmt::format(R"({{ "time": {{ "step": 0.01 }}, "bodies": [{{ "name": "bar",
            "shape": {{ "type": "beam", "size": [1.5, 0.5, 0.5], "cells_through": {} }}, "density": 1000,
            "energies": [{{ "type": "stable_neo_hookean", "youngs_modulus": 5e4, "poissons_ratio": 0.4 }}],
            "start": {{ "angular_velocity": [0, 0, 3] }} {} }}] }})",
                                   cells, more),
                       "bar", ".", {});
}

struct Steps {
    double build = 0.0, each = 0.0;  // s
    std::size_t tets = 0;
    Steps(const Scene& scene, int steps) {
        World world;
        build = seconds([&] { world = build_model(scene); });
        tets = world.model.bodies[0].tets.size();
        const auto stepper = make_stepper(world.model, step_settings(scene, world.model));
        stepper->step(world.state);
        each = 1e300;
        for (int n = 0; n < steps; ++n) each = std::min(each, seconds([&] { stepper->step(world.state); }));
    }
};

const std::string reduced = R"(, "reduce": { "modes": 16, "clusters": 100 })";

void steps(int cells) {
    const Steps full(bar(cells, ""), 2), small(bar(cells, reduced), 10);
    std::printf("%zu tetrahedra: full step %.3f s, reduced %.5f s: %.0f times; modes and groups took %.1f s\n",
                full.tets, full.each, small.each, full.each / small.each, small.build);
}

void growth(int cells) {
    std::printf("reduced step, without contact and recording:\n");
    for (const double factor : {0.6, 1.0, 1.6}) {
        const Steps small(bar(static_cast<int>(factor * cells), reduced), 10);
        std::printf("  %8zu tetrahedra: %.5f s; modes and groups %.1f s\n", small.tets, small.each, small.build);
    }
}

void rig(int cells) {
    std::string handles;
    for (int h = 0; h < 20; ++h)
        handles += fmt::format(R"({}{{ "at": [[{}, {}, 0]],
                                   "motion": {{ "displacement": [0, "0.02*sin(9*t + {}) ", 0] }} }})",
                               h ? ", " : "", -0.72 + 1.44 * (h / 2) / 9.0, h % 2 ? 0.2 : -0.2, h);
    const Steps free(bar(cells, ""), 2);
    const Steps led(bar(cells, fmt::format(R"(, "rig": {{ "handles": [{}] }})", handles)), 2);
    std::printf("%zu tetrahedra, 20 handles: step %.3f s, with the rig %.3f s: %.2f times\n", free.tets, free.each,
                led.each, led.each / free.each);
}

}  // namespace talweg

int main(int argc, char** argv) {
    const std::string part = argc > 1 ? argv[1] : "all";
    const int cells = argc > 2 ? std::atoi(argv[2]) : 15;
    if (part == "all" || part == "steps") talweg::steps(cells);
    if (part == "all" || part == "growth") talweg::growth(cells);
    if (part == "all" || part == "rig") talweg::rig(cells);
}
