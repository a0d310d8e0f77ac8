/// What do rigid bodies cost: how does a pile grow, and what do they save beside stiff solids?
///
///     rigid [pile [largest number, default 1000] | saved [boxes, default 30]]
///
/// Times are of the processor and of one thread; ratios are taken within one run.
#include <cstdlib>
#include <string>

#include "contact/boxes.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

constexpr const char* rigid_boxes = R"("cells": [1, 1, 1]}, "rigid": true)";
constexpr const char* stiff_boxes =
    R"("cells": [2, 2, 2]}, "energies": [{"type": "neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.2}])";

/// Seconds and Newton iterations of forty steps, in which boxes fall and come to lie.
struct Fall {
    double time = 0.0;
    std::size_t iterations = 0;
    explicit Fall(const Scene& scene) {
        World world = build_model(scene);
        const auto stepper = make_stepper(world.model, step_settings(scene, world.model));
        time = processor_seconds([&] {
            for (int n = 0; n < 40; ++n) iterations += stepper->step(world.state).iterations.size();
        });
    }
};

void saved(int count) {
    const Fall rigid(dropping_boxes(count, rigid_boxes)), stiff(dropping_boxes(count, stiff_boxes));
    std::printf("%d boxes, 40 steps: rigid %.2f s, %zu iterations; stiff solids %.2f s, %zu iterations: %.1f times\n",
                count, rigid.time, rigid.iterations, stiff.time, stiff.iterations, stiff.time / rigid.time);
}

}  // namespace talweg

int main(int argc, char** argv) {
    const std::string part = argc > 1 ? argv[1] : "all";
    const int number = argc > 2 ? std::atoi(argv[2]) : 0;
    if (part == "all" || part == "saved") talweg::saved(number > 0 ? number : 30);
    if (part == "all" || part == "pile") talweg::boxes(number > 0 ? number : 1000, 3, talweg::rigid_boxes);
}
