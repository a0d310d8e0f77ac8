#include "talweg/scene/text/json_type.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

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

struct Unit {
    std::string_view name;
    int exponent;  // of ten, to the unit that scenes use
};
constexpr Unit units[] = {{"", 0},      {"Pa", 0},    {"kPa", 3},   {"MPa", 6},   {"GPa", 9},   {"N", 0},
                          {"kN", 3},    {"mN", -3},   {"N/m", 0},   {"kN/m", 3},  {"N/mm", 3},  {"N/mm²", 6},
                          {"N/mm2", 6}, {"m", 0},     {"km", 3},    {"cm", -2},   {"mm", -3},   {"µm", -6},
                          {"um", -6},   {"s", 0},     {"ms", -3},   {"us", -6},   {"kg", 0},    {"g", -3},
                          {"t", 3},     {"kg/m³", 0}, {"kg/m3", 0}, {"g/cm³", 3}, {"g/cm3", 3}, {"kg/m²", 0},
                          {"g/m²", -3}, {"m/s", 0},   {"cm/s", -2}, {"mm/s", -3}, {"Hz", 0},    {"J", 0}};

/// How a number with a unit is written: `100 MPa` as 100e6. Empty for other texts.
std::string without_unit(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const std::string number = text.substr(0, end - text.c_str());
    std::string rest(end);
    rest.erase(0, rest.find_first_not_of(' '));
    if (!std::isfinite(value) || number.find_first_of("0123456789") == number.npos) return "";
    for (const Unit& unit : units)
        if (rest == unit.name) {
            if (unit.exponent == 0) return number;
            if (number.find_first_of("eE") == number.npos) return fmt::format("{}e{}", number, unit.exponent);
            return fmt::format("{}", value * std::pow(10.0, unit.exponent));
        }
    return "";
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
    if (value.is_string()) {
        const std::string& text = value.get_ref<const std::string&>();
        const std::string number = without_unit(text);
        return "the text " + in_quotes(text) + (number.empty() ? "" : "; write " + number + ", without quotes or unit");
    }
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
