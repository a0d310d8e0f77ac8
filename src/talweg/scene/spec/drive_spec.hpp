/// Fields that drive particles, and emitters, as scenes write them.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talweg/scene/spec/curve_spec.hpp"

namespace talweg {

struct UniformFieldSpec {
    static constexpr const char* type = "uniform";
    std::array<CurveSpec, 3> acceleration;  // m/s², by time and place

    bool operator==(const UniformFieldSpec&) const = default;
    static void fields(auto& self, auto&& field) { field("acceleration", self.acceleration); }
};

struct PointFieldSpec {
    static constexpr const char* type = "point";
    Vec3 center;                 // m
    double strength, softening;  // m³/s², m

    bool operator==(const PointFieldSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("center", self.center);
        field("strength", self.strength);
        field("softening", self.softening);
    }
};

struct VortexFieldSpec {
    static constexpr const char* type = "vortex";
    Vec3 center, axis;           // m
    double strength, softening;  // m²/s², m

    bool operator==(const VortexFieldSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("center", self.center);
        field("axis", self.axis);
        field("strength", self.strength);
        field("softening", self.softening);
    }
};

struct TurbulenceFieldSpec {
    static constexpr const char* type = "turbulence";
    double strength, size, time;  // m/s², m, s
    int seed;

    bool operator==(const TurbulenceFieldSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("strength", self.strength);
        field("size", self.size);
        field("time", self.time);
        field("seed", self.seed);
    }
};

struct WindFieldSpec {
    static constexpr const char* type = "wind";
    std::array<CurveSpec, 3> velocity;  // m/s, by time and place
    double rate;                        // 1/s

    bool operator==(const WindFieldSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("velocity", self.velocity);
        field("rate", self.rate);
    }
};

struct DragFieldSpec {
    static constexpr const char* type = "drag";
    double rate;  // 1/s

    bool operator==(const DragFieldSpec&) const = default;
    static void fields(auto& self, auto&& field) { field("rate", self.rate); }
};

struct FieldSpec {
    std::variant<UniformFieldSpec, PointFieldSpec, VortexFieldSpec, TurbulenceFieldSpec, WindFieldSpec, DragFieldSpec>
        kind;
    Where where;

    bool operator==(const FieldSpec&) const = default;
};

/// Particles born at the places of the shape, one after another.
struct EmitterSpec {
    double rate;                     // 1/s
    int capacity;                    // how many there can be
    std::optional<double> lifetime;  // s; none: for ever
    double begin;                    // s
    double speed;                    // m/s
    Vec3 direction;
    double spread;  // degrees
    int seed;
    Where where;

    bool operator==(const EmitterSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("rate", self.rate);
        field("capacity", self.capacity);
        field("lifetime", self.lifetime);
        field("begin", self.begin);
        field("speed", self.speed);
        field("direction", self.direction);
        field("spread", self.spread);
        field("seed", self.seed);
    }
};

}  // namespace talweg
