/// What the commands of talweg share: how they add themselves to the command line, and what their exit codes mean.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>

namespace talweg {

enum ExitCode {
    exit_ok = 0,
    exit_bad_input = 1,      // usage, scene, files
    exit_stopped = 2,        // the run stopped for a named reason
    exit_refuted = 3,        // verify has objections
    exit_interrupted = 130,  // Ctrl-C or SIGTERM, everything saved
};

/// What the command line asked for; empty until a command was recognised.
using Action = std::function<int()>;

void add_run_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_export_command(CLI::App& app, Action& action);
void add_render_command(CLI::App& app, Action& action);
void add_list_command(CLI::App& app, Action& action);
void add_import_command(CLI::App& app, Action& action);
void add_verify_command(CLI::App& app, Action& action);
void add_sweep_command(CLI::App& app, Action& action);
void add_compare_command(CLI::App& app, Action& action);
void add_view_command(CLI::App& app, Action& action);

}  // namespace talweg
