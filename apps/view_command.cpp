/// talweg view: a live scene, or a recorded run, in the browser.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <optional>
#include <thread>

#include "command.hpp"
#include "interruption.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/serve/live_simulation.hpp"
#include "talweg/serve/replay.hpp"
#include "talweg/serve/server.hpp"

namespace talweg {

namespace {

struct ViewOptions {
    std::string path;
    ServerSettings server;
    std::vector<std::string> settings;
    bool paused = false;
    int threads = 0;
};

void serve(Server& server, const std::string& what) {
    fmt::print("{} is at {}\nend with Ctrl-C\n", what, server.address());
    std::fflush(stdout);
    listen_for_interruption();
    std::jthread watch([&](const std::stop_token& done) {
        while (!done.stop_requested() && !interruption_wanted())
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        server.stop();
    });
    server.run();
}

int view(const ViewOptions& options) {
    std::optional<tbb::global_control> limit;
    if (options.threads > 0)
        limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(options.threads));
    if (std::filesystem::is_directory(options.path)) {
        Server server(options.server, std::make_shared<Replay>(RunDirectory{options.path}));
        serve(server, options.path);
    } else {
        const Scene scene = read_scene(options.path, options.settings);
        const auto live = std::make_shared<LiveSimulation>(scene);
        Server server(options.server, live);
        live->start(!options.paused);
        serve(server, options.path);
    }
    return exit_ok;
}

}  // namespace

void add_view_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("view", "Show a scene, live, or a recorded run in the browser");
    const auto options = std::make_shared<ViewOptions>();
    command->add_option("SCENE", options->path, "Scene file, or directory of a run")->required();
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
