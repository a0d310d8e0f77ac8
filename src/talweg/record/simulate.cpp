#include "talweg/record/simulate.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/info.h>

#include <algorithm>
#include <chrono>

#include "talweg/math/error.hpp"
#include "talweg/record/export/export_run.hpp"
#include "talweg/record/file.hpp"
#include "talweg/record/npy.hpp"
#include "talweg/record/recorder.hpp"
#include "talweg/record/report.hpp"
#include "talweg/record/scene_identity.hpp"
#include "talweg/record/tight_places.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/scene/print_json.hpp"
#include "talweg/scene/to_json.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

// Of the contact distance: where gaps are smaller and a step fails, that is why.
constexpr double no_room = 0.1;

class Clock {
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void refuse_another_scene(const RunDirectory& run, const Json& scene) {
    std::string message = run.path.string() + " holds a run of another scene";
    if (std::filesystem::exists(run.scene())) {
        const Json before = Json::parse(read_whole_file(run.scene()), nullptr, false);
        const auto lines = scene_differences(before, scene, 5);
        for (const std::string& line : lines) message += "\n  " + line;
        if (lines.empty()) message += ": a mesh file has changed";
    }
    throw Error(message +
                "\nundo the change to resume, or choose another directory with -o, or replace the run with "
                "--overwrite");
}

/// Makes one run out of its parts; a member function per stage.
class Run {
public:
    Run(const Scene& scene, const World& world, const RunDirectory& directory, const SimulationOptions& options)
        : scene_(scene),
          world_(world),
          directory_(directory),
          options_(options),
          scene_json_(to_json(scene)),
          settings_(step_settings(scene, world.model)),
          stepper_(make_stepper(world.model, settings_)),
          last_step_(std::int64_t{scene.time.frames} * scene.time.steps_per_frame) {
        npy_frame_count(static_cast<std::uint64_t>(scene.time.frames) + 1);  // too many are refused before the first
        summary_.scene_file = options.scene_file;
        summary_.scene_digest = scene_digest(scene_json_, world.model, world.state);
        summary_.threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
        summary_.integrator = settings_.integrator;
        summary_.tolerance = settings_.newton.tolerance;
        summary_.started_at = utc_now();
    }

    RunSummary start() {
        std::error_code ignored;
        std::filesystem::remove(directory_.checkpoint(), ignored);
        std::filesystem::remove(directory_.report(), ignored);
        describe_run();
        Recorder recorder = Recorder::create(directory_, world_.model, summary_.scene_digest, scene_.record);
        State state = world_.state;
        const Positions x = positions(world_.model, state);
        StepReport nothing_yet;
        nothing_yet.potentials = stepper_->backend().assembler().potentials(x, state.time);
        recorder.add_step(state, nothing_yet, 0.0);
        recorder.add_frame(x);
        if (options_.on_frame) options_.on_frame(0, state);
        return go(recorder, state);
    }

    RunSummary resume() {
        const RecordedSummary before = read_run_summary(directory_);
        if (before.scene_digest != summary_.scene_digest) refuse_another_scene(directory_, scene_json_);
        summary_.started_at = before.started_at;
        // Killed before the first checkpoint: the start is as good.
        if (!std::filesystem::exists(directory_.checkpoint())) return start();
        const Checkpoint checkpoint = read_checkpoint(directory_.checkpoint());
        if (checkpoint.mark.scene_digest != summary_.scene_digest) refuse_another_scene(directory_, scene_json_);
        State state = restore(checkpoint.state);
        stepper_->backend().recall(checkpoint.solver);
        if (state.step > last_step_)
            throw Error(directory_.path.string() + " already has " + std::to_string(checkpoint.mark.frames - 1) +
                        " frames; ask for at least as many with --frames");
        Recorder recorder = Recorder::resume(directory_, world_.model, checkpoint.mark, scene_.record);
        describe_run();
        return go(recorder, state);
    }

private:
    void describe_run() {
        write_run_summary(directory_, summary_);
        replace_file(directory_.scene(), print_json(scene_json_));
        write_topology(directory_.topology(), world_.model.bodies);
    }

    RunSummary go(Recorder& recorder, State& state) {
        earlier_ = recorder.totals();
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(summary_.threads));
        try {
            step_to_the_end(recorder, state);
            complete_totals(recorder.totals());
            recorder.save(clock_.seconds(), state, stepper_->backend().memory());
            if (!failed_.stop.empty()) {
                recorder.add_failed_step(state, failed_);
                tell_tight_places(state);
            }
            summarise(recorder, state);
            write_run_summary(directory_, summary_);
            write_report(directory_);
        } catch (const Error& error) {
            summary_.ended = "stopped: " + std::string(error.what());
            try {
                summarise(recorder, state);
                write_run_summary(directory_, summary_);
            } catch (const Error&) {
                // What could not be written now is known from the first error.
            }
            throw Error(error.what() + std::string("\nall frames up to ") + std::to_string(summary_.frames) +
                        " are intact; the run can go on with --resume");
        }
        return summary_;
    }

    /// What cannot be evaluated, such as a load without a value at that time, ends the run like a step that does not
    /// converge: what came before is kept.
    StepReport step(State& state) {
        try {
            return stepper_->step(state);
        } catch (const Error& error) {
            StepReport report;
            report.stop = "no_value";
            report.advice = error.what();
            return report;
        }
    }

    void step_to_the_end(Recorder& recorder, State& state) {
        const int steps_per_frame = scene_.time.steps_per_frame;
        Progress progress(options_.progress, state.step, last_step_, scene_.time.frames, options_.columns);
        summary_.ended = "finished";
        double now = clock_.seconds();
        while (state.step < last_step_) {
            if (options_.interrupted && options_.interrupted()) {
                summary_.ended = "interrupted";
                break;
            }
            const double before = now;
            StepReport report = step(state);
            now = clock_.seconds();
            if (!report.completed) {
                summary_.ended = "stopped: " + report.stop;
                summary_.advice = report.advice;
                failed_ = std::move(report);
                break;
            }
            recorder.add_step(state, report, now - before);
            if (report.slowed > 0.0 && summary_.slowed.empty()) tell_slowed(state);
            if (state.step % steps_per_frame == 0) {
                recorder.add_frame(positions(world_.model, state));
                if (options_.on_frame) options_.on_frame(recorder.frames() - 1, state);
            }
            if (recorder.checkpoint_due(now)) {
                complete_totals(recorder.totals());
                recorder.save(now, state, stepper_->backend().memory());
            } else {
                recorder.keep_up(now);
            }
            if (progress.due(now, state.step))
                options_.say(progress.text({recorder.frames() - 1, static_cast<std::uint64_t>(state.step),
                                            recorder.totals().newton_iterations, now, recorder.balance().total}));
            const double stepped = now;
            now = clock_.seconds();
            recorder.totals().record += now - stepped;
        }
        if (const std::string end = progress.close(); !end.empty()) options_.say(end);
    }

    /// Scripts that fall behind are told once, with what is in their way.
    void tell_slowed(const State& state) {
        const Positions x = positions(world_.model, state);
        summary_.slowed = fmt::format("from time {:.6g} s on scripts are slowed by what is in their way", state.time);
        if (const auto places = find_tight_places(world_.model, x); !places.empty())
            summary_.slowed += ": " + describe_tight_places(world_.model, places);
        if (options_.progress != ProgressStyle::quiet) options_.say("note: " + summary_.slowed + "\n");
    }

    /// A step that contact leaves no room for is told by who is where, and shown.
    void tell_tight_places(const State& state) {
        const Positions x = positions(world_.model, state);
        const std::vector<Meeting> places = find_tight_places(world_.model, x);
        if (places.empty() || (failed_.stop != "no_room" && failed_.stop != "not_converged") ||
            places[0].gap > no_room * world_.model.contact->rules.d_hat)
            return;
        summary_.ended = "stopped: no_room";
        show_tight_place(directory_, world_.model, x, places[0]);
        summary_.advice = fmt::format(
            "contact leaves no room: {}; let scripted motions end earlier or leave a way out. stop.png and stop.ply in "
            "{} show the place, and the checkpoint before it is kept. In detail, {}",
            describe_tight_places(world_.model, places), directory_.path.string(), summary_.advice);
    }

    void complete_totals(RunTotals& totals) {
        const Costs& costs = stepper_->backend().costs();
        totals.seconds = earlier_.seconds + clock_.seconds();
        totals.assembly = earlier_.assembly + costs.assembly;
        totals.solve = earlier_.solve + costs.solve;
        totals.line_search = earlier_.line_search + costs.line_search;
        totals.contact = earlier_.contact + costs.contact;
    }

    void summarise(Recorder& recorder, const State& state) {
        summary_.ended_at = utc_now();
        summary_.frames = std::max<std::uint64_t>(1, recorder.frames()) - 1;
        summary_.steps = static_cast<std::uint64_t>(state.step);
        summary_.time = state.time;
        summary_.script_delay = state.delay;
        summary_.totals = recorder.totals();
        summary_.linear_solver = stepper_->backend().solver_name();
        summary_.expectations = measure_expectations(scene_, directory_);
    }

    const Scene& scene_;
    const World& world_;
    const RunDirectory& directory_;
    const SimulationOptions& options_;
    Json scene_json_;
    StepSettings settings_;
    std::unique_ptr<Stepper> stepper_;
    std::int64_t last_step_;
    RunSummary summary_;
    RunTotals earlier_;  // of the parts of the run before this one
    StepReport failed_;
    Clock clock_;
};

}  // namespace

RunSummary simulate(const Scene& scene, const World& world, const RunClaim& claim, const SimulationOptions& options) {
    Run run(scene, world, claim.directory(), options);
    RunSummary summary = claim.resumes() ? run.resume() : run.start();
    for (const std::string& format : scene.record.exports) {
        try {
            export_run(claim.directory().path, {.format = format});
        } catch (const Error& error) {
            throw Error("the run is recorded, but could not be exported as " + format + ": " + error.what());
        }
    }
    return summary;
}

}  // namespace talweg
