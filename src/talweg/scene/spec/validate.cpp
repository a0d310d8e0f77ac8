#include "talweg/scene/spec/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

#include "talweg/scene/spec/schema_branch.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/json_type.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

class Validator {
public:
    Validator(const Document& document, const Json& root) : document_(document), root_(root) {}

    std::vector<Problem> problems;

    /// `unit` is the one of the list that `value` is an entry of, if any.
    void check(const Json& value, const Json& schema, const std::string& pointer, const std::string& unit = {}) {
        const SchemaBranch branch = branch_for(root_, schema, value);
        if (!branch.schema)
            return report(branch.key.empty() ? pointer : pointer_to(pointer, branch.key), branch.problem);
        const Json& rules = *branch.schema;
        const std::string own_unit = rules.value("unit", unit),
                          shown_unit = own_unit.empty() ? "" : fmt::format(" [{}]", own_unit);
        if (rules.contains("type") && !is_of_type(value, rules["type"]))
            return report(pointer, fmt::format("must be {}{}, but is {}{}", type_text(rules), shown_unit,
                                               value_text(value), as_object(value, rules)));
        if (rules.contains("enum")) check_choice(value, rules["enum"], pointer);
        if (rules.contains("const") && value != rules["const"])
            report(pointer, fmt::format("must be {}, but is {}", rules["const"].dump(), value_text(value)));
        if (value.is_number()) check_range(value, rules, pointer, shown_unit);
        if (value.is_string()) check_text(value.get_ref<const std::string&>(), rules, pointer);
        if (value.is_array()) check_list(value, rules, pointer, own_unit, shown_unit);
        if (value.is_object()) check_object(value, rules, pointer);
    }

private:
    void report(const std::string& pointer, const std::string& predicate) {
        const Where where = document_.where(pointer);
        problems.push_back({where, named(where) + " " + predicate});
    }

    /// How to write as an object what was written as "yes", or by the word for its kind.
    static std::string as_object(const Json& value, const Json& rules) {
        if (rules["type"] != "object" || !rules.contains("properties")) return {};
        const Json& properties = rules["properties"];
        if (value == true && !rules.contains("required")) return "; {} has it with its defaults";
        if (value.is_string() && properties.contains("type"))
            return fmt::format("; write {{ \"type\": {} }}", in_quotes(value.get<std::string>()));
        return {};
    }

    /// The schema's title, "talweg study", says what the whole is.
    std::string named(const Where& where) const {
        if (!where.path.empty()) return where.path;
        const std::string title = root_.value("title", "talweg scene");
        return "the " + title.substr(title.find(' ') + 1);
    }

    void check_choice(const Json& value, const Json& choices, const std::string& pointer) {
        if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
        report(pointer, not_among(value, choices.get<std::vector<std::string>>()));
    }

    void check_range(const Json& value, const Json& rules, const std::string& pointer, const std::string& unit) {
        const double number = value.get<double>();
        const auto hold = [&](const char* rule, const char* words, auto holds) {
            if (!rules.contains(rule) || holds(number, rules[rule].get<double>())) return;
            report(pointer,
                   fmt::format("must be {} {}{}, but is {}", words, rules[rule].dump(), unit, value_text(value)));
        };
        hold("exclusiveMinimum", "greater than", std::greater<>());
        hold("minimum", "at least", std::greater_equal<>());
        hold("maximum", "at most", std::less_equal<>());
        hold("exclusiveMaximum", "less than", std::less<>());
    }

    void check_text(const std::string& text, const Json& rules, const std::string& pointer) {
        if (text.size() < rules.value("minLength", 0u)) return report(pointer, "must not be empty");
        const std::size_t longest = rules.value("maxLength", text.max_size());
        if (text.size() > longest)
            return report(pointer, fmt::format("must have at most {} characters, but has {}", longest, text.size()));
        // libstdc++ matches recursively: a pattern is only safe on a text whose length the schema bounds.
        if (rules.contains("pattern") && !fits(text, rules["pattern"].get_ref<const std::string&>()))
            report(pointer, fmt::format("cannot be {}. {}", in_quotes(text), rules.value("description", "")));
    }

    /// Compiling a pattern takes longer than all else that is asked of a name: each is compiled once in a scene.
    bool fits(const std::string& text, const std::string& pattern) {
        auto compiled = patterns_.find(pattern);
        if (compiled == patterns_.end()) compiled = patterns_.emplace(pattern, std::regex(pattern)).first;
        return std::regex_search(text, compiled->second);
    }

    static std::string counted(std::size_t entries) {
        return fmt::format("{} {}", entries, entries == 1 ? "entry" : "entries");
    }

    void check_list(const Json& list, const Json& rules, const std::string& pointer, const std::string& unit,
                    const std::string& shown_unit) {
        const std::size_t least = rules.value("minItems", 0u), most = rules.value("maxItems", list.max_size());
        if (list.size() < least || list.size() > most)
            report(pointer, least == most
                                ? fmt::format("must be {}{}, but is {}", type_text(rules), shown_unit, value_text(list))
                                : fmt::format("must have at {} {}, but has {}", list.size() < least ? "least" : "most",
                                              counted(list.size() < least ? least : most), list.size()));
        if (rules.value("uniqueItems", false))
            for (std::size_t i = 1; i < list.size(); ++i)
                if (std::find(list.begin(), list.begin() + i, list[i]) != list.begin() + i)
                    report(pointer_to(pointer, i), fmt::format("repeats {}; name each once", value_text(list[i])));
        if (!rules.contains("items")) return;
        for (std::size_t i = 0; i < list.size(); ++i) check(list[i], rules["items"], pointer_to(pointer, i), unit);
    }

    void check_object(const Json& object, const Json& rules, const std::string& pointer) {
        static const Json nothing = Json::object();
        const Json& properties = rules.contains("properties") ? rules["properties"] : nothing;
        const bool closed = rules.contains("additionalProperties") && rules["additionalProperties"] == false;
        const std::vector<std::string> known = keys_of(properties);
        std::vector<std::string> meant;  // required keys that an unknown key stands for: one slip, one message
        for (const auto& [key, value] : object.items()) {
            const std::string member = pointer_to(pointer, key);
            if (properties.contains(key)) {
                check(value, properties[key], member);
            } else if (!closed && rules.contains("additionalProperties")) {
                check(value, rules["additionalProperties"], member);
            } else if (closed) {
                unknown_key(key, known, pointer, member);
                meant.push_back(nearest_word(key, known));
            }
        }
        for (const Json& key : rules.value("required", Json::array()))
            if (!object.contains(key) && std::find(meant.begin(), meant.end(), key) == meant.end())
                missing_key(key, properties, pointer);
        if (object.size() < rules.value("minProperties", 0u))
            report(pointer, "must not be empty. Known keys: " + listed(known));
    }

    void unknown_key(const std::string& key, const std::vector<std::string>& known, const std::string& pointer,
                     const std::string& member) {
        const std::string place = named(document_.where(pointer));
        problems.push_back(
            {document_.where(member), fmt::format("unknown key {} in {}{} Known keys: {}", in_quotes(key), place,
                                                  did_you_mean(key, known), listed(known))});
    }

    void missing_key(const std::string& key, const Json& properties, const std::string& pointer) {
        const Json& schema = properties.at(key);
        const std::string meaning = schema.contains("description")
                                        ? schema["description"].get<std::string>()
                                        : dereferenced(root_, schema).value("description", "");
        report(pointer, fmt::format("lacks the key \"{}\": {}", key, meaning));
    }

    const Document& document_;
    const Json& root_;
    std::map<std::string, std::regex> patterns_;  // compiled so far
};

}  // namespace

std::vector<Problem> validate(const Document& document, const Json& schema) {
    Validator validator(document, schema);
    validator.check(document.value, schema, "");
    return std::move(validator.problems);
}

void require_none(const std::vector<Problem>& problems) {
    if (problems.empty()) return;
    constexpr std::size_t shown = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, problems.size()); ++i)
        text.append(i ? "\n" : "").append(located(problems[i].where, problems[i].message));
    if (problems.size() > shown) text += fmt::format("\n… and {} more problems", problems.size() - shown);
    throw Error(text);
}

}  // namespace talweg
