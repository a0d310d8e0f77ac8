/// talweg run: simulates a scene into a run directory.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "command.hpp"
#include "interruption.hpp"
#include "say.hpp"
#include "talweg/format/shell_words.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/build/build_progress.hpp"
#include "talweg/scene/spec/read_scene.hpp"

namespace talweg {

namespace {

struct RunOptions {
    std::string scene, output;
    std::optional<int> frames;
    std::vector<std::string> settings;
    bool resume = false, overwrite = false, quiet = false;
    int threads = 0;

    RunMode mode() const { return resume ? RunMode::resume : overwrite ? RunMode::overwrite : RunMode::fresh; }
};

std::size_t terminal_columns() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

SimulationOptions simulation_options(const RunOptions& options) {
    SimulationOptions result;
    result.scene_file = options.scene;
    result.threads = options.threads;
    if (!options.quiet) result.progress = isatty(STDERR_FILENO) ? ProgressStyle::one_line : ProgressStyle::plain_lines;
    result.columns = terminal_columns();
    result.say = [](const std::string& text) { std::fputs(text.c_str(), stderr); };
    result.interrupted = interruption_wanted;
    return result;
}

std::string resume_command(const RunOptions& options, const std::string& directory) {
    std::string command = "talweg run " + shell_word(options.scene) + " -o " + shell_word(directory);
    if (options.frames) command += fmt::format(" --frames {}", *options.frames);
    for (const std::string& setting : options.settings) command += " --set " + shell_word(setting);
    return command + " --resume";
}

void print_result(const RunSummary& summary, const RunDirectory& run) {
    say("{}: {} frames, {} steps, {:.6g} s simulated in {:.3f} s, {} Newton iterations\n", summary.ended.words(),
        summary.frames, summary.steps, summary.time, summary.totals.seconds, summary.totals.newton_iterations);
    if (summary.totals.divided_steps > 0)
        say("{} steps were taken in parts to converge\n", summary.totals.divided_steps);
    if (summary.totals.steps_at_floor > 0)
        say("{} steps ended at the floor of rounding, short of the tolerance of {:.3g} m/s\n",
            summary.totals.steps_at_floor, summary.tolerance);
    if (summary.totals.unsettled_steps > 0)
        say("{} steps: friction had not settled after a hundred updates; see lag_error in steps.csv\n",
            summary.totals.unsettled_steps);
    if (summary.totals.slowed_steps > 0)
        say("{} steps slowed scripts, which are {:.3g} s late now: {}\n", summary.totals.slowed_steps,
            summary.script_delay, summary.slowed);
    say("{}{}{}", describe(summary.expectations), describe(summary.results), cost_table(summary.totals));
    say("result: {} (open {})\n", run.path.string(), run.report().string());
}

/// One line that renews itself while modes are looked for; elsewhere than on a terminal nothing.
BuildProgress building_progress(const RunOptions& options) {
    if (options.quiet || !isatty(STDERR_FILENO)) return {};
    return [](std::string_view body, double part) {
        constexpr int width = 24;
        const int done = static_cast<int>(width * part);
        const std::string bar = std::string(done, '#') + std::string(width - done, '.');
        say(stderr, "modes of {} [{}] {:.0f} %", body, bar, 100.0 * part);
        std::fputs(part < 1.0 ? "\r" : "\r\x1b[K", stderr);
    };
}

int run_scene(const RunOptions& options) {
    std::vector<std::string> settings = options.settings;
    if (options.frames) settings.push_back(fmt::format("time.frames={}", *options.frames));
    const Scene scene = read_scene(options.scene, settings);
    const World world = build_model(scene, Start::must_be_apart, building_progress(options));
    for (const std::string& note : world.notes) say(stderr, "note: {}\n", note);

    const auto stem = std::filesystem::path(options.scene).stem().string();
    const std::filesystem::path directory = options.output.empty() ? default_run_directory("runs", stem, options.mode())
                                                                   : std::filesystem::path(options.output);
    const RunClaim claim(directory, options.mode());
    const RunDirectory& run = claim.directory();
    if (options.resume && !claim.resumes())
        say(stderr, "nothing to resume in {}: starting at the beginning\n", run.path.string());

    listen_for_interruption();
    const RunSummary summary = simulate(scene, world, claim, simulation_options(options));
    if (!options.quiet) print_result(summary, run);
    if (summary.ended.kind() == RunEnd::Kind::finished) return exit_ok;
    if (summary.ended.kind() == RunEnd::Kind::interrupted) {
        say(stderr, "interrupted after step {}; to go on:\n  {}\n", summary.steps,
            resume_command(options, run.path.string()));
        return exit_interrupted;
    }
    say(stderr, "talweg: {}\n", stop_message(summary.ended, summary.steps, summary.time, summary.advice));
    return exit_stopped;
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("run", "Simulate a scene into a run directory");
    const auto options = std::make_shared<RunOptions>();
    command->add_option("SCENE", options->scene, "Scene file")->required();
    command->add_option("-o,--output", options->output,
                        "Run directory; default runs/<name of the scene>, or a new one beside it");
    command->add_option("--frames", options->frames, "Number of frames, instead of the scene's")
        ->check(CLI::Range(0, 1000000000));
    command
        ->add_option("--set", options->settings,
                     "Change the scene: path=value, such as bodies[0].density=500; repeatable")
        ->allow_extra_args(false);
    CLI::Option* resume = command->add_flag("--resume", options->resume, "Go on with the run that is there");
    command->add_flag("--overwrite", options->overwrite, "Replace the run that is there")->excludes(resume);
    command->add_option("--threads", options->threads, "Number of threads; the result does not depend on it")
        ->check(CLI::Range(1, 1024));
    command->add_flag("-q,--quiet", options->quiet, "Print errors only");
    command->callback([options, &action] { action = [options] { return run_scene(*options); }; });
}

}  // namespace talweg
