/// What joins two bodies, or a body and the world, as scenes write it: joints, attachments, springs, seams.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talweg/scene/spec/curve_spec.hpp"
#include "talweg/scene/spec/selection.hpp"

namespace talweg {

/// A motor of a joint that turns, or shifts: it aims at a speed, or at an angle or position that may change with time.
template <bool turns>
struct MotorSpec {
    std::optional<double> speed;   // rad/s or m/s
    std::optional<CurveSpec> aim;  // degrees or m
    double strength;               // N·m or N

    bool operator==(const MotorSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("speed", self.speed);
        field(turns ? "angle" : "position", self.aim);
        field(turns ? "max_torque" : "max_force", self.strength);
    }
};

/// A joint that follows another: its coordinate is `ratio` times that of the other, plus an offset.
template <bool turns>
struct MimicSpec {
    std::string joint;  // name of the other connection
    double ratio;       // of coordinates in rad and m
    double offset;      // degrees or m

    bool operator==(const MimicSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("joint", self.joint);
        field("ratio", self.ratio);
        field("offset", self.offset);
    }
};

/// What acts along the coordinate of a joint: its angle in degrees, or its shift in metres.
template <bool turns>
struct DriveSpec {
    double stiffness, rest, damping;  // N·m/rad, degrees, N·m·s/rad; or N/m, m, N·s/m
    CurveSpec force;                  // N·m or N
    std::optional<Vec2> limits;       // degrees or m
    std::optional<MotorSpec<turns>> motor;
    std::optional<MimicSpec<turns>> mimic;

    bool acts() const {
        return stiffness > 0.0 || damping > 0.0 || limits || motor || mimic || !(force == CurveSpec{});
    }
    bool operator==(const DriveSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("stiffness", self.stiffness);
        field(turns ? "angle" : "position", self.rest);
        field("damping", self.damping);
        field(turns ? "torque" : "force", self.force);
        field("limits", self.limits);
        field("motor", self.motor);
        field("mimic", self.mimic);
    }
};

struct ConnectionSpec {
    struct Ball {  // one place of both
        static constexpr const char* type = "ball";
        Vec3 at;                            // m, at the start
        std::optional<double> break_force;  // N; none: it holds whatever pulls
        bool operator==(const Ball&) const = default;
        static void fields(auto& self, auto&& field) {
            field("at", self.at);
            field("break_force", self.break_force);
        }
    };
    struct Hinge {  // a line of both
        static constexpr const char* type = "hinge";
        Vec3 at, axis;
        DriveSpec<true> drive;
        bool operator==(const Hinge&) const = default;
        static void fields(auto& self, auto&& field) {
            field("at", self.at);
            field("axis", self.axis);
            DriveSpec<true>::fields(self.drive, field);
        }
    };
    struct Slider {  // directions of both; places move along a line
        static constexpr const char* type = "slider";
        Vec3 at, axis;
        DriveSpec<false> drive;
        bool operator==(const Slider&) const = default;
        static void fields(auto& self, auto&& field) {
            field("at", self.at);
            field("axis", self.axis);
            DriveSpec<false>::fields(self.drive, field);
        }
    };
    struct Universal {  // one place, and an axis of each that stays across the other's
        static constexpr const char* type = "universal";
        Vec3 at, axis, second_axis;
        bool operator==(const Universal&) const = default;
        static void fields(auto& self, auto&& field) {
            field("at", self.at);
            field("axis", self.axis);
            field("second_axis", self.second_axis);
        }
    };
    struct Planar {  // a direction of both; places move in the plane across it
        static constexpr const char* type = "planar";
        Vec3 at, axis;
        bool operator==(const Planar&) const = default;
        static void fields(auto& self, auto&& field) {
            field("at", self.at);
            field("axis", self.axis);
        }
    };
    struct Fixed {  // everything
        static constexpr const char* type = "fixed";
        std::optional<double> break_force;  // N
        bool operator==(const Fixed&) const = default;
        static void fields(auto& self, auto&& field) { field("break_force", self.break_force); }
    };
    struct Attach {  // selected points of the first follow the second
        static constexpr const char* type = "attach";
        Selection select;
        bool operator==(const Attach&) const = default;
        static void fields(auto& self, auto&& field) { field("select", self.select); }
    };
    struct SpringJoint {  // between two places
        static constexpr const char* type = "spring";
        Vec3 from, to;
        double stiffness, damping;     // N/m, N·s/m
        std::optional<double> length;  // m; none: as at the start
        bool rope;                     // pulls only
        bool operator==(const SpringJoint&) const = default;
        static void fields(auto& self, auto&& field) {
            field("from", self.from);
            field("to", self.to);
            field("stiffness", self.stiffness);
            field("damping", self.damping);
            field("length", self.length);
            field("rope", self.rope);
        }
    };
    struct Seam {  // the points of one border drawn to those of another
        static constexpr const char* type = "seam";
        Selection first, second;
        double stiffness;     // N/m of each stitch
        double begin, close;  // s: when it begins to close, and when it is closed
        bool operator==(const Seam&) const = default;
        static void fields(auto& self, auto&& field) {
            field("first", self.first);
            field("second", self.second);
            field("stiffness", self.stiffness);
            field("begin", self.begin);
            field("close", self.close);
        }
    };

    std::optional<std::string> name;   // none: its type and number
    std::vector<std::string> between;  // two bodies; one: it and the world
    bool touch;                        // whether the two may touch one another
    std::variant<Ball, Hinge, Slider, Universal, Planar, Fixed, Attach, SpringJoint, Seam> kind;
    Where where;

    bool operator==(const ConnectionSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("name", self.name);
        field("between", self.between);
        field("touch", self.touch);
    }
};

}  // namespace talweg
