/// What do rigid bodies cost: how does a pile grow, and what do they save beside stiff solids?
///
///     rigid [pile [largest number, default 1000] | saved [boxes, default 30] | scenes [frames, default 10] |
///            arch [frames, default 100]]
///
/// arch: the rigid arch alone, for a profiler.
///
/// Times are of the processor and of one thread; ratios are taken within one run.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "contact/boxes.hpp"
#include "support/scene_run.hpp"
#include "support/threads.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/scene/build/build_model.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

constexpr const char* rigid_boxes = R"("cells": [1, 1, 1]}, "rigid": true)";
constexpr const char* stiff_boxes =
    R"("cells": [2, 2, 2]}, "energies": [{"type": "neo_hookean", "youngs_modulus": 1e8, "poissons_ratio": 0.2}])";

/// Seconds and Newton iterations of so many steps, on one thread: stepping alone, nothing is read or written.
struct Steps {
    double time = 0.0;
    std::size_t iterations = 0;
    Steps(const Scene& scene, int count) {
        testing::with_threads(1, [&] {
            World world = build_model(scene);
            const auto stepper = make_stepper(world.model, step_settings(scene, world.model));
            time = processor_seconds([&] {
                for (int n = 0; n < count; ++n) iterations += stepper->step(world.state).iterations.size();
            });
            return 0;
        });
    }
};

void compare(const std::string& what, const Scene& rigid_scene, const Scene& stiff_scene, int steps) {
    // The least of several, on a machine that others use: the rigid ones take a twentieth of the time.
    Steps rigid(rigid_scene, steps), stiff(stiff_scene, steps);
    for (int n = 0; n < 4; ++n) rigid.time = std::min(rigid.time, Steps(rigid_scene, steps).time);
    stiff.time = std::min(stiff.time, Steps(stiff_scene, steps).time);
    std::printf("%s, %d steps: rigid %.3f s, %zu iterations; stiff solids %.3f s, %zu iterations: %.1f times\n",
                what.c_str(), steps, rigid.time, rigid.iterations, stiff.time, stiff.iterations,
                stiff.time / rigid.time);
    std::fflush(stdout);
}

void saved(int count) {
    compare(std::to_string(count) + " boxes", dropping_boxes(count, rigid_boxes), dropping_boxes(count, stiff_boxes),
            40);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// A scene of the gallery, and the same with solids of 2 × 2 × 2 cells of that modulus in place of rigid bodies.
void scene(const std::string& name, const std::string& youngs_modulus, int frames) {
    const std::filesystem::path file = testing::gallery(name), folder = file.parent_path();
    const std::string rigid = read_whole_file(file);
    std::string stiff = rigid;
    replace_all(
        stiff, "\"rigid\": true",
        R"("energies": [{"type": "neo_hookean", "poissons_ratio": 0.2, "youngs_modulus": )" + youngs_modulus + "}]");
    replace_all(stiff, "\"cells\": [1, 1, 1]", "\"cells\": [2, 2, 2]");
    const Scene of_rigid = parse_scene(rigid, name, folder / "", {}),
                of_solids = parse_scene(stiff, name, folder / "", {});
    compare(name, of_rigid, of_solids, frames * of_rigid.time.steps_per_frame);
}

void scenes(int frames) {
    scene("rigid_arch", "2e10", frames);
    scene("rigid_card_house", "1e9", frames);
    scene("chain", "2.1e11", frames);
}

void arch(int frames) {
    const Scene scene = read_scene(testing::gallery("rigid_arch"), {});
    const Steps steps(scene, frames * scene.time.steps_per_frame);
    std::printf("rigid_arch, %d steps: %.3f s, %zu iterations\n", frames, steps.time, steps.iterations);
}

}  // namespace talweg

int main(int argc, char** argv) {
    talweg::keep_freed_memory();  // as the program does
    const std::string part = argc > 1 ? argv[1] : "all";
    const int number = argc > 2 ? std::atoi(argv[2]) : 0;
    if (part == "all" || part == "saved") talweg::saved(number > 0 ? number : 30);
    if (part == "all" || part == "scenes") talweg::scenes(number > 0 ? number : 10);
    if (part == "arch") talweg::arch(number > 0 ? number : 100);
    if (part == "all" || part == "pile") talweg::boxes(number > 0 ? number : 1000, 3, talweg::rigid_boxes);
}
