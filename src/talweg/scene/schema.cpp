#include "talweg/scene/schema.hpp"

#include <algorithm>

#include "talweg/energy_list.hpp"
#include "talweg/scene_schema_text.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

namespace {

Json parameter_schema(const Parameter& parameter) {
    Json schema = {{"type", "number"}};
    if (parameter.range == Range::positive) schema["exclusiveMinimum"] = 0;
    if (parameter.range == Range::non_negative) schema["minimum"] = 0;
    if (parameter.range == Range::poissons_ratio) {
        schema["exclusiveMinimum"] = -1;
        schema["exclusiveMaximum"] = 0.5;
    }
    schema["unit"] = parameter.unit;
    schema["description"] = std::string(parameter.description) + ".";
    return schema;
}

Json edge_groups_schema() {
    Json name = {{"type", "string"}};
    Json names = {{"type", "array"}, {"items", name}, {"minItems", 1}, {"uniqueItems", true}};
    return {{"description", "Edge group or list of groups of the shape it acts on. Absent: all groups but bending."},
            {"oneOf", Json::array({name, names})}};
}

template <class Energy>
Json energy_schema() {
    const std::string summary = std::string(Energy::summary) + ".";
    Json properties = {{"type", {{"const", Energy::name}, {"description", summary}}}};
    Json required = Json::array({"type"});
    if constexpr (Energy::point_count == 2) properties["on"] = edge_groups_schema();
    for (const Parameter& parameter : Energy::parameters) {
        properties[parameter.name] = parameter_schema(parameter);
        required.push_back(parameter.name);
    }
    return {{"type", "object"},
            {"additionalProperties", false},
            {"required", required},
            {"description", summary},
            {"properties", properties}};
}

template <class... Energies>
Json energy_schemas(TypeList<Energies...>) {
    Json schemas = Json::array();
    const auto add = [&]<class Energy>(std::type_identity<Energy>) {
        if constexpr (OfferedToScenes<Energy>) schemas.push_back(energy_schema<Energy>());
    };
    (add(std::type_identity<Energies>()), ...);
    return schemas;
}

Json integrator_names() {
    Json choices = Json::array();
    for (const IntegratorEntry& entry : list_integrators()) choices.push_back(entry.name);
    return choices;
}

/// "Acceleration of free fall." becomes "Acceleration of free fall [m/s²]."; of several sentences, the first.
void show_units(Json& schema) {
    if (schema.is_object() && schema.contains("unit") && schema.contains("description")) {
        std::string& text = schema["description"].get_ref<std::string&>();
        text.insert(std::min(text.find(". "), text.size() - 1), " [" + schema["unit"].get<std::string>() + "]");
    }
    if (schema.is_structured())
        for (Json& part : schema) show_units(part);
}

}  // namespace

const Json& scene_schema() {
    static const Json schema = [] {
        Json complete = Json::parse(scene_schema_text);
        complete["definitions"]["energy"]["oneOf"] = energy_schemas(AllEnergies());
        complete["properties"]["integrator"]["properties"]["type"]["enum"] = integrator_names();
        show_units(complete);
        return complete;
    }();
    return schema;
}

}  // namespace talweg
