/// talweg export: a run directory as files that other programs open.
#include <fmt/format.h>

#include "command.hpp"
#include "say.hpp"
#include "talweg/export/export_run.hpp"

namespace talweg {

namespace {

struct ExportOptions {
    std::string directory, frames, up;
    ExportSettings settings;
};

std::string format_names() {
    std::vector<std::string> names;
    for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

int export_frames(const ExportOptions& options) {
    ExportSettings settings = options.settings;
    if (!options.frames.empty()) settings.frames = parse_frame_range(options.frames);
    settings.up = options.up == "z" ? UpAxis::z : UpAxis::y;
    const ExportResult result = export_run(options.directory, settings);
    if (result.files == 1 && result.bytes > 0)
        say("{}: {:.3g} MB\n", result.path.string(), static_cast<double>(result.bytes) / 1e6);
    else
        say("{} files in {}\n", result.files, result.path.string());
    return exit_ok;
}

}  // namespace

void add_export_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("export", "Write the frames of a run as files for other programs");
    const auto options = std::make_shared<ExportOptions>();
    command->add_option("DIR", options->directory, "Run directory, finished or still being written")->required();
    command->add_option("--format,--to", options->settings.format, "One of " + format_names())->required();
    command->add_option("-o,--output,--out", options->settings.into,
                        "File or directory to write; default: in DIR, named after the format or the run");
    command->add_option("--frames", options->frames, "Which frames: 7, 10:20, ::5, -1; default all");
    command->add_option("--up", options->up, "Axis that points up there: y or z; default y")
        ->check(CLI::IsMember({"y", "z"}));
    command->add_flag("--surface", options->settings.surface,
                      "Liquids as closed smooth surfaces instead of particles; obj, ply and usda");
    command->add_flag("--ascii", options->settings.text, "Readable text where the format has a binary form too");
    command->callback([options, &action] { action = [options] { return export_frames(*options); }; });
}

}  // namespace talweg
