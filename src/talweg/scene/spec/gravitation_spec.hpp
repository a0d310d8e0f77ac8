/// Gravitation between all points, as scenes write it.
#pragma once
#include "talweg/scene/text/where.hpp"

namespace talweg {

struct GravitationSpec {
    double constant, softening;  // m³/(kg s²), m
    Where where;

    bool operator==(const GravitationSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("constant", self.constant);
        field("softening", self.softening);
    }
};

}  // namespace talweg
