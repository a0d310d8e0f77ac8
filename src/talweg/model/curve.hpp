/// A number that changes with time: what a load or a prescribed displacement is multiplied by. That of a field, such as
/// a component of the wind, may also change with the place.
#pragma once
#include <variant>

#include "talweg/math/expression.hpp"
#include "talweg/model/interpolation.hpp"

namespace talweg {

struct CurveKey {
    double time, value;  // s, and whatever the curve stands for
    bool operator==(const CurveKey&) const = default;
};

struct KeyframedCurve {
    std::vector<CurveKey> keys;  // at least one, times ascending
    Interpolation interpolation = Interpolation::linear;
    bool operator==(const KeyframedCurve&) const = default;
};

struct Curve {
    std::variant<double, Expression, KeyframedCurve> kind = 0.0;

    /// Throws Error when an expression has no finite value there.
    double at(double time, const Vec3& place = Vec3::zero()) const;
    bool depends_on_place() const;

    bool operator==(const Curve&) const = default;
};

}  // namespace talweg
