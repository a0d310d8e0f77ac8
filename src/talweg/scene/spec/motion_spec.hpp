/// Prescribed motions and held points as scenes write them; model/motion.hpp computes with them.
#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "talweg/model/motion.hpp"
#include "talweg/scene/spec/curve_spec.hpp"
#include "talweg/scene/spec/rotation_spec.hpp"
#include "talweg/scene/spec/selection.hpp"

namespace talweg {

struct KeyframeSpec {
    double time;     // s
    Vec3 translate;  // m
    std::optional<RotationSpec> rotate;
    Where where;

    bool operator==(const KeyframeSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("time", self.time);
        field("translate", self.translate);
        field("rotate", self.rotate);
    }
};

struct KeyframedMotionSpec {
    std::vector<KeyframeSpec> keyframes;
    Interpolation interpolation;
    Vec3 center;  // m

    bool operator==(const KeyframedMotionSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("keyframes", self.keyframes);
        field("interpolation", self.interpolation);
        field("center", self.center);
    }
};

struct SteadyMotionSpec {
    Vec3 velocity, angular_velocity;  // m/s, rad/s
    Vec3 center;                      // m
    double from, until;               // s

    bool operator==(const SteadyMotionSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("velocity", self.velocity);
        field("angular_velocity", self.angular_velocity);
        field("center", self.center);
        field("from", self.from);
        field("until", self.until);
    }
};

struct CurvedMotionSpec {
    std::array<CurveSpec, 3> displacement;  // m
    CurveSpec angle;                        // degrees
    Vec3 axis, center;                      // center in m

    bool operator==(const CurvedMotionSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("displacement", self.displacement);
        field("angle", self.angle);
        field("axis", self.axis);
        field("center", self.center);
    }
};

/// Every point where a file has it; the file's mesh is placed like the body's.
struct CachedMotionSpec {
    std::string cache;                        // absolute
    std::optional<double> frames_per_second;  // of files that know no seconds
    double start;                             // s: when its first frame is shown

    bool operator==(const CachedMotionSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("cache", self.cache);
        field("frames_per_second", self.frames_per_second);
        field("start", self.start);
    }
};

struct MotionSpec {
    std::variant<SteadyMotionSpec, KeyframedMotionSpec, CurvedMotionSpec, CachedMotionSpec> kind;
    Where where;

    /// The motion of all points; none when a cache gives each its own.
    std::optional<Motion> motion() const;

    bool operator==(const MotionSpec&) const = default;
};

struct HoldSpec {
    Selection select;
    std::string axes;  // "x" … "xyz"
    std::optional<MotionSpec> motion;
    std::optional<CurveSpec> twist;  // degrees: of the rod's edges between held points; none: these are free
    Where where;

    bool operator==(const HoldSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("select", self.select);
        field("axes", self.axes);
        field("motion", self.motion);
        field("twist", self.twist);
    }
};

}  // namespace talweg
