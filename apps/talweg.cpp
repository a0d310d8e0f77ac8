/// The command line of talweg: reads arguments, calls the library, prints, and turns errors into exit codes.
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "command.hpp"
#include "talweg/math/available_memory.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"
#include "talweg/version.hpp"

namespace {

constexpr const char* examples = R"(Examples:
  talweg run scenes/stretched_square.json              result in runs/stretched_square
  talweg run scene.json -o out --frames 300            another place, another length
  talweg run scene.json -o out --frames 600 --resume   goes on where that ended
  talweg run scene.json --set time.step=0.01 --set "bodies[0].density=500"
  talweg check scene.json                              examines a scene, simulates nothing
  talweg export runs/stretched_square --format usda    opens in Houdini, Maya, Blender; see talweg list formats
  talweg view scene.json                               live in the browser: pull on it, turn its knobs
  talweg render runs/stretched_square --film           an MP4; without --film the last frame as PNG
  talweg sweep study.json                              many runs, one table; see docs/sweeps.md
  talweg verify runs/stretched_square                  an independent look at every frame and step
  talweg compare scene.json --with implicit_euler,xpbd  methods side by side, on one page
  talweg list energies                                 what a scene may use

Exit codes: 0 done, 1 bad input, 2 the run stopped for a named reason, 3 verify has
objections, 130 interrupted and saved.)";

/// The first option that the command does not know, with the nearest that it does; nothing where all are known.
std::string unknown_option(const CLI::App& command, int argc, char** argv) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (int i = 2; i < argc && std::string(argv[i]) != "--"; ++i) {
        const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
        if (!word.starts_with("--") || std::find(known.begin(), known.end(), word) != known.end()) continue;
        return "talweg " + command.get_name() + " has no option " + talweg::in_quotes(word) +
               talweg::did_you_mean(word, known) + " Options: " + talweg::listed(known);
    }
    return {};
}

/// What is wrong with the words of a command, in one line that says where to look.
std::string in_one_line(const CLI::App& app, const CLI::ParseError& error, char** argv) {
    const auto commands = app.get_subcommands();
    const std::vector<std::string> known = {"--help", "--version"};
    if (commands.empty() && argv[1][0] == '-')
        return "talweg has no option " + talweg::in_quotes(argv[1]) + talweg::did_you_mean(argv[1], known) +
               " Options: " + talweg::listed(known);
    const std::string name = commands.empty() ? "" : " " + commands.front()->get_name();
    return error.what() + std::string("; see talweg") + name + " --help";
}

int run(int argc, char** argv) {
    CLI::App app("Simulated motion as the lowest point of one energy landscape.", "talweg");
    app.set_version_flag("--version",
                         std::string("talweg ") + talweg::version + " (" + talweg::build_description + ")");
    app.footer(examples);
    app.require_subcommand(1);
    talweg::Action action;
    talweg::add_run_command(app, action);
    talweg::add_check_command(app, action);
    talweg::add_export_command(app, action);
    talweg::add_import_command(app, action);
    talweg::add_render_command(app, action);
    talweg::add_sweep_command(app, action);
    talweg::add_list_command(app, action);
    talweg::add_verify_command(app, action);
    talweg::add_view_command(app, action);
    talweg::add_compare_command(app, action);
    if (argc < 2) {
        std::fputs(app.help().c_str(), stdout);
        return talweg::exit_ok;
    }
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    if (argv[1][0] != '-' && std::find(commands.begin(), commands.end(), argv[1]) == commands.end()) {
        const std::string word = argv[1], end = ".json";
        const bool is_scene = word.size() > end.size() && word.substr(word.size() - end.size()) == end;
        throw talweg::Error(
            "there is no command " + talweg::in_quotes(word) +
            (is_scene ? "; did you mean talweg run " + word + "?" : talweg::did_you_mean(word, commands)) +
            " Commands: " + talweg::listed(commands));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError& error) {
        for (const CLI::App* command : app.get_subcommands())
            if (const std::string problem = unknown_option(*command, argc, argv); !problem.empty())
                throw talweg::Error(problem);
        throw talweg::Error(in_one_line(app, error, argv));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) throw talweg::Error(in_one_line(app, error, argv));
        return app.exit(error), talweg::exit_ok;  // help
    }
    return action();
}

}  // namespace

int main(int argc, char** argv) {
    // A file size limit shall be an error of the write, with a message, like a full disk.
    signal(SIGXFSZ, SIG_IGN);
    talweg::keep_freed_memory();
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("talweg: not enough memory for this scene; use fewer points\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "talweg: %s\n", talweg::without_controls(error.what()).c_str());
    }
    return talweg::exit_bad_input;
}
