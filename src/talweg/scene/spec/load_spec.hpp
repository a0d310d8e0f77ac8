/// What pushes on a body from outside, as scenes write it: forces, tractions, body forces, pressure.
#pragma once
#include <string>

#include "talweg/scene/spec/curve_spec.hpp"
#include "talweg/scene/spec/selection.hpp"

namespace talweg {

struct LoadSpec {
    /// A vector load: N in all, N per rest area, or N per rest volume.
    struct Force {
        static constexpr const char* type = "force";
        std::array<CurveSpec, 3> value;
        bool operator==(const Force&) const = default;
        static void fields(auto& self, auto&& field) { field("force", self.value); }
    };
    struct Traction {
        static constexpr const char* type = "traction";
        std::array<CurveSpec, 3> value;
        bool operator==(const Traction&) const = default;
        static void fields(auto& self, auto&& field) { field("traction", self.value); }
    };
    struct BodyForce {
        static constexpr const char* type = "body_force";
        std::array<CurveSpec, 3> value;
        bool operator==(const BodyForce&) const = default;
        static void fields(auto& self, auto&& field) { field("force_density", self.value); }
    };
    struct Pressure {
        static constexpr const char* type = "pressure";
        CurveSpec value;
        bool operator==(const Pressure&) const = default;
        static void fields(auto& self, auto&& field) { field("pressure", self.value); }
    };

    std::variant<Force, Traction, BodyForce, Pressure> kind;
    Selection select;
    Where where;

    bool operator==(const LoadSpec&) const = default;
};

}  // namespace talweg
