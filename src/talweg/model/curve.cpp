#include "talweg/model/curve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

double value(double constant, double) { return constant; }

double value(const Expression& expression, double time) {
    const double result = expression(time);
    if (!std::isfinite(result))
        throw Error(fmt::format("\"{}\" is {} at t = {} s; write an expression that has a value at every time",
                                expression.text(), result, time));
    return result;
}

double value(const KeyframedCurve& curve, double time) {
    const auto [a, b, s] = between(curve.keys, curve.interpolation, time);
    return a.value + s * (b.value - a.value);
}

}  // namespace

double Curve::at(double time) const {
    return std::visit([&](const auto& curve) { return value(curve, time); }, kind);
}

}  // namespace talweg
