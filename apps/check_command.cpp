/// talweg check: examines a scene and its meshes, simulates nothing.
#include <fmt/format.h>

#include "command.hpp"
#include "talweg/scene/build_model.hpp"
#include "talweg/scene/read_scene.hpp"

namespace talweg {

namespace {

void print_body(const Body& body) {
    fmt::print("  {}: {} points, {} edges", body.name, body.point_count, body.edges.size());
    if (!body.triangles.empty()) fmt::print(", {} triangles", body.triangles.size());
    if (!body.tets.empty()) fmt::print(", {} tetrahedra", body.tets.size());
    fmt::print(", {:.6g} kg", body.mass);
    if (!body.held.empty()) fmt::print(", {} points held", body.held.size());
    fmt::print("\n");
}

int check(const std::string& file, const std::vector<std::string>& settings) {
    const Scene scene = read_scene(file, settings);
    const World world = build_model(scene);
    const StepSettings step = step_settings(scene, world.model);

    fmt::print("{}: no problem found\n", file);
    for (const Body& body : world.model.bodies) print_body(body);
    for (const std::string& note : world.notes) fmt::print("  note: {}\n", note);
    for (const auto& term : world.model.terms)
        fmt::print("  {}: {} {}\n", term->name(), term->element_count(), term->dissipative() ? "dampers" : "elements");
    fmt::print("  {}, {} frames of {} steps of {} s", step.integrator, scene.time.frames, scene.time.steps_per_frame,
               step.dt);
    fmt::print(", tolerance {:.3g} m/s{}\n", step.newton.tolerance, scene.solver.tolerance ? "" : " (derived)");
    const double bytes = 24.0 * world.model.point_count() * (scene.time.frames + 1.0);
    fmt::print("  positions.npy will take {:.3g} MB\n", bytes / 1e6);
    return exit_ok;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("check", "Examine a scene and its meshes, simulate nothing");
    const auto file = std::make_shared<std::string>();
    const auto settings = std::make_shared<std::vector<std::string>>();
    command->add_option("SCENE", *file, "Scene file")->required();
    command->add_option("--set", *settings, "Change the scene first: path=value; repeatable")->allow_extra_args(false);
    command->callback([=, &action] { action = [=] { return check(*file, *settings); }; });
}

}  // namespace talweg
