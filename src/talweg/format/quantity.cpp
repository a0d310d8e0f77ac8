#include "talweg/format/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace talweg {

UnitScale scale_for(double largest, std::string_view unit) {
    constexpr std::array<std::string_view, 5> scalable = {"Pa", "J", "N", "W", "m"};
    constexpr std::array<std::pair<double, const char*>, 7> prefixes = {
        {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};
    const double size = std::abs(largest);
    if (std::ranges::find(scalable, unit) == scalable.end() || !std::isfinite(size)) return {1.0, std::string(unit)};
    for (const auto& [factor, prefix] : prefixes)
        if (size >= 0.99995 * factor)
            return unit == "m" && factor > 1.0 ? UnitScale{1.0, "m"} : UnitScale{factor, prefix + std::string(unit)};
    return {1.0, std::string(unit)};
}

std::string quantity(double value, std::string_view unit) {
    const UnitScale scale = scale_for(value, unit == "1" ? "" : unit);
    return fmt::format("{:.4g}{}{}", value / scale.factor, scale.unit.empty() ? "" : " ", scale.unit);
}

}  // namespace talweg
