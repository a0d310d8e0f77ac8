/// Lines: helices, rings and curves, for rods and ropes, as scenes write them.
#pragma once
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct HelixShape {
    static constexpr const char* type = "helix";
    double radius, pitch;  // m; m per turn
    double turns;
    int segments;

    bool operator==(const HelixShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("pitch", self.pitch);
        field("turns", self.turns);
        field("segments", self.segments);
    }
};

struct RingShape {
    static constexpr const char* type = "ring";
    double radius;  // m
    int segments;

    bool operator==(const RingShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("radius", self.radius);
        field("segments", self.segments);
    }
};

struct CurveShape {
    static constexpr const char* type = "curve";
    std::vector<Vec3> points;  // m
    bool closed;
    int segments;

    bool operator==(const CurveShape&) const = default;
    static void fields(auto& self, auto&& field) {
        field("points", self.points);
        field("closed", self.closed);
        field("segments", self.segments);
    }
};

}  // namespace talweg
