/// talweg export: a run directory as files that other programs open.
#include <fmt/format.h>

#include "command.hpp"
#include "talweg/record/export_run.hpp"

namespace talweg {

void add_export_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("export", "Write the frames of a run as files for other programs");
    struct Options {
        std::string directory, frames;
        ExportSettings settings;
    };
    const auto options = std::make_shared<Options>();
    command->add_option("DIR", options->directory, "Run directory, finished or still being written")->required();
    command
        ->add_option("--format", options->settings.format, fmt::format("One of {}", fmt::join(export_formats(), ", ")))
        ->required();
    command->add_option("-o,--output", options->settings.into,
                        "Where to; default: a directory in DIR named like the format");
    command->add_option("--frames", options->frames, "Which frames: 7, 10:20, ::5, -1; default all");
    command->add_flag("--ascii", options->settings.text, "Readable text where the format has a binary form too");
    command->callback([options, &action] {
        action = [options] {
            if (!options->frames.empty()) options->settings.frames = parse_frame_range(options->frames);
            const ExportResult result = export_run(options->directory, options->settings);
            fmt::print("{} files in {}\n", result.files, result.directory.string());
            return exit_ok;
        };
    });
}

}  // namespace talweg
