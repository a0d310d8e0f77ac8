/// Contact and obstacles as scenes write them.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

enum class BarrierRule { talweg, lecture };
inline constexpr const char* barrier_rule_names[] = {"talweg", "lecture"};
template <>
inline constexpr const char* const* names<BarrierRule> = barrier_rule_names;

/// Friction between two bodies or obstacles, where it differs from the scene's.
struct FrictionPairSpec {
    std::vector<std::string> between;  // two names
    double coefficient;
    Where where;

    bool operator==(const FrictionPairSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("between", self.between);
        field("coefficient", self.coefficient);
    }
};

struct ContactSpec {
    std::optional<double> distance;           // d̂, m; none: relative
    std::optional<double> relative_distance;  // d̂ by the bodies' diagonal; none: a thousandth
    std::optional<double> stiffness;          // κ, Pa; none: chosen and adapted
    BarrierRule barrier;
    double friction;
    std::vector<FrictionPairSpec> friction_pairs;
    double slip_speed;     // m/s
    int friction_updates;  // per step; 0: until settled
    Where where;

    bool operator==(const ContactSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("distance", self.distance);
        field("relative_distance", self.relative_distance);
        field("stiffness", self.stiffness);
        field("barrier", self.barrier);
        field("friction", self.friction);
        field("friction_pairs", self.friction_pairs);
        field("slip_speed", self.slip_speed);
        field("friction_updates", self.friction_updates);
    }
};

struct PlaneObstacle {
    static constexpr const char* type = "plane";
    Vec3 point, normal;

    bool operator==(const PlaneObstacle&) const = default;
    static void fields(auto& self, auto&& field) {
        field("point", self.point);
        field("normal", self.normal);
    }
};

struct BallObstacle {
    static constexpr const char* type = "ball";
    Vec3 center;
    double radius;

    bool operator==(const BallObstacle&) const = default;
    static void fields(auto& self, auto&& field) {
        field("center", self.center);
        field("radius", self.radius);
    }
};

struct CapsuleObstacle {
    static constexpr const char* type = "capsule";
    Vec3 from, to;
    double radius;

    bool operator==(const CapsuleObstacle&) const = default;
    static void fields(auto& self, auto&& field) {
        field("from", self.from);
        field("to", self.to);
        field("radius", self.radius);
    }
};

struct BlockObstacle {
    static constexpr const char* type = "block";
    Vec3 center, size;

    bool operator==(const BlockObstacle&) const = default;
    static void fields(auto& self, auto&& field) {
        field("center", self.center);
        field("size", self.size);
    }
};

struct ObstacleShape {
    std::variant<PlaneObstacle, BallObstacle, CapsuleObstacle, BlockObstacle, MeshShape> kind;
    Where where;

    bool operator==(const ObstacleShape&) const = default;
};

struct ObstacleSpec {
    std::string name;
    ObstacleShape shape;
    PlaceSpec place;
    std::optional<MotionSpec> motion;
    Where where;

    bool operator==(const ObstacleSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("name", self.name);
        field("shape", self.shape);
        field("place", self.place);
        field("motion", self.motion);
    }
};

}  // namespace talweg
