/// The straight line from a model to a recorded run: step, record, repeat; until the last frame, an interruption, or a
/// step that cannot be taken.
#pragma once
#include <functional>
#include <string>

#include "talweg/record/run_directory.hpp"
#include "talweg/record/run_summary.hpp"
#include "talweg/run/progress.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg {

struct SimulationOptions {
    std::string scene_file;  // as the user named it
    int threads = 0;         // 0: as many as there are
    ProgressStyle progress = ProgressStyle::quiet;
    std::size_t columns = 80;                                                    // of the terminal
    std::function<void(const std::string&)> say = {};                            // takes progress text
    std::function<bool()> interrupted = {};                                      // asked after every step
    std::function<void(std::uint64_t frame, const State& state)> on_frame = {};  // told of every recorded frame
};

/// Runs the scene, of which `world` was made, in the claimed directory, from its start or, when the claim resumes, from
/// its checkpoint. Throws when the directory is of another scene, without touching it, and when results cannot be
/// written.
RunSummary simulate(const Scene& scene, const World& world, const RunClaim& claim, const SimulationOptions& options);

}  // namespace talweg
