/// A round distance between grid lines, 1, 2 or 5 times a power of ten, and how many fine steps divide it.
#pragma once
#include <algorithm>
#include <cmath>

namespace talweg {

struct Grid {
    double spacing;
    int divisions;
};

inline Grid grid_spacing(double wanted) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(wanted, 1e-12))));
    const double lead = wanted / power;
    if (lead < 2) return {power, 5};
    if (lead < 5) return {2 * power, 4};
    return {5 * power, 5};
}

}  // namespace talweg
