/// A parameter of an energy as scenes write it: one number, or one for every element.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/scene/spec/selection.hpp"

namespace talweg {

/// Elements whose points are all selected.
struct ParameterPart {
    Selection select;
    double value;

    bool operator==(const ParameterPart&) const = default;
    static void fields(auto& self, auto&& field) {
        field("select", self.select);
        field("value", self.value);
    }
};

struct ParameterSpec {
    std::optional<double> value;       // everywhere but in the parts, of which the last counts
    std::vector<ParameterPart> parts;  // in the scene: "where"
    std::optional<std::string> file;   // instead: one number per element
    Where where;

    bool uniform() const { return parts.empty() && !file; }

    bool operator==(const ParameterSpec&) const = default;
};

}  // namespace talweg
