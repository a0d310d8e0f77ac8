/// Fields of acceleration that drive loose points: by name, or by expressions of place, velocity and time.
///
///     uniform     a(x, v, t), by expressions
///     point       a = s (c − x) / (r² + ε²)^(3/2)                 towards c; away from it where s < 0
///     vortex      a = s e × (x − c) / (ρ² + ε²)                   around an axis e, ρ the distance from it
///     turbulence  a = s √(2/n) Σ d_k cos(k·x + ω t + φ), d_k ⟂ k  n random waves of about one length, no divergence
///     wind        a = r (w(x, t) − v)                             taken where a step ends: v ← (v + h r w)/(1 + h r)
///
/// Turbulence is after Kraichnan, "Diffusion by a Random Velocity Field", 1970. All but wind are taken where a step
/// begins: in a step of implicit Euler, or of symplectic Euler, that is the same as a constant force.
#pragma once
#include <array>
#include <optional>
#include <variant>

#include "talweg/math/motion_expression.hpp"
#include "talweg/model/curve.hpp"
#include "talweg/model/positions.hpp"

namespace talweg {

struct UniformField {
    std::array<Curve, 3> acceleration;                                // m/s²
    std::array<std::optional<MotionExpression>, 3> of_velocity = {};  // in place of these
};

struct PointField {
    Vec3 center;
    double strength, softening;  // m³/s², m
};

struct VortexField {
    Vec3 center, axis;           // of length 1
    double strength, softening;  // m²/s², m
};

struct TurbulenceField {
    struct Wave {
        Vec3 direction, vector;   // of the acceleration, 1 long; of the wave, 1/m
        double phase, frequency;  // rad, rad/s
    };
    double strength;  // m/s², root of the mean square
    std::vector<Wave> waves;

    /// Waves about `size` long (m) that change in about `time` (s; 0: never); those of planar worlds stay in the plane.
    TurbulenceField(double strength, double size, double time, std::uint64_t seed, bool planar);
};

struct WindField {
    std::array<Curve, 3> velocity;  // m/s
    double rate;                    // 1/s
};

struct ForceField {
    std::variant<UniformField, PointField, VortexField, TurbulenceField, WindField> kind;
    std::vector<int> nodes;  // that feel it, each a point

    /// The velocity, at the time t + h, of what is at x with v at the time t, if nothing else acts.
    Vec3 driven(const Vec3& x, const Vec3& v, double t, double h) const;
};

}  // namespace talweg
