/// The air around the bodies of a scene.
#pragma once
#include "talweg/scene/spec/curve_spec.hpp"

namespace talweg {

struct AirSpec {
    double density = 0.0;                // kg/m³
    std::array<CurveSpec, 3> wind = {};  // m/s, by time and place
    Where where;

    bool still() const { return wind == std::array<CurveSpec, 3>{}; }

    bool operator==(const AirSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("density", self.density);
        field("wind", self.wind);
    }
};

}  // namespace talweg
