/// Where a shape stands.
#pragma once
#include <optional>

#include "talweg/scene/spec/rotation_spec.hpp"

namespace talweg {

/// Rest shape into the world: scaled, then rotated, then translated.
struct PlaceSpec {
    Vec3 scale;
    std::optional<RotationSpec> rotate;
    Vec3 translate;  // m

    bool operator==(const PlaceSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("scale", self.scale);
        field("rotate", self.rotate);
        field("translate", self.translate);
    }
};

}  // namespace talweg
