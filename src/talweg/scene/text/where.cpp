#include "talweg/scene/text/where.hpp"

namespace talweg {

std::string Where::text() const {
    if (!source) return {};
    return line > 0 ? *source + ":" + std::to_string(line) : *source;
}

std::string located(const Where& where, std::string_view message) {
    const std::string prefix = where.text();
    return prefix.empty() ? std::string(message) : prefix + ": " + std::string(message);
}

std::string subject(const Where& where) { return where.path.empty() ? "the scene" : where.path; }

}  // namespace talweg
