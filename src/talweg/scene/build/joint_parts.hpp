/// What is recorded of the energies that stand in joints: targets and errors of motors, and by how much limits, guides,
/// universal joints, gears, bonds and springs give way.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "talweg/energies/joint_bond.hpp"
#include "talweg/energies/joint_gear.hpp"
#include "talweg/energies/joint_motor.hpp"
#include "talweg/energies/joint_servo.hpp"
#include "talweg/energies/joint_spring.hpp"
#include "talweg/model/joint_meter.hpp"
#include "talweg/model/joint_term.hpp"

namespace talweg {

using JointReadings = std::vector<JointPart::Reading>;

namespace joints {

inline constexpr double in_degrees = 180.0 / std::numbers::pi;

/// Of six points of the model.
inline JointMeter meter_of(const int* points, const JointFrame& frame) {
    JointMeter meter{"", false, frame, {}};
    for (int i = 0; i < 6; ++i) meter.places[i] = {{points[i], points[i], points[i], points[i]}, {1.0, 0.0, 0.0, 0.0}};
    return meter;
}

}  // namespace joints

/// `points`: of the element; `turns`: by an angle, which is told in degrees.
inline JointReadings servo_readings(const std::vector<int>& points, const JointServo::Element& servo, bool turns) {
    const double unit = turns ? joints::in_degrees : 1.0;
    const auto target = [=, dial = points[6]](const Positions& x) { return (x[dial][0] - servo.origin) / servo.scale; };
    const auto error = [=, meter = joints::meter_of(points.data(), servo.frame)](const Positions& x,
                                                                                 const Positions& v) {
        const double off = read_meter(meter, x, v).coordinate - target(x);
        return turns ? std::remainder(off, 2.0 * std::numbers::pi) : off;
    };
    return {{".target", [=](const Positions& x, const Positions&, const std::byte*) { return unit * target(x); }},
            {".error", [=](const Positions& x, const Positions& v, const std::byte*) { return unit * error(x, v); }}};
}

inline JointReadings motor_readings(const std::vector<int>& points, const JointMotor::Element& motor) {
    const auto error = [speed = motor.speed, meter = joints::meter_of(points.data(), motor.frame)](
                           const Positions& x, const Positions& v, const std::byte*) {
        return read_meter(meter, x, v).speed - speed;
    };
    return {{".target_speed",
             [speed = motor.speed](const Positions&, const Positions&, const std::byte*) { return speed; }},
            {".speed_error", error}};
}

/// How far beyond its limits: negative below the lower, positive above the upper.
inline JointReadings limit_readings(const std::vector<int>& points, const JointSpring::Element& limits, bool turns) {
    return {{".beyond", [=, meter = joints::meter_of(points.data(), limits.frame)](
                            const Positions& x, const Positions& v, const std::byte*) {
                 double q = read_meter(meter, x, v).coordinate - limits.about;
                 if (turns) q = std::remainder(q, 2.0 * std::numbers::pi);
                 return (turns ? joints::in_degrees : 1.0) * (q - std::clamp(q, limits.low, limits.high));
             }}};
}

/// How far a slider is off its line: of its two springs across.
inline JointReadings guide_readings(const std::vector<int>& first, const std::vector<int>& second,
                                    const JointFrame& frame) {
    return {{".aside", [one = joints::meter_of(first.data(), frame), other = joints::meter_of(second.data(), frame)](
                           const Positions& x, const Positions& v, const std::byte*) {
                 return std::hypot(read_meter(one, x, v).coordinate, read_meter(other, x, v).coordinate);
             }}};
}

/// How far a body is off its plane.
inline JointReadings plane_readings(const std::vector<int>& points, const JointFrame& frame) {
    return {{".aside", [meter = joints::meter_of(points.data(), frame)](const Positions& x, const Positions& v,
                                                                        const std::byte*) {
                 return std::fabs(read_meter(meter, x, v).coordinate);
             }}};
}

/// By how many degrees the axes of a universal joint are not square.
inline JointReadings square_readings(const std::vector<int>& points, const JointFrame& frame) {
    return {{".skew", [meter = joints::meter_of(points.data(), frame)](const Positions& x, const Positions& v,
                                                                       const std::byte*) {
                 return joints::in_degrees * std::asin(std::clamp(read_meter(meter, x, v).coordinate, -1.0, 1.0));
             }}};
}

inline JointReadings gear_readings(const std::vector<int>& points, const JointGear::Element& gear, bool turns) {
    return {{".mimic_error", [=](const Positions& x, const Positions&, const std::byte* memory) {
                 JointGear::Element now = gear;
                 if (memory) std::memcpy(&now.memory, memory, sizeof(JointGear::Memory));
                 Points<double, 12> at;
                 for (int i = 0; i < 12; ++i) at[i] = x[points[i]];
                 const JointGear::Memory q = JointGear::evolve(at, 0.0, now);
                 return (turns ? joints::in_degrees : 1.0) * (q.follower - gear.ratio * q.leader - gear.offset);
             }}};
}

/// How far apart its places are, at most, and whether it is whole: 1, or 0 when it has broken.
inline JointReadings bond_readings(const std::vector<int>& points, const JointBond::Element& bond) {
    return {{".apart",
             [points](const Positions& x, const Positions&, const std::byte*) {
                 double most = 0.0;
                 for (std::size_t i = 0; i < points.size(); i += 2)
                     most = std::max(most, norm(x[points[i + 1]] - x[points[i]]));
                 return most;
             }},
            {".whole", [whole = bond.memory.whole](const Positions&, const Positions&, const std::byte* memory) {
                 JointBond::Memory now{whole};
                 if (memory) std::memcpy(&now, memory, sizeof now);
                 return now.whole;
             }}};
}

inline JointReadings length_readings(const std::vector<int>& points, double rest_length) {
    const auto length = [a = points[0], b = points[1]](const Positions& x) { return norm(x[b] - x[a]); };
    return {
        {".length", [=](const Positions& x, const Positions&, const std::byte*) { return length(x); }},
        {".stretch", [=](const Positions& x, const Positions&, const std::byte*) { return length(x) - rest_length; }}};
}

}  // namespace talweg
