/// talweg compare: one scene, several ways to take its steps, side by side.
#include <fmt/format.h>

#include <cstdio>

#include "command.hpp"
#include "interruption.hpp"
#include "say.hpp"
#include "talweg/compare/compare_methods.hpp"

namespace talweg {

void add_compare_command(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("compare", "Run a scene by several methods and measure each against the converged minimum");
    const auto options = std::make_shared<CompareOptions>();
    const auto scene = std::make_shared<std::string>(), output = std::make_shared<std::string>();
    const auto frames = std::make_shared<std::optional<int>>();
    const auto quiet = std::make_shared<bool>(false);
    command->add_option("SCENE", *scene, "Scene file")->required();
    command
        ->add_option("--with", options->methods,
                     "Integrators, separated by commas; xpbd@20 is xpbd with 20 iterations; repeatable")
        ->delimiter(',')
        ->required()
        ->allow_extra_args(false);
    command->add_option("-o,--output", *output, "Directory; default runs/<name of the scene>-compared");
    command->add_option("--frames", *frames, "Number of frames, instead of the scene's")
        ->check(CLI::Range(0, 1000000000));
    command->add_option("--set", options->settings, "Change the scene for all: path=value; repeatable")
        ->allow_extra_args(false);
    command->add_option("--threads", options->threads, "Number of threads")->check(CLI::Range(1, 1024));
    command->add_flag("--overwrite", options->overwrite, "Replace the runs that are there");
    command->add_flag("-q,--quiet", *quiet, "Print errors only");
    command->callback([=, &action] {
        action = [=] {
            options->scene = *scene;
            options->directory = output->empty()
                                     ? std::filesystem::path("runs") / (options->scene.stem().string() + "-compared")
                                     : std::filesystem::path(*output);
            if (*frames) options->settings.push_back(fmt::format("time.frames={}", **frames));
            if (!*quiet) options->say = [](const std::string& text) { say(stderr, "{}", text); };
            listen_for_interruption();
            options->interrupted = interruption_wanted;
            const Comparison comparison = compare_methods(*options);
            if (!*quiet)
                say("{}result: {}\n", comparison_table(comparison), (options->directory / "compare.html").string());
            for (const MethodResult& result : comparison.results)
                if (*quiet && !result.ran()) say(stderr, "talweg: {}: {}\n", result.label, result.ended);
            return interruption_wanted() ? exit_interrupted : exit_ok;
        };
    });
}

}  // namespace talweg
