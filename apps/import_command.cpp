/// talweg import: a robot's URDF file as a scene.
#include <fmt/format.h>

#include "command.hpp"
#include "say.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/robot/urdf_scene.hpp"
#include "talweg/scene/text/print_json.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

struct ImportOptions {
    std::string file, out;
    bool overwrite = false;
    UrdfOptions urdf;
};

int import_robot(const ImportOptions& options) {
    const std::filesystem::path out = options.out.empty()
                                          ? std::filesystem::path(options.file).filename().replace_extension(".json")
                                          : std::filesystem::path(options.out);
    if (std::filesystem::exists(out) && !options.overwrite)
        throw Error(out.string() + " is there already; name another with -o, or add --overwrite");
    UrdfOptions urdf = options.urdf;
    urdf.folder = std::filesystem::absolute(out).parent_path();
    const UrdfScene robot = urdf_scene(read_urdf(options.file), urdf);
    replace_file(out, print_json(robot.scene) + "\n");
    say("{}: {} bodies, {} connections\n", out.string(), robot.scene["bodies"].size(),
        robot.scene["connections"].size());
    for (const std::string& note : robot.notes) say("  note: {}\n", note);
    return exit_ok;
}

}  // namespace

void add_import_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("import", "Write a robot's URDF file as a scene of rigid bodies and joints");
    const auto options = std::make_shared<ImportOptions>();
    command->add_option("FILE", options->file, "URDF file; its meshes are read from where it names them")->required();
    command->add_option("-o,--output", options->out, "Scene to write; default: the file's name with .json, here");
    command->add_flag("--floating", options->urdf.floating, "The root link moves freely instead of being held");
    command->add_flag("--motors", options->urdf.motors, "Every joint gets a motor that keeps it where it starts");
    command->add_flag("--z-up", options->urdf.z_up, "Keep the file's axes; otherwise its z, upwards, becomes y");
    command->add_flag("--overwrite", options->overwrite, "Replace a scene that is there already");
    command->callback([options, &action] { action = [options] { return import_robot(*options); }; });
}

}  // namespace talweg
