#include "talweg/report/scene_units.hpp"

#include <algorithm>
#include <array>

#include "talweg/scene/spec/schema.hpp"
#include "talweg/scene/spec/schema_branch.hpp"
#include "talweg/scene/text/json_path.hpp"

namespace talweg {

namespace {

bool is_quantity(const Json& value) {
    const auto number = [](const Json& entry) { return entry.is_number(); };
    return value.is_number() || (value.is_array() && !value.empty() && std::ranges::all_of(value, number));
}

void collect(const Json& schema, const Json& value, const std::string& pointer, Json& units) {
    const Json& root = scene_schema();
    const Json* branch = branch_for(root, schema, value).schema;
    if (!branch) return;
    if (is_quantity(value)) {
        // What a key says itself goes before what it refers to.
        for (const Json* place : std::array{&schema, &dereferenced(root, schema), branch})
            if (const std::string unit = place->value("unit", ""); !unit.empty()) {
                if (unit != "1") units[path_text(pointer)] = unit;
                return;
            }
    } else if (value.is_object() && branch->contains("properties")) {
        const Json& properties = branch->at("properties");
        for (const auto& [key, member] : value.items())
            if (const auto property = properties.find(key); property != properties.end())
                collect(*property, member, pointer_to(pointer, key), units);
    } else if (value.is_array() && branch->contains("items") && branch->at("items").is_object()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            collect(branch->at("items"), value[i], pointer_to(pointer, i), units);
    }
}

}  // namespace

Json scene_units(const Json& scene) {
    Json units = Json::object();
    collect(scene_schema(), scene, "", units);
    return units;
}

}  // namespace talweg
