/// talweg view: a live scene, or a recorded run, in the browser.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <thread>

#include "command.hpp"
#include "interruption.hpp"
#include "say.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/usable_threads.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/serve/live_simulation.hpp"
#include "talweg/serve/replay.hpp"
#include "talweg/serve/server.hpp"
#include "talweg/serve/whole_page.hpp"
#include "talweg/sweep/sweep_page.hpp"

namespace talweg {

namespace {

struct ViewOptions {
    std::vector<std::string> paths;
    std::string page;
    ServerSettings server;
    std::vector<std::string> settings;
    bool paused = false;
    int threads = 0;
};

void serve(Server& server, const std::string& what) {
    listen_for_interruption();  // before anybody is told of it
    say("{} is at {}\nend with Ctrl-C\n", what, server.address());
    std::fflush(stdout);
    std::jthread watch([&](const std::stop_token& done) {
        while (!done.stop_requested() && !interruption_wanted())
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        server.stop();
    });
    server.run();
}

/// Directories of runs and of sweeps, as runs.
std::vector<NamedRun> runs_of(const std::vector<std::string>& paths) {
    std::vector<NamedRun> runs;
    for (const std::string& path : paths) {
        const SweepDirectory sweep{path};
        if (std::filesystem::exists(sweep.plan())) {
            const std::vector<NamedRun> all = runs_to_show(sweep);
            if (all.empty()) throw Error(path + ": no run of this sweep can be shown yet");
            runs.insert(runs.end(), all.begin(), all.end());
        } else {
            if (!RunDirectory{path}.holds_run())
                throw Error(path +
                            " holds no run; several things to view must be directories made by talweg run or sweep");
            const std::filesystem::path clean = std::filesystem::path(path + "/.").lexically_normal().parent_path();
            runs.push_back({clean.filename().string(), {path}});
        }
    }
    if (runs.size() > most_runs_on_a_page)
        throw Error(
            fmt::format("{} runs are too many for one page; choose at most {}", runs.size(), most_runs_on_a_page));
    return runs;
}

int view_several(const ViewOptions& options) {
    const std::vector<NamedRun> runs = runs_of(options.paths);
    std::string title = std::filesystem::path(options.paths[0] + "/.").lexically_normal().parent_path().filename();
    if (options.paths.size() > 1) title = fmt::format("{} runs", runs.size());
    std::string page = comparison_page(runs, title);
    if (!options.page.empty()) {
        replace_file(options.page, page);
        say("{}\n", options.page);
        return exit_ok;
    }
    Server server(options.server, std::make_shared<WholePage>(std::move(page)));
    serve(server, title);
    return exit_ok;
}

int view(const ViewOptions& options) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(options.threads > 0 ? options.threads : usable_threads()));
    const std::string& path = options.paths[0];
    if (options.paths.size() > 1 || !options.page.empty() || std::filesystem::exists(SweepDirectory{path}.plan()))
        return view_several(options);
    if (std::filesystem::is_directory(path)) {
        Server server(options.server, std::make_shared<Replay>(RunDirectory{path}));
        serve(server, path);
    } else {
        const Scene scene = read_scene(path, options.settings);
        const auto live = std::make_shared<LiveSimulation>(scene);
        Server server(options.server, live);
        live->start(!options.paused);
        serve(server, path);
    }
    return exit_ok;
}

}  // namespace

void add_view_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("view", "Show a scene, live, or recorded runs in the browser");
    const auto options = std::make_shared<ViewOptions>();
    command->add_option("SCENE", options->paths, "Scene file, or directories of runs or of a sweep, shown together")
        ->required();
    command->add_option("--page", options->page, "Write the page of these runs to a file instead of serving it");
    command->add_option("--host", options->server.host, "Address to listen on; the printed address has a token")
        ->capture_default_str();
    command->add_option("--port", options->server.port, "Port to listen on; 0: one that is free")
        ->capture_default_str();
    command->add_option("--set", options->settings, "Change the scene first: path=value; repeatable")
        ->allow_extra_args(false);
    command->add_option("--threads", options->threads, "Number of threads of the solver")->check(CLI::Range(1, 1024));
    command->add_flag("--paused", options->paused, "Start standing still");
    command->callback([&action, options] { action = [options] { return view(*options); }; });
}

}  // namespace talweg
