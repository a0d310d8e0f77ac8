/// A rotation as scenes write it: axis and degrees.
#pragma once
#include "talweg/math/matrix.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

struct RotationSpec {
    Vec3 axis;
    double angle;  // degrees
    Where where;

    /// Axis of unit length times the angle in radians.
    Vec3 rotation_vector() const;

    bool operator==(const RotationSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("axis", self.axis);
        field("angle", self.angle);
    }
};

}  // namespace talweg
