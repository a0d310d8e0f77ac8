#include "talweg/scene/text/print_json.hpp"

#include <algorithm>

namespace talweg {

namespace {

bool is_flat(const Json& value) {
    return std::none_of(value.begin(), value.end(), [](const Json& part) { return part.is_structured(); });
}

void print(const Json& value, const std::string& indent, std::string& text) {
    if (!value.is_structured() || value.empty()) {
        text += value.dump();
        return;
    }
    const bool list = value.is_array(), one_line = list && is_flat(value);
    const std::string inner = indent + "  ", gap = one_line ? "" : "\n" + inner;
    text += list ? "[" : "{";
    const char* separator = "";
    for (const auto& [key, part] : value.items()) {
        text.append(separator).append(gap);
        if (!list) text.append(Json(key).dump()).append(": ");
        print(part, inner, text);
        separator = one_line ? ", " : ",";
    }
    if (!one_line) text.append("\n").append(indent);
    text += list ? "]" : "}";
}

}  // namespace

std::string print_json(const Json& value) {
    std::string text;
    print(value, "", text);
    return text + "\n";
}

}  // namespace talweg
