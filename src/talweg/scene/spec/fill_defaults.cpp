#include "talweg/scene/spec/fill_defaults.hpp"

#include "talweg/scene/spec/schema_branch.hpp"

namespace talweg {

namespace {

void fill(Json& value, const Json& schema, const Json& root) {
    const Json* rules = branch_for(root, schema, value).schema;
    if (!rules) return;
    if (value.is_object() && rules->contains("properties"))
        for (const auto& [key, property] : rules->at("properties").items())
            if (property.contains("default") && !value.contains(key)) value[key] = property["default"];
    if (value.is_array() && rules->contains("items"))
        for (Json& entry : value) fill(entry, rules->at("items"), root);
    if (!value.is_object()) return;
    for (auto& [key, member] : value.items()) {
        if (rules->contains("properties") && rules->at("properties").contains(key))
            fill(member, rules->at("properties").at(key), root);
        else if (rules->contains("additionalProperties"))
            fill(member, rules->at("additionalProperties"), root);
    }
}

}  // namespace

void fill_defaults(Json& value, const Json& root_schema) { fill(value, root_schema, root_schema); }

}  // namespace talweg
