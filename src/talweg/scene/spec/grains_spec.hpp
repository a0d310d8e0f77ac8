/// A body of particles whose balls turn, as scenes write it.
#pragma once
#include "talweg/math/matrix.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

struct GrainsSpec {
    double rolling;  // resistance: largest torque over normal force and radius
    Vec3 spin;       // rad/s, of every grain at the start
    Where where;

    bool operator==(const GrainsSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("rolling", self.rolling);
        field("spin", self.spin);
    }
};

}  // namespace talweg
