/// A number that may change with time, as scenes write it: 5, "100*sin(2*pi*t)", or keyframes [time, value].
#pragma once
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "talweg/math/matrix.hpp"
#include "talweg/model/curve.hpp"
#include "talweg/scene/text/fields.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

inline constexpr const char* interpolation_names[] = {"linear", "smooth"};
template <>
inline constexpr const char* const* names<Interpolation> = interpolation_names;

struct CurveKeysSpec {
    std::vector<Vec2> keyframes;  // time (s) and value
    Interpolation interpolation;

    bool operator==(const CurveKeysSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("keyframes", self.keyframes);
        field("interpolation", self.interpolation);
    }
};

struct CurveSpec {
    std::variant<double, std::string, CurveKeysSpec> kind = 0.0;
    Where where = {};

    /// Whether it is a number that does not change.
    bool constant() const { return std::holds_alternative<double>(kind); }
    /// Throws Error that says what is wrong with an expression, and in which column, or with keyframes.
    Curve curve(Variables known = Variables::time) const;

    bool operator==(const CurveSpec&) const = default;
};

}  // namespace talweg
