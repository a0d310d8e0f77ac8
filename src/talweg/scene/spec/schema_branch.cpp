#include "talweg/scene/spec/schema_branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "talweg/scene/text/json_type.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

using Alternatives = std::vector<const Json*>;

/// The key whose constant tells the alternatives apart, such as "type"; "" if there is none.
std::string discriminator(const Alternatives& alternatives) {
    for (const auto& [key, schema] : alternatives.front()->at("properties").items()) {
        const auto tells = [&, &name = key](const Json* alternative) {
            const Json& properties = alternative->at("properties");
            const auto property = properties.find(name);
            return property != properties.end() && property->contains("const");
        };
        if (std::all_of(alternatives.begin(), alternatives.end(), tells)) return key;
    }
    return {};
}

SchemaBranch branch_by_constant(const Alternatives& alternatives, const std::string& key, const Json& value) {
    const auto constant = [&](const Json* alternative) -> const Json& {
        return alternative->at("properties").at(key).at("const");
    };
    const auto written = value.find(key);
    if (written != value.end())
        for (const Json* alternative : alternatives)
            if (*written == constant(alternative)) return {alternative, {}, {}};
    std::vector<std::string> known;
    for (const Json* alternative : alternatives) known.push_back(constant(alternative).get<std::string>());
    if (written != value.end()) return {nullptr, key, not_among(*written, known)};
    std::string similar = ".";
    for (const auto& [name, member] : value.items())
        if (!nearest_word(name, {key}).empty()) similar = fmt::format("; is {} meant to be it?", in_quotes(name));
    return {nullptr, {}, fmt::format("lacks the key \"{}\"{} Known values: {}", key, similar, listed(known))};
}

bool has_required(const Json& alternative, const Json& value) {
    const Json& required = alternative.at("required");
    return std::all_of(required.begin(), required.end(),
                       [&](const Json& key) { return value.contains(key.get_ref<const std::string&>()); });
}

SchemaBranch branch_by_key(const Alternatives& alternatives, const Json& value) {
    std::vector<std::string> known, present;
    const Json *found = nullptr, *open = nullptr;
    for (const Json* alternative : alternatives) {
        if (!alternative->contains("required")) {
            open = alternative;
            continue;
        }
        known.push_back(alternative->at("required").front().get<std::string>());
        if (!has_required(*alternative, value)) continue;
        found = alternative;
        present.push_back(known.back());
    }
    if (present.size() == 1) return {found, {}, {}};
    if (present.empty() && open) return {open, {}, {}};
    const std::string wanted = "must have exactly one of the keys " + listed(known);
    if (!present.empty()) return {nullptr, {}, fmt::format("{}, but has {}", wanted, listed(present))};
    if (value.empty()) return {nullptr, {}, wanted + ", but is empty"};
    for (const Json* alternative : alternatives)
        if (alternative->contains("required") && value.contains(alternative->at("required").front()))
            for (const Json& key : alternative->at("required"))
                if (!value.contains(key))
                    return {nullptr,
                            {},
                            fmt::format("lacks the key \"{}\", which goes with \"{}\"", key.get<std::string>(),
                                        alternative->at("required").front().get<std::string>())};
    const std::string written = value.items().begin().key();
    return {nullptr, {}, fmt::format("{}, but has {}{}", wanted, in_quotes(written), did_you_mean(written, known))};
}

}  // namespace

const Json& dereferenced(const Json& root, const Json& schema) {
    const auto reference = schema.find("$ref");
    if (reference == schema.end()) return schema;
    return root.at(Json::json_pointer(reference->get<std::string>().substr(1)));
}

SchemaBranch branch_for(const Json& root, const Json& schema, const Json& value) {
    const Json& named = dereferenced(root, schema);
    if (!named.contains("oneOf")) return {&named, {}, {}};
    Alternatives alternatives;
    std::string wanted;
    for (const Json& alternative : named.at("oneOf")) {
        if (is_of_type(value, alternative.at("type"))) alternatives.push_back(&alternative);
        const std::string text = type_text(alternative);
        if (wanted.find(text) == wanted.npos) wanted += (wanted.empty() ? "" : " or ") + text;
    }
    if (alternatives.empty()) return {nullptr, {}, fmt::format("must be {}, but is {}", wanted, value_text(value))};
    if (alternatives.size() == 1) return {alternatives.front(), {}, {}};
    const std::string key = discriminator(alternatives);
    return key.empty() ? branch_by_key(alternatives, value) : branch_by_constant(alternatives, key, value);
}

}  // namespace talweg
