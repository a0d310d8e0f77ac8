/// Cross-sections of rods: what they weigh, and how they resist bending and twist.
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

namespace talweg {

struct RodSection {
    double area = 0.0;                         // m²
    double moment = 0.0, moment_across = 0.0;  // of area, against bending towards the first and the second axis, m⁴
    double torsion = 0.0;                      // J, m⁴
    double radius = 0.0;                       // r with the spinning inertia ½ m r², m
};

/// I = π d⁴/64, J = 2 I
inline RodSection round_section(double diameter) {
    const double r = 0.5 * diameter, square = r * r;
    return {std::numbers::pi * square, 0.25 * std::numbers::pi * square * square,
            0.25 * std::numbers::pi * square * square, 0.5 * std::numbers::pi * square * square, r};
}

/// I = w h³/12; J ≈ a b³ (1/3 − 0.21 b/a (1 − b⁴/(12 a⁴))) with a ≥ b the sides, to 0.5 % (Young and Budynas, Roark's
/// Formulas for Stress and Strain, 7th ed. 2002, table 10.1).
inline RodSection rectangular_section(double height, double width) {
    const double a = std::max(height, width), b = std::min(height, width), slim = b / a;
    return {height * width, width * height * height * height / 12.0, height * width * width * width / 12.0,
            a * b * b * b * (1.0 / 3.0 - 0.21 * slim * (1.0 - slim * slim * slim * slim / 12.0)),
            std::sqrt((height * height + width * width) / 6.0)};
}

}  // namespace talweg
