/// talweg list: what a scene may use, in the words of the schema.
#include <fmt/format.h>

#include <algorithm>

#include "command.hpp"
#include "say.hpp"
#include "talweg/export/export_run.hpp"
#include "talweg/model/element_fields.hpp"
#include "talweg/scene/spec/materials.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/spec/schema.hpp"
#include "talweg/scene/text/print_json.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

namespace fs = std::filesystem;

/// The alternatives of a definition of the schema, told apart by the constant value of `key`, with their own keys.
void print_alternatives(const char* definition, const char* key) {
    for (const Json& choice : scene_schema()["definitions"][definition]["oneOf"]) {
        const Json& properties = choice["properties"];
        say("{}\n    {}\n", properties[key]["const"].get<std::string>(), choice["description"].get<std::string>());
        for (const auto& [name, property] : properties.items()) {
            if (name == key) continue;
            say("    {}: {}", name, property["description"].get<std::string>());
            if (property.contains("default")) say(" Default {}.", property["default"].dump());
            say("\n");
        }
    }
}

/// What a material that comes in sheets or as threads has beside density and moduli.
std::string sheet_text(const MaterialPreset& material) {
    if (material.diameter > 0.0)
        return fmt::format("; threads of {:g} mm{}", 1e3 * material.diameter,
                           material.shear_modulus > 0.0 ? fmt::format(", G = {:g} Pa", material.shear_modulus) : "");
    if (material.thickness == 0.0) return "";
    if (const Weave* weave = material.weave)
        return fmt::format(
            "; sheets of {:g} mm, warp {:g}, weft {:g}, cross {:g}, shear {:g} Pa, strains below {:g}, {:g}, {:g}, "
            "bending "
            "rigidity {:.3g} N·m",
            1e3 * material.thickness, weave->warp, weave->weft, weave->cross, weave->shear, weave->warp_limit,
            weave->weft_limit, weave->shear_limit, material.bending_rigidity());
    const std::string limit =
        material.strain_limit > 0.0 ? fmt::format(" at most {:g} times as long,", material.strain_limit) : "";
    return fmt::format("; sheets of {:g} mm,{} bending rigidity {:.3g} N·m", 1e3 * material.thickness, limit,
                       material.bending_rigidity());
}

void print_materials() {
    for (const MaterialPreset& material : material_presets())
        say("{}\n    {}: {:.4g} kg/m³, E = {:.4g} Pa, ν = {:.4g}{}. {}.\n", material.name, material.summary,
            material.density, material.youngs_modulus, material.poissons_ratio, sheet_text(material), material.source);
}

void print_fields() {
    for (const ElementField& field : element_fields()) say("{}\n    {} [{}].\n", field.name, field.summary, field.unit);
}

void print_formats() {
    for (const ExportFormat& format : export_formats()) say("{}\n    {}.\n", format.name, format.summary);
}

void print_integrators() {
    for (const IntegratorEntry& entry : list_integrators()) say("{}\n    {}.\n", entry.name, entry.summary);
}

/// The gallery: the directory scenes here, or in a directory above this one or above the program.
fs::path find_gallery() {
    std::error_code ignored;
    for (fs::path place : {fs::current_path(ignored), fs::read_symlink("/proc/self/exe", ignored)})
        for (; place.has_relative_path(); place = place.parent_path())
            if (fs::is_directory(place / "scenes", ignored)) return place / "scenes";
    throw Error("there is no directory \"scenes\" here or above the program");
}

void print_scenes() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(find_gallery()))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const Scene scene = read_scene(file);
        say("{}\n    {}: {}\n", fs::proximate(file).string(), scene.title, scene.description);
    }
}

}  // namespace

void add_list_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("list", "Show what a scene may use");
    struct List {
        std::string name;
        const char* content;
        Action print;
    };
    const std::vector<List> lists = {
        {"energies", "forces between points, with their parameters",
         [] { return print_alternatives("energy", "type"), exit_ok; }},
        {"shapes", "what bodies are made of", [] { return print_alternatives("shape", "type"), exit_ok; }},
        {"measures", "what a scene can expect of its run",
         [] { return print_alternatives("expectation", "measure"), exit_ok; }},
        {"integrators", "ways to take a step", [] { return print_integrators(), exit_ok; }},
        {"materials", "names that stand for numbers", [] { return print_materials(), exit_ok; }},
        {"fields", "what can be recorded of elements", [] { return print_fields(), exit_ok; }},
        {"formats", "what runs can be exported to", [] { return print_formats(), exit_ok; }},
        {"scenes", "the gallery", [] { return print_scenes(), exit_ok; }},
        {"schema", "the format of scenes, for editors", [] { return say("{}", print_json(editor_schema())), exit_ok; }},
    };
    const auto what = std::make_shared<std::string>();
    std::vector<std::string> names;
    for (const List& list : lists) names.push_back(list.name);
    command->add_option("WHAT", *what, fmt::format("One of {}; none: what there is", fmt::join(names, ", ")))
        ->type_name("TEXT");
    command->callback([=, &action] {
        action = [=]() -> int {
            if (!what->empty() && std::find(names.begin(), names.end(), *what) == names.end())
                throw Error("there is no list of " + in_quotes(*what) + did_you_mean(*what, names) +
                            " There are: " + listed(names));
            for (const List& list : lists)
                if (*what == list.name) return list.print();
            for (const List& list : lists) say("talweg list {:<12} {}\n", list.name, list.content);
            return exit_ok;
        };
    });
}

}  // namespace talweg
