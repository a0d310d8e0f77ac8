/// talweg check: examines a scene and its meshes, or a mesh alone; simulates nothing.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "command.hpp"
#include "say.hpp"
#include "talweg/export/coloured_ply.hpp"
#include "talweg/export/obj.hpp"
#include "talweg/format/file.hpp"
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/doctor/diagnose_mesh.hpp"
#include "talweg/geometry/doctor/repair_mesh.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/build/examine_scene.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

struct CheckOptions {
    std::string file, ply;
    std::vector<std::string> settings;
    std::vector<std::string> repair;  // kinds, and the file to write
};

/// "2 faults, 1 warning", or "no problem found" where nothing is worse than a note.
std::string verdict(const std::vector<Issue>& issues) {
    std::string text;
    for (const Weight weight : {Weight::fault, Weight::warning}) {
        const auto count =
            std::count_if(issues.begin(), issues.end(), [&](const Issue& a) { return a.weight == weight; });
        if (count > 0)
            text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, describe(weight), count > 1 ? "s" : "");
    }
    return text.empty() ? "no problem found" : text;
}

void print_issues(const std::string& file, const std::vector<Issue>& issues) {
    say("{}: {}\n", file, verdict(issues));
    for (const Issue& issue : issues) {
        say("  {}: {}\n", describe(issue.weight), issue.what);
        if (!issue.remedy.empty()) say("      {}\n", issue.remedy);
    }
}

/// Faults in red, warnings in orange.
void write_colours(const std::string& path, std::span<const Vec3> x, const std::vector<std::array<int, 3>>& triangles,
                   const std::vector<std::array<int, 2>>& edges, const std::vector<Issue>& issues) {
    if (path.empty()) return;
    std::vector<Paint> paints;
    for (const Issue& issue : issues)
        if (issue.weight != Weight::note)
            paints.push_back({issue.features, issue.weight == Weight::fault ? red : orange});
    replace_file(path, coloured_ply(x, triangles, edges, paints));
    say("  written: {}\n", path);
}

int exit_code(const std::vector<Issue>& issues) {
    const bool any =
        std::any_of(issues.begin(), issues.end(), [](const Issue& a) { return a.weight == Weight::fault; });
    return any ? exit_bad_input : exit_ok;
}

/// Of what is drawn: points that only carry a body, or where joints take hold of it, may lie outside.
Box drawn_box(const Body& body, std::span<const Vec3> x) {
    Box box;
    const auto include = [&](const auto& cells) {
        for (const auto& cell : cells)
            for (const int i : cell) box.include(x[i]);
    };
    include(body.edges);
    include(body.triangles);
    include(body.tets);
    if (box.empty())
        for (int i = body.first_point; i < body.first_point + body.point_count; ++i) box.include(x[i]);
    return box;
}

/// "0.4 × 0.1 × 0.2 m, edges of 0.05 m on average": a mesh in millimetres shows.
std::string size_text(const Body& body, std::span<const Vec3> x) {
    const Box box = drawn_box(body, x);
    if (box.empty()) return "no size";
    const Vec3 size = box.size();
    std::string text = fmt::format("{:.4g} × {:.4g} × {:.4g} m", size[0], size[1], size[2]);
    double length = 0.0;
    for (const auto& [a, b] : body.edges) length += norm(x[b] - x[a]);
    if (!body.edges.empty())
        text += fmt::format(", edges of {:.4g} m on average", length / static_cast<double>(body.edges.size()));
    return text;
}

void print_body(const Body& body, std::span<const Vec3> x) {
    say("  {}: {} points, {} edges", body.name, body.point_count, body.edges.size());
    if (!body.triangles.empty()) say(", {} triangles", body.triangles.size());
    if (!body.tets.empty()) say(", {} tetrahedra", body.tets.size());
    if (body.obstacle)
        say(", an obstacle");
    else
        say(", {:.6g} kg", body.mass);
    if (!body.obstacle && !body.held.empty()) say(", {} points held", body.held.size());
    say("\n      {}\n", size_text(body, x));
}

void print_world(const Scene& scene, const World& world) {
    const StepSettings step = step_settings(scene, world.model);
    const Positions x = positions(world.model, world.state);
    for (const Body& body : world.model.bodies) print_body(body, x);
    for (const auto& term : world.model.terms)
        if (term->element_count() > 0)
            say("  {}: {} {}\n", term->name(), term->element_count(), term->dissipative() ? "dampers" : "elements");
    say("  {}, {} frames of {} steps of {} s", step.integrator, scene.time.frames, scene.time.steps_per_frame, step.dt);
    if (settles_steps(step.integrator))
        say(", tolerance {:.3g} m/s{}", step.newton.tolerance, scene.solver.tolerance ? "" : " (derived)");
    say("\n");
    const double bytes = 24.0 * world.model.place_count() * (scene.time.frames + 1.0);
    say("  positions.npy will take {:.3g} MB\n", bytes / 1e6);
}

int check_scene_file(const CheckOptions& options) {
    if (!options.repair.empty()) throw Error("--repair takes a mesh file; name the mesh instead of the scene");
    const Scene scene = read_scene(options.file, options.settings);
    const World world = build_model(scene, Start::as_it_is);
    const std::vector<Issue> issues = examine_scene(scene, world);
    print_issues(options.file, issues);
    print_world(scene, world);
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<int, 2>> edges;
    for (const Body& body : world.model.bodies) {
        triangles.insert(triangles.end(), body.triangles.begin(), body.triangles.end());
        if (body.triangles.empty()) edges.insert(edges.end(), body.edges.begin(), body.edges.end());
    }
    write_colours(options.ply, positions(world.model, world.state), triangles, edges, issues);
    return exit_code(issues);
}

void write_repaired(const CheckOptions& options, const Mesh& mesh) {
    const std::filesystem::path into = options.repair[1];
    if (into.extension() != ".obj") throw Error(into.string() + ": repaired surfaces are written as .obj");
    const RepairedMesh repaired = repair_mesh(mesh, parse_repairs(options.repair[0]));
    ShownBody surface{into.stem().string(), std::vector<int>(repaired.mesh.points.size()), repaired.mesh.triangles};
    std::iota(surface.points.begin(), surface.points.end(), 0);
    replace_file(into, obj_text({&surface, 1}, repaired.mesh.points, options.file + ", repaired by talweg"));
    say("  written: {}: {} points welded, {} points and {} triangles dropped, {} triangles turned\n", into.string(),
        repaired.welded_points, repaired.dropped_points, repaired.dropped_triangles, repaired.turned_triangles);
    print_issues(into.string(), diagnose_mesh(repaired.mesh));
}

int check_mesh_file(const CheckOptions& options) {
    if (!options.settings.empty()) throw Error("--set changes scenes; " + options.file + " is taken for a mesh");
    const Mesh mesh = read_mesh(options.file);
    const std::vector<Issue> issues = diagnose_mesh(mesh);
    print_issues(options.file, issues);
    say("  {} points, {} triangles, {} tetrahedra\n", mesh.points.size(), mesh.triangles.size(), mesh.tets.size());
    write_colours(options.ply, mesh.points, mesh.triangles, {}, issues);
    if (!options.repair.empty()) write_repaired(options, mesh);
    return exit_code(issues);
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("check", "Examine a scene and its meshes, or a mesh; simulate nothing");
    const auto options = std::make_shared<CheckOptions>();
    command->add_option("FILE", options->file, "Scene (.json), or a mesh in any form that scenes take")->required();
    command->add_option("--set", options->settings, "Change the scene first: path=value; repeatable")
        ->allow_extra_args(false);
    command->add_option("--ply", options->ply, "Write a PLY with faults in red, warnings in orange")
        ->type_name("OUT.ply");
    command
        ->add_option("--repair", options->repair,
                     "Write a repaired surface: any of weld, drop, orient, joined by commas, and the file")
        ->expected(2)
        ->type_name("KINDS OUT.obj");
    command->callback([options, &action] {
        action = [options] {
            return std::filesystem::path(options->file).extension() == ".json" ? check_scene_file(*options)
                                                                               : check_mesh_file(*options);
        };
    });
}

}  // namespace talweg
