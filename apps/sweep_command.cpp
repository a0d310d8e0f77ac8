/// talweg sweep: one scene, run many times with other values of some of its keys.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "command.hpp"
#include "interruption.hpp"
#include "say.hpp"
#include "talweg/format/file.hpp"
#include "talweg/sweep/run_one.hpp"
#include "talweg/sweep/schedule.hpp"
#include "talweg/sweep/slurm.hpp"
#include "talweg/sweep/sweep_page.hpp"
#include "talweg/sweep/sweep_table.hpp"

namespace talweg {

namespace {

struct SweepOptions {
    std::string study, output;
    std::optional<std::size_t> index;
    bool list = false, table = false, slurm = false, retry = false, overwrite = false, quiet = false;
    std::vector<std::string> slurm_options;
    int threads = 1, jobs = 0;

    SweepDirectory directory() const {
        if (!output.empty()) return {output};
        return {std::filesystem::path("runs") / std::filesystem::path(study).stem()};
    }
    /// The program itself with what all calls for this study share.
    std::vector<std::string> command(const std::string& program) const {
        return {program, "sweep", study, "-o", directory().path.string(), "--threads", std::to_string(threads)};
    }
};

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

int make_table(const Study& study, const SweepOptions& options) {
    const SweepDirectory directory = options.directory();
    write_table(sweep_table(study, directory), directory);
    write_sweep_page(directory);
    if (!options.quiet)
        say("table: {} and {}\npage: {}\n", directory.csv().string(), directory.npz().string(),
            directory.report().string());
    return exit_ok;
}

int make_one(const Study& study, const SweepOptions& options) {
    if (*options.index >= study.size())
        throw Error(fmt::format("--index {}: the study has {} runs, counted from 0", *options.index, study.size()));
    listen_for_interruption();
    const RunOutcome result =
        run_one(study, options.directory(), *options.index, {options.threads, options.retry, interruption_wanted});
    if (!options.quiet)
        say("{} ({}) {}\n", SweepDirectory::name(*options.index), study.describe(*options.index), result.ended);
    if (result.stage == RunStage::failed) throw Error(result.advice);
    if (result.stage == RunStage::finished) return exit_ok;
    return result.stage == RunStage::stopped ? exit_stopped : exit_interrupted;
}

int submit_all(const Study& study, const SweepOptions& options) {
    const SweepDirectory directory = options.directory();
    SlurmOptions slurm;
    slurm.command = options.command(this_program());
    if (options.retry) slurm.command.push_back("--retry");
    slurm.collect = options.command(this_program());
    slurm.collect.push_back("--table");
    slurm.extra = options.slurm_options;
    slurm.threads = options.threads;
    replace_file(directory.batch_script(), batch_script(study, directory, slurm));
    if (has_sbatch())
        say("{}", submit(directory, slurm));
    else
        say("there is no sbatch here; on a machine with Slurm: sbatch {}, then talweg sweep {} -o {} --table\n",
            directory.batch_script().string(), options.study, directory.path.string());
    return exit_ok;
}

int make_all(const Study& study, const SweepOptions& options) {
    const SweepDirectory directory = options.directory();
    const std::string program = this_program();
    ScheduleOptions schedule;
    schedule.jobs = options.jobs;
    schedule.retry = options.retry;
    schedule.command = [&](std::size_t run) {
        std::vector<std::string> words = options.command(program);
        words.insert(words.end(), {"--quiet", "--index", std::to_string(run)});
        if (options.retry) words.emplace_back("--retry");
        return words;
    };
    if (!options.quiet) schedule.say = [](const std::string& text) { say(stderr, "{}", text); };
    schedule.interrupted = interruption_wanted;
    listen_for_interruption();
    const ScheduleResult result = run_all(study, directory, schedule);
    if (!options.quiet) say("{}", describe(study, directory, result));
    make_table(study, options);
    if (result.interrupted) {
        say(stderr, "interrupted; the same command goes on\n");
        return exit_interrupted;
    }
    return result.finished == study.size() ? exit_ok : exit_stopped;
}

int sweep(const SweepOptions& options) {
    const Study study = Study::read(options.study);
    if (options.list) {
        for (std::size_t run = 0; run < study.size(); ++run)
            say("{} {}\n", SweepDirectory::name(run), study.describe(run));
        return exit_ok;
    }
    if (!options.index) study.check();
    if (options.overwrite) clear(options.directory());
    prepare(options.directory(), study);
    if (options.index) return make_one(study, options);
    if (options.table) return make_table(study, options);
    return options.slurm ? submit_all(study, options) : make_all(study, options);
}

}  // namespace

void add_sweep_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("sweep", "Run a scene many times with other values of its keys");
    const auto options = std::make_shared<SweepOptions>();
    command->add_option("STUDY", options->study, "Study file: the scene, and what to vary (docs/sweeps.md)")
        ->required();
    command->add_option("-o,--output", options->output, "Directory of the sweep; default runs/<name of the study>");
    command->add_option("-j,--jobs", options->jobs, "Runs at a time; default as many as there are processors")
        ->check(CLI::Range(1, 4096));
    command->add_option("--threads", options->threads, "Number of threads of each run")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    CLI::Option* index = command->add_option("--index", options->index, "Make this run alone, counted from 0");
    CLI::Option* list = command->add_flag("--list", options->list, "Print the runs with their values, run nothing");
    CLI::Option* table = command->add_flag("--table", options->table, "Make the table of what is there, run nothing");
    CLI::Option* slurm = command->add_flag(
        "--slurm", options->slurm, "Write the batch script of an array job, and submit it where there is sbatch");
    command
        ->add_option("--slurm-option", options->slurm_options,
                     "Option for sbatch, such as --slurm-option=--time=1:00:00; repeatable")
        ->allow_extra_args(false);
    command->add_flag("--retry", options->retry, "Make runs anew that stopped or failed");
    command->add_flag("--overwrite", options->overwrite, "Remove the runs of the sweep that is there first")
        ->excludes(index)
        ->excludes(table);
    index->excludes(list)->excludes(table)->excludes(slurm);
    table->excludes(list)->excludes(slurm);
    command->add_flag("-q,--quiet", options->quiet, "Print errors only");
    command->callback([options, &action] { action = [options] { return sweep(*options); }; });
}

}  // namespace talweg
