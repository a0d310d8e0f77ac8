#include "talweg/scene/spec/schema.hpp"

#include <algorithm>
#include <utility>

#include "talweg/energy_list.hpp"
#include "talweg/model/element_fields.hpp"
#include "talweg/scene/spec/materials.hpp"
#include "talweg/scene_schema_text.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

Json parameter_schema(const Parameter& parameter) {
    Json schema = {{"type", "number"}};
    if (parameter.range == Range::positive) schema["exclusiveMinimum"] = 0;
    if (parameter.range == Range::non_negative) schema["minimum"] = 0;
    if (parameter.range == Range::above_one) schema["exclusiveMinimum"] = 1;
    if (parameter.range == Range::poissons_ratio) {
        schema["exclusiveMinimum"] = -1;
        schema["exclusiveMaximum"] = 0.5;
    }
    schema["unit"] = parameter.unit;
    schema["description"] = std::string(parameter.description) + ".";
    return schema;
}

/// One number, or one for every element: all but the number itself, which stands in three places. Putting it together
/// takes as long as ten copies of it, and every energy has some.
Json varying_template() {
    const Json part = {{"type", "object"},
                       {"additionalProperties", false},
                       {"required", Json::array({"select", "value"})},
                       {"description", "The elements whose points are all selected."},
                       {"properties",
                        {{"select", {{"$ref", "#/definitions/selection"}, {"description", "Points of the elements."}}},
                         {"value", nullptr}}}};
    const Json by_part = {
        {"type", "object"},
        {"additionalProperties", false},
        {"required", Json::array({"value"})},
        {"description", "A number for the whole body, and others for parts of it."},
        {"properties",
         {{"value", nullptr},
          {"where",
           {{"type", "array"},
            {"default", Json::array()},
            {"items", part},
            {"description", "Parts of the body with another value; where they overlap, the last counts."}}}}}};
    const Json by_file = {
        {"type", "object"},
        {"additionalProperties", false},
        {"required", Json::array({"file"})},
        {"description", "A number for every element, from a file."},
        {"properties",
         {{"file",
           {{"type", "string"},
            {"minLength", 1},
            {"description", "Path of an npy file of one dimension, or of text, relative to the scene file."}}}}}};
    return {{"description", nullptr}, {"unit", nullptr}, {"oneOf", Json::array({nullptr, by_part, by_file})}};
}

/// A parameter of solid elements.
Json varying_schema(const Parameter& parameter) {
    static const Json general = varying_template();
    Json number = parameter_schema(parameter), schema = general;
    schema["description"] = std::exchange(number["description"], "The number.");
    schema["unit"] = number["unit"];
    Json& by_part = schema["oneOf"][1]["properties"];
    by_part["where"]["items"]["properties"]["value"] = number;
    by_part["value"] = number;
    schema["oneOf"][0] = std::move(number);
    return schema;
}

Json edge_groups_schema() {
    Json name = {{"type", "string"}};
    Json names = {{"type", "array"}, {"items", name}, {"minItems", 1}, {"uniqueItems", true}};
    return {{"description", "Edge group or list of groups of the shape it acts on. Absent: all groups but bending."},
            {"oneOf", Json::array({name, names})}};
}

/// Filled in where a scene leaves it out: from the material, or from the scene's air.
bool comes_with_material(const Parameter& parameter) {
    const std::string_view name = parameter.name;
    return name == parameter::youngs_modulus.name || name == parameter::poissons_ratio.name || name == "air_density";
}

struct EnergyDescription {
    const char *name, *summary;
    Domain domain;
    std::span<const Parameter> parameters;
};

Json energy_schema(const EnergyDescription& energy) {
    const std::string summary = std::string(energy.summary) + ".";
    const bool rods = energy.domain == Domain::rods;
    const bool along_edges = energy.domain == Domain::edges || energy.domain == Domain::corners || rods;
    const bool varying = energy.domain != Domain::points && (!along_edges || rods);
    Json properties = {{"type", {{"const", energy.name}, {"description", summary}}}};
    Json required = Json::array({"type"});
    if (along_edges) properties["on"] = edge_groups_schema();
    for (const Parameter& parameter : energy.parameters) {
        properties[parameter.name] = varying ? varying_schema(parameter) : parameter_schema(parameter);
        if (!comes_with_material(parameter)) required.push_back(parameter.name);
    }
    return {{"type", "object"},
            {"additionalProperties", false},
            {"required", std::move(required)},
            {"description", summary},
            {"properties", std::move(properties)}};
}

template <class... Energies>
Json energy_schemas(TypeList<Energies...>) {
    std::vector<EnergyDescription> offered;
    const auto add = [&]<class Energy>(std::type_identity<Energy>) {
        if constexpr (OfferedToScenes<Energy>)
            offered.push_back({Energy::name, Energy::summary, Energy::domain, Energy::parameters});
    };
    (add(std::type_identity<Energies>()), ...);
    Json schemas = Json::array();
    for (const EnergyDescription& energy : offered) schemas.push_back(energy_schema(energy));
    return schemas;
}

/// Shapes that are meshes by themselves: all but those that are made from one of these.
Json surface_schemas(const Json& shapes) {
    Json surfaces = Json::array();
    for (const Json& shape : shapes)
        if (!shape["properties"].contains("surface") && shape["properties"]["type"]["const"] != "compound")
            surfaces.push_back(shape);
    return surfaces;
}

template <class Entry>
Json names_of(std::span<const Entry> entries) {
    Json names = Json::array();
    for (const Entry& entry : entries) names.push_back(entry.name);
    return names;
}

Json integrator_names() {
    Json choices = Json::array();
    for (const IntegratorEntry& entry : list_integrators()) choices.push_back(entry.name);
    return choices;
}

/// "Acceleration of free fall." becomes "Acceleration of free fall [m/s²]."; of several sentences, the first.
void show_units(Json& schema) {
    if (schema.is_object()) {
        const auto unit = schema.find("unit"), description = schema.find("description");
        if (unit != schema.end() && description != schema.end()) {
            std::string& text = description->get_ref<std::string&>();
            text.insert(std::min(text.find(". "), text.size() - 1), " [" + unit->get<std::string>() + "]");
        }
    }
    for (Json& part : schema)
        if (part.is_structured()) show_units(part);
}

/// What is filled in for rigid bodies before they are validated (fill_resolution.hpp), all others must say.
void demand_resolution(Json& shapes) {
    for (Json& shape : shapes)
        for (const auto& [key, property] : shape["properties"].items())
            if (property.contains("when_rigid")) shape["required"].push_back(key);
}

Json complete_schema(bool for_editors) {
    Json complete = Json::parse(scene_schema_text);
    Json& definitions = complete["definitions"];
    if (!for_editors) demand_resolution(definitions["shape"]["oneOf"]);
    definitions["energy"]["oneOf"] = energy_schemas(AllEnergies());
    definitions["surface"]["oneOf"] = surface_schemas(definitions["shape"]["oneOf"]);
    complete["properties"]["integrator"]["properties"]["type"]["enum"] = integrator_names();
    complete["properties"]["record"]["properties"]["elements"]["items"]["enum"] = names_of(element_fields());
    definitions["body"]["properties"]["material"]["enum"] = names_of(material_presets());
    show_units(complete);
    return complete;
}

}  // namespace

const Json& scene_schema() {
    static const Json& schema = *new Json(complete_schema(false));  // nobody waits for its end
    return schema;
}

Json editor_schema() { return complete_schema(true); }

}  // namespace talweg
