#include "talweg/run/simulate.hpp"
#include "talweg/run/energy_watch.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>

#include "talweg/export/export_run.hpp"
#include "talweg/format/file.hpp"
#include "talweg/format/npy.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/usable_threads.hpp"
#include "talweg/record/looks.hpp"
#include "talweg/record/recorder.hpp"
#include "talweg/record/rest_triangles.hpp"
#include "talweg/record/scene_identity.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/report/report.hpp"
#include "talweg/run/stop_diagnosis.hpp"
#include "talweg/scene/spec/to_json.hpp"
#include "talweg/scene/text/print_json.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/step/driven_stepper.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

// Of the contact distance: where gaps are smaller and a step fails, that is why.
constexpr double no_room = 0.1;
constexpr double patience = 0.3;  // s: that a step may go on when the run is to be given up

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
        if (lines.empty()) message += ": a file that it reads (a mesh, or values of elements) has changed";
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
          settings_(settings_for(scene)),
          stepper_(make_stepper(world.model, settings_)),
          with_impulses_(settles_steps(settings_.integrator)),
          watches_energy_(can_watch_energy()) {
        summary_.series = SeriesRecording::describe(world.model, scene.record.series, with_impulses_);
        summary_.frame_steps = FrameSteps(static_cast<std::uint64_t>(scene.time.steps_per_frame));
        npy_frame_count(static_cast<std::uint64_t>(scene.time.frames) + 1);  // too many are refused before the first
        summary_.scene_file = options.scene_file;
        summary_.scene_digest = scene_digest(scene, world.model, world.state);
        summary_.threads = options.threads > 0 ? options.threads : usable_threads();
        summary_.integrator = settings_.integrator;
        summary_.tolerance = settings_.newton.tolerance;
        if (settings_.integrator == "minimise") summary_.tolerance = 0.0;  // steps of one iteration each have none
        summary_.started_at = utc_now();
    }

    RunSummary start() {
        std::error_code ignored;
        std::filesystem::remove(directory_.checkpoint(), ignored);
        std::filesystem::remove(directory_.report(), ignored);
        describe_run();
        Recorder recorder =
            Recorder::create(directory_, world_.model, summary_.scene_digest, scene_.record, with_impulses_);
        State state = world_.state;
        const Positions x = positions(world_.model, state);
        StepReport nothing_yet;
        nothing_yet.potentials = stepper_->backend().assembler().potentials(x, state.time, state.memory);
        recorder.add_step(state, nothing_yet, 0.0);
        recorder.add_frame(places(world_.model, state), ages(world_.model, state));
        if (options_.on_frame) options_.on_frame(0, state);
        return go(recorder, state);
    }

    RunSummary resume() {
        const RecordedSummary before = read_run_summary(directory_);
        if (before.scene_digest != summary_.scene_digest) refuse_another_scene(directory_, scene_json_);
        summary_.started_at = before.started_at;
        summary_.changes = before.changes;
        // Killed before the first checkpoint: the start is as good.
        if (!std::filesystem::exists(directory_.checkpoint())) return start();
        const Checkpoint checkpoint = read_checkpoint(directory_.checkpoint());
        if (checkpoint.mark.scene_digest != summary_.scene_digest) refuse_another_scene(directory_, scene_json_);
        State state = restore_of(checkpoint, world_.model);
        if (!change_course(checkpoint.mark, state)) stepper_->backend().restore(checkpoint.solver);
        if (state.step > last_step())
            throw Error(directory_.path.string() + " already has " + std::to_string(checkpoint.mark.frames - 1) +
                        " frames; ask for at least as many with --frames");
        Recorder recorder = Recorder::resume(directory_, world_.model, checkpoint.mark, scene_.record, with_impulses_);
        describe_run();
        return go(recorder, state);
    }

private:
    /// Short steps are finished before a run is given up; in long ones that would not be heard.
    StepSettings settings_for(const Scene& scene) {
        StepSettings settings = step_settings(scene, world_.model);
        settings.interrupted = [this] {
            const double now = clock_.seconds();
            if (now - step_started_ < patience) return false;
            if (progress_)
                if (const std::string text = progress_->waiting(now, step_started_, step_under_way_, systems());
                    !text.empty())
                    options_.say(text);
            return options_.interrupted && options_.interrupted();
        };
        return settings;
    }

    long long systems() const { return stepper_->backend().costs().systems - systems_before_; }

    /// Where gravity alone gives energy.
    bool can_watch_energy() const {
        return settings_.integrator == "newmark" && world_.model.motions.empty() &&
               std::ranges::all_of(scene_.bodies, [](const BodySpec& body) { return body.loads.empty(); });
    }

    std::int64_t last_step() const {
        return static_cast<std::int64_t>(summary_.frame_steps.step(static_cast<std::uint64_t>(scene_.time.frames)));
    }
    bool is_frame(std::int64_t step, std::uint64_t next_frame) const {
        return summary_.frame_steps.step(next_frame) == static_cast<std::uint64_t>(step);
    }

    /// Takes note of what the scene says otherwise than before about how steps are taken. True when something changed:
    /// what solvers remember then does not count.
    bool change_course(const RunMark& mark, State& state) {
        summary_.frame_steps = FrameSteps::read(directory_);
        const FrameSteps& steps = summary_.frame_steps;
        const auto now = static_cast<std::uint64_t>(state.step);
        if (mark.frames > 0 && (now < steps.step(mark.frames - 1) || now > steps.step(mark.frames)))
            throw Error(directory_.run().string() + " is damaged: the steps of its frames do not fit its checkpoint");
        const Json before = Json::parse(read_whole_file(directory_.scene()), nullptr, false);
        if (before.is_discarded()) return false;
        const std::vector<std::string> lines = changes_of_course(before, scene_json_);
        if (lines.empty()) return false;
        const Json& time = before.at("time");
        const double step = time.at("step"), frame = step * time.at("steps_per_frame").get<double>();
        if (step != settings_.dt) {
            if (std::fabs(settings_.dt * scene_.time.steps_per_frame - frame) > 1e-12 * frame)
                throw Error(
                    fmt::format("frames of {} are {} s apart; with a time step of {} s choose "
                                "time.steps_per_frame so that they stay so",
                                directory_.path.string(), frame, settings_.dt));
            if (!is_frame(state.step, mark.frames - 1))
                throw Error(
                    "the run ended between two frames, where its time step cannot change: resume it first as "
                    "it was, up to the next frame, with --frames " +
                    std::to_string(mark.frames));
            summary_.frame_steps.go_on(mark.frames - 1, static_cast<std::uint64_t>(scene_.time.steps_per_frame));
            state.change_pace();
        }
        summary_.changes.push_back({{"step", state.step}, {"time", state.time}, {"what", lines}});
        return true;
    }

    void describe_run() {
        write_run_summary(directory_, summary_);
        replace_file(directory_.scene(), print_json(scene_json_));
        write_topology(directory_.topology(), world_.model.bodies,
                       world_.model.contact ? world_.model.contact->surface.sewn : SewnPairs(), world_.joints);
        write_looks(directory_, world_.looks);
        write_rest_triangles(directory_, world_.limited);
    }

    RunSummary go(Recorder& recorder, State& state) {
        earlier_ = recorder.totals();
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(summary_.threads));
        try {
            step_to_the_end(recorder, state);
            complete_totals(recorder.totals());
            if (lost_step_)
                recorder.flush();
            else
                recorder.save(clock_.seconds(), state, stepper_->backend().save());
            if (failed_.stop != Stop::none) {
                recorder.add_failed_step(state, failed_);
                tell_tightest(state);
            }
            summarise(recorder, state);
            write_run_summary(directory_, summary_);
            write_report(directory_);
        } catch (const Error& error) {
            summary_.ended = RunEnd::stopped(std::string(error.what()));
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
        } catch (const Crowded& crowded) {
            StepReport report;
            report.stop = Stop::crowded;
            report.advice = crowded.what();
            return report;
        } catch (const Error& error) {
            StepReport report;
            report.stop = Stop::no_value;
            report.advice = error.what();
            return report;
        }
    }

    void step_to_the_end(Recorder& recorder, State& state) {
        const std::int64_t last = last_step();
        Progress& progress =
            progress_.emplace(options_.progress, state.step, last, scene_.time.frames, options_.columns);
        summary_.ended = RunEnd::finished();
        double now = clock_.seconds();
        while (state.step < last) {
            if (options_.interrupted && options_.interrupted()) {
                summary_.ended = RunEnd::interrupted();
                break;
            }
            const double before = step_started_ = now;
            step_under_way_ = static_cast<std::uint64_t>(state.step) + 1;
            systems_before_ = stepper_->backend().costs().systems;
            StepReport report;
            try {
                report = step(state);
            } catch (const Interrupted&) {
                // What solvers remember has changed since; the last checkpoint is what the run goes on from.
                summary_.ended = RunEnd::interrupted();
                lost_step_ = true;
                break;
            }
            now = clock_.seconds();
            if (!report.completed) {
                summary_.ended = RunEnd::stopped(report.stop);
                summary_.advice = report.advice;
                failed_ = std::move(report);
                break;
            }
            recorder.add_step(state, report, now - before);
            if (report.slowed > 0.0 && summary_.slowed.empty()) tell_slowed(state);
            if (report.waiting_births > 0 && !told_waiting_) tell_waiting(state, report.waiting_births);
            watch_energy(recorder.balance(), state);
            if (is_frame(state.step, recorder.frames())) {
                recorder.add_frame(places(world_.model, state), ages(world_.model, state));
                if (options_.on_frame) options_.on_frame(recorder.frames() - 1, state);
            }
            if (recorder.checkpoint_due(now)) {
                complete_totals(recorder.totals());
                recorder.save(now, state, stepper_->backend().save());
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

    void watch_energy(const EnergyBalance& balance, const State& state) {
        if (!watches_energy_ || !summary_.gains.empty() || !energy_watch_.gains(balance)) return;
        summary_.gains = fmt::format(
            "from time {:.6g} s on there is more than twice the energy that the motion was given, which newmark can "
            "make "
            "of nothing in stiff things that turn; compare with bdf2 or a smaller time step",
            state.time);
        if (options_.progress != ProgressStyle::quiet) options_.say("note: " + summary_.gains + "\n");
    }

    /// Scripts that fall behind are told once, with what is in their way.
    void tell_slowed(const State& state) {
        const Positions x = positions(world_.model, state);
        summary_.slowed = fmt::format("from time {:.6g} s on scripts are slowed by what is in their way", state.time);
        if (const auto places = tightest_pairs(world_.model, x); !places.empty())
            summary_.slowed += ": " + describe_tightest(world_.model, places);
        if (options_.progress != ProgressStyle::quiet)
            options_.say("note: " + without_controls(summary_.slowed) + "\n");
    }

    /// The series emitters counts them step by step.
    void tell_waiting(const State& state, int births) {
        told_waiting_ = true;
        if (options_.progress == ProgressStyle::quiet) return;
        options_.say(
            fmt::format("note: at time {:.6g} s {} particle{} of emitters cannot be born yet, because something "
                        "is at their source; they wait until it is free\n",
                        state.time, births, births == 1 ? "" : "s"));
    }

    /// A step that contact leaves no room for is told by who is where, and shown.
    void tell_tightest(const State& state) {
        const Positions x = positions(world_.model, state);
        const std::vector<ClosePair> places = tightest_pairs(world_.model, x);
        if (places.empty() || (failed_.stop != Stop::no_room && failed_.stop != Stop::not_converged) ||
            places[0].gap > no_room * world_.model.contact->rules.d_hat)
            return;
        summary_.ended = RunEnd::stopped(Stop::no_room);
        show_tightest(directory_, world_.model, x, places[0]);
        summary_.advice = fmt::format(
            "contact leaves no room: {}; {}. stop.png and stop.ply in {} show the place, and the checkpoint before it "
            "is "
            "kept. In detail, {}",
            describe_tightest(world_.model, places),
            world_.model.motions.empty() ? "choose a smaller time step, or more room at the start"
                                         : "let scripted motions end earlier or leave a way out",
            directory_.path.string(), summary_.advice);
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
        try {
            summary_.results = measure_results(directory_);
        } catch (const Error&) {
            // A full disk leaves files that do not fit together; how the run ended must be told all the same.
        }
    }

    const Scene& scene_;
    const World& world_;
    const RunDirectory& directory_;
    const SimulationOptions& options_;
    Json scene_json_;
    Clock clock_;
    StepSettings settings_;
    std::unique_ptr<Stepper> stepper_;
    bool with_impulses_;
    RunSummary summary_;
    RunTotals earlier_;  // of the parts of the run before this one
    StepReport failed_;
    std::optional<Progress> progress_;
    double step_started_ = 0.0;
    std::uint64_t step_under_way_ = 0;
    long long systems_before_ = 0;
    bool watches_energy_;
    EnergyWatch energy_watch_;
    bool lost_step_ = false;  // given up in the middle
    bool told_waiting_ = false;
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
