#include "talweg/model/force_field.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "talweg/math/error.hpp"
#include "talweg/math/random.hpp"

namespace talweg {

namespace {

Vec3 curves_at(const std::array<Curve, 3>& curves, double t, const Vec3& x) {
    return {curves[0].at(t, x), curves[1].at(t, x), curves[2].at(t, x)};
}

Vec3 acceleration(const UniformField& field, const Vec3& x, const Vec3& v, double t) {
    Vec3 a;
    for (int axis = 0; axis < 3; ++axis) {
        if (!field.of_velocity[axis]) {
            a[axis] = field.acceleration[axis].at(t, x);
            continue;
        }
        const MotionExpression& expression = *field.of_velocity[axis];
        a[axis] = expression(t, x, v);
        if (!std::isfinite(a[axis]))
            throw Error(fmt::format(
                "\"{}\" is {} at t = {} s in ({}, {}, {}) at the velocity ({}, {}, {}); write an expression "
                "that has a value for every motion",
                expression.text(), a[axis], t, x[0], x[1], x[2], v[0], v[1], v[2]));
    }
    return a;
}

Vec3 acceleration(const PointField& field, const Vec3& x, const Vec3&, double) {
    const Vec3 to = field.center - x;
    const double squared = norm_squared(to) + field.softening * field.softening;
    return squared > 0.0 ? (field.strength / (squared * std::sqrt(squared))) * to : Vec3::zero();
}

Vec3 acceleration(const VortexField& field, const Vec3& x, const Vec3&, double) {
    const Vec3 around = cross(field.axis, x - field.center);  // as long as the distance from the axis
    const double squared = norm_squared(around) + field.softening * field.softening;
    return squared > 0.0 ? (field.strength / squared) * around : Vec3::zero();
}

Vec3 acceleration(const TurbulenceField& field, const Vec3& x, const Vec3&, double t) {
    Vec3 sum = Vec3::zero();
    for (const TurbulenceField::Wave& wave : field.waves)
        sum += std::cos(dot(wave.vector, x) + wave.frequency * t + wave.phase) * wave.direction;
    return (field.strength * std::sqrt(2.0 / static_cast<double>(field.waves.size()))) * sum;
}

Vec3 random_direction(Random& random, bool planar) {
    for (;;) {
        Vec3 d{2.0 * random.number() - 1.0, 2.0 * random.number() - 1.0, planar ? 0.0 : 2.0 * random.number() - 1.0};
        if (const double length = norm(d); length > 0.1 && length <= 1.0) return d / length;
    }
}

}  // namespace

TurbulenceField::TurbulenceField(double s, double size, double time, std::uint64_t seed, bool planar) : strength(s) {
    constexpr int count = 32;
    Random random(seed);
    for (int k = 0; k < count; ++k) {
        // Lengths from half to twice the size.
        const double length = size * std::exp2(2.0 * random.number() - 1.0);
        const Vec3 along = random_direction(random, planar);
        Vec3 across = cross(along, planar ? Vec3{0, 0, 1} : random_direction(random, false));
        while (!(norm(across) > 0.1)) across = cross(along, random_direction(random, false));
        waves.push_back({across / norm(across), (2.0 * std::numbers::pi / length) * along,
                         2.0 * std::numbers::pi * random.number(),
                         time > 0.0 ? 2.0 * std::numbers::pi / time * (0.5 + random.number()) : 0.0});
    }
}

Vec3 ForceField::driven(const Vec3& x, const Vec3& v, double t, double h) const {
    return std::visit(
        [&](const auto& field) -> Vec3 {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, WindField>)
                return (v + (h * field.rate) * curves_at(field.velocity, t + h, x)) / (1.0 + h * field.rate);
            else
                return v + h * acceleration(field, x, v, t);
        },
        kind);
}

}  // namespace talweg
