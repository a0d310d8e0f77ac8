#include "talweg/scene/spec/apply_setting.hpp"

#include <fmt/format.h>

#include "talweg/scene/spec/schema_branch.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/json_type.hpp"
#include "talweg/scene/text/parse_document.hpp"

namespace talweg {

namespace {

Json parse_value(const std::string& text) {
    try {
        return parse_document(text, "").value;
    } catch (const Error&) {
        return text;
    }
}

/// Follows a path through document and schema at once, adding what is missing.
class SettingPath {
public:
    SettingPath(Document& document, const Json& root)
        : document_(document), root_(root), value_(&document.value), schema_(&root) {}

    void enter(const PathStep& step) {
        std::visit([this](const auto& s) { enter(s); }, step);
    }

    void put(Json value, const std::string& source) {
        *value_ = std::move(value);
        document_.set_source(created_.empty() ? pointer_ : created_, source);
    }

private:
    void enter(const std::string& key) {
        const Json* rules = rules_here();
        if (value_->is_null()) *value_ = Json::object();
        if (!value_->is_object()) throw Error(fmt::format("{} is {}, not an object", here(), value_text(*value_)));
        pointer_ = pointer_to(pointer_, key);
        const bool known = rules && rules->contains("properties") && rules->at("properties").contains(key);
        schema_ = known ? &rules->at("properties").at(key) : member_rules(rules);
        if (!value_->contains(key)) {
            if (created_.empty()) created_ = pointer_;
            (*value_)[key] = schema_ && schema_->contains("default") ? schema_->at("default") : Json();
        }
        value_ = &(*value_)[key];
    }

    void enter(std::size_t index) {
        const Json* rules = rules_here();
        if (!value_->is_array())
            throw Error(
                fmt::format("{} is {}, not a list", here(), value_->is_null() ? "absent" : value_text(*value_)));
        if (value_->empty())
            throw Error(
                fmt::format("{} has no entries; write the first one into the scene, then it can be changed", here()));
        if (index >= value_->size())
            throw Error(
                fmt::format("{} has {} entries, counted from 0; there is no [{}]", here(), value_->size(), index));
        pointer_ = pointer_to(pointer_, index);
        schema_ = rules && rules->contains("items") ? &rules->at("items") : nullptr;
        value_ = &(*value_)[index];
    }

    const Json* rules_here() const { return schema_ ? branch_for(root_, *schema_, *value_).schema : nullptr; }

    static const Json* member_rules(const Json* rules) {
        const bool open =
            rules && rules->contains("additionalProperties") && rules->at("additionalProperties").is_object();
        return open ? &rules->at("additionalProperties") : nullptr;
    }

    std::string here() const { return subject({nullptr, 0, path_text(pointer_)}); }

    Document& document_;
    const Json& root_;
    Json* value_;
    const Json* schema_;
    std::string pointer_, created_;
};

}  // namespace

void apply_setting(Document& document, const Json& schema, const std::string& setting) {
    const std::string source = "--set " + setting;
    const std::size_t equals = setting.find('=');
    if (equals == setting.npos) throw Error(source + ": write path=value, for example --set time.step=0.01");
    apply_setting(document, schema, setting.substr(0, equals), parse_value(setting.substr(equals + 1)), source);
}

void apply_setting(Document& document, const Json& schema, const std::string& path, Json value,
                   const std::string& source) {
    try {
        SettingPath place(document, schema);
        for (const PathStep& step : parse_path(path)) place.enter(step);
        place.put(std::move(value), source);
    } catch (const Error& error) {
        throw Error(source + ": " + error.what());
    }
}

}  // namespace talweg
