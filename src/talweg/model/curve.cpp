#include "talweg/model/curve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

double value(double constant, double, const Vec3&) { return constant; }

double value(const Expression& expression, double time, const Vec3& place) {
    const double result = expression(time, place);
    if (!std::isfinite(result) && expression.depends_on_place())
        throw Error(
            fmt::format("\"{}\" is {} at t = {} s in ({}, {}, {}); write an expression that has a value everywhere",
                        expression.text(), result, time, place[0], place[1], place[2]));
    if (!std::isfinite(result))
        throw Error(fmt::format("\"{}\" is {} at t = {} s; write an expression that has a value at every time",
                                expression.text(), result, time));
    return result;
}

double value(const KeyframedCurve& curve, double time, const Vec3&) {
    const auto [a, b, s] = between(curve.keys, curve.interpolation, time);
    return a.value + s * (b.value - a.value);
}

}  // namespace

double Curve::at(double time, const Vec3& place) const {
    return std::visit([&](const auto& curve) { return value(curve, time, place); }, kind);
}

bool Curve::depends_on_place() const {
    const auto* expression = std::get_if<Expression>(&kind);
    return expression && expression->depends_on_place();
}

}  // namespace talweg
