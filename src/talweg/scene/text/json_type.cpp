#include "talweg/scene/text/json_type.hpp"

#include <fmt/format.h>

#include <cmath>

#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/suggest.hpp"

namespace talweg {

namespace {

bool is_whole(const Json& value) {
    constexpr double exact = 9007199254740992.0;  // 2⁵³: above, doubles skip whole numbers
    if (!value.is_number_float()) return value.is_number();
    const double number = value.get<double>();
    return std::trunc(number) == number && std::abs(number) <= exact;
}

std::string list_text(const Json& schema) {
    const std::string entry = schema.contains("items") ? schema["items"].value("type", "") : "";
    const std::string entries = entry == "number"    ? "numbers"
                                : entry == "integer" ? "whole numbers"
                                : entry == "string"  ? "texts"
                                                     : "entries";
    const bool fixed = schema.contains("minItems") && schema.contains("maxItems");
    return fixed ? fmt::format("a list of {} {}", schema["minItems"].get<int>(), entries) : "a list of " + entries;
}

}  // namespace

bool is_of_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "number") return value.is_number();
    return type == "integer" && is_whole(value);
}

std::string type_text(const Json& schema) {
    const std::string type = schema.value("type", "");
    if (type == "array") return list_text(schema);
    if (type == "string") return "text in double quotes";
    if (type == "boolean") return "true or false";
    if (type == "number") return "a number";
    return type == "integer" ? "a whole number" : "an object { … }";
}

std::string value_text(const Json& value) {
    if (value.is_string()) return "the text " + in_quotes(value.get_ref<const std::string&>());
    if (value.is_array()) return fmt::format("a list of {} {}", value.size(), value.size() == 1 ? "entry" : "entries");
    if (value.is_object()) return "an object";
    return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

std::string not_among(const Json& value, const std::vector<std::string>& known) {
    const std::string text = value.is_string() ? value.get<std::string>() : std::string();
    return fmt::format("cannot be {}{} Known values: {}", value.is_string() ? in_quotes(text) : value_text(value),
                       did_you_mean(text, known), listed(known));
}

}  // namespace talweg
