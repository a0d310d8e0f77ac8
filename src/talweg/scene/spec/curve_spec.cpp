#include "talweg/scene/spec/curve_spec.hpp"

#include <fmt/format.h>

namespace talweg {

namespace {

Curve to_curve(double value, Variables) { return {value}; }
Curve to_curve(const std::string& text, Variables known) { return {Expression(text, known)}; }

Curve to_curve(const CurveKeysSpec& spec, Variables) {
    KeyframedCurve curve{{}, spec.interpolation};
    for (const Vec2& key : spec.keyframes) {
        if (!curve.keys.empty() && key[0] <= curve.keys.back().time)
            throw Error(
                fmt::format("the keyframe at {} s does not come after the one before it ({} s); put them in order",
                            key[0], curve.keys.back().time));
        curve.keys.push_back({key[0], key[1]});
    }
    return {curve};
}

}  // namespace

Curve CurveSpec::curve(Variables known) const {
    return std::visit([&](const auto& spec) { return to_curve(spec, known); }, kind);
}

}  // namespace talweg
