/// A body that is drawn to its rest shape as a whole, as scenes write it.
#pragma once
#include "talweg/scene/text/where.hpp"

namespace talweg {

struct ShapeMatchingSpec {
    double stiffness;  // 1/s²
    Where where;

    bool operator==(const ShapeMatchingSpec&) const = default;
    static void fields(auto& self, auto&& field) { field("stiffness", self.stiffness); }
};

}  // namespace talweg
