#include "talweg/sweep/run_one.hpp"

#include <chrono>
#include <memory>
#include <thread>

#include "talweg/format/file.hpp"
#include "talweg/record/scene_identity.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/to_json.hpp"

namespace talweg {

namespace {

/// A finished run of what the scene was before must not stand in a table of what it is now.
void refuse_changed_scene(const RunDirectory& run, const Scene& scene) {
    const Json before = Json::parse(read_whole_file(run.scene()), nullptr, false);
    const auto lines = scene_differences(before, to_json(scene), 5);
    if (lines.empty()) return;
    std::string message = run.path.string() + " is a run of another scene";
    for (const std::string& line : lines) message += "\n  " + line;
    throw Error(message + "\nundo the change to go on with the sweep, or replace all its runs with --overwrite");
}

bool has_all_frames(const RunDirectory& run, const Scene& scene) {
    const Json summary = Json::parse(read_whole_file(run.run()), nullptr, false);
    return summary.value("frames", -1) == scene.time.frames;
}

/// Runs of a sweep that was killed save what they have and end by themselves; that is waited for.
std::unique_ptr<RunClaim> claim_run(const std::filesystem::path& path, RunMode mode,
                                    const std::function<bool()>& interrupted) {
    constexpr std::chrono::milliseconds pause{50};
    for (int left = 600;; --left) {
        try {
            return std::make_unique<RunClaim>(path, mode);
        } catch (const AlreadyClaimed&) {
            if (left == 0 || (interrupted && interrupted())) throw;
            std::this_thread::sleep_for(pause);
        }
    }
}

}  // namespace

bool is_done(const Study& study, const SweepDirectory& directory, std::size_t index, bool retry) {
    const Scene scene = study.scene(index);
    const RunDirectory run = directory.run(index);
    if (run.holds_run() && std::filesystem::exists(run.scene())) refuse_changed_scene(run, scene);
    const RunStage stage = outcome(directory, index).stage;
    if (stage == RunStage::stopped || stage == RunStage::failed) return !retry;
    return stage == RunStage::finished && has_all_frames(run, scene);
}

RunOutcome run_one(const Study& study, const SweepDirectory& directory, std::size_t index,
                   const OneRunOptions& options) {
    if (is_done(study, directory, index, options.retry)) return outcome(directory, index);
    const RunDirectory run = directory.run(index);
    const bool anew = outcome(directory, index).stage == RunStage::stopped;
    const Scene scene = study.scene(index);
    try {
        const World world = build_model(scene);
        const auto claim = claim_run(run.path, anew ? RunMode::overwrite : RunMode::resume, options.interrupted);
        std::filesystem::remove(directory.failure(index));
        SimulationOptions simulation;
        simulation.scene_file = study.scene_file().string();
        simulation.threads = options.threads;
        simulation.interrupted = options.interrupted;
        simulate(scene, world, *claim, simulation);
    } catch (const AlreadyClaimed&) {
        throw;
    } catch (const Error& error) {
        replace_file(directory.failure(index), std::string(error.what()) + "\n");
    } catch (const std::bad_alloc&) {
        replace_file(directory.failure(index), "not enough memory for this scene; use fewer points\n");
    }
    return outcome(directory, index);
}

}  // namespace talweg
