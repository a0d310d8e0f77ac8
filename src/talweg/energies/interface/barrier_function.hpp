/// The barrier between two surfaces as a function of s, the squared gap in units of its reach: 0 touching, 1 where the
/// force begins.
///
///     s = (d² − ξ²) / ((ξ + d̂)² − ξ²),   ξ the thickness kept free between them
///
///     talweg         −(s − 1)² ln s        twice continuously differentiable at s = 1
///     lecture        ⅛ (s − 1) ln s        self-contact of the lectures; its second derivative jumps at s = 1
///     lecture_plane  ½ (r − 1) ln r, r = √s   the lectures' barrier against planes; likewise
///
/// Li et al., "Incremental Potential Contact", ACM TOG 39(4), 2020; Li, Kaufman, Jiang, "Codimensional Incremental
/// Potential Contact", ACM TOG 40(4), 2021, for ξ; Li, 15-769 lectures 7 and 10 for the other two.
#pragma once
#include <cmath>

#include "talweg/math/jet.hpp"

namespace talweg {

enum class BarrierForm { talweg, lecture, lecture_plane };

/// What every barrier element knows: joules at unit height, and how squared distances become s.
struct BarrierScale {
    double weight;  // A d̂ κ, J; negative for what other elements count too often
    double floor;   // ξ², m²
    double reach;   // (ξ + d̂)² − ξ², m²
    BarrierForm form = BarrierForm::talweg;
};

template <class Real>
TALWEG_FN Real barrier(const Real& s, BarrierForm form) {
    using std::log;
    using std::sqrt;
    if (!(s > 0.0)) return Real(HUGE_VAL);
    if (!(s < 1.0)) return Real(0.0);
    switch (form) {
        case BarrierForm::lecture:
            return (s - Real(1.0)) * log(s) * 0.125;
        case BarrierForm::lecture_plane:
            return (sqrt(s) - Real(1.0)) * log(s) * 0.25;
        default:
            return (s - Real(1.0)) * (Real(1.0) - s) * log(s);
    }
}

/// Value and first two derivatives by s.
struct BarrierSlopes {
    double value = 0.0, first = 0.0, second = 0.0;
};

TALWEG_FN inline BarrierSlopes barrier_slopes(double s, BarrierForm form) {
    if (!(s > 0.0)) return {HUGE_VAL, 0.0, 0.0};
    if (!(s < 1.0)) return {};
    const double u = s - 1.0, l = std::log(s);
    switch (form) {
        case BarrierForm::lecture:
            return {0.125 * u * l, 0.125 * (l + u / s), 0.125 * (1.0 / s + 1.0 / (s * s))};
        case BarrierForm::lecture_plane: {
            const double r = std::sqrt(s);
            return {0.25 * (r - 1.0) * l, 0.25 * (0.5 * l / r + (r - 1.0) / s),
                    0.25 * (-0.25 * l / (r * s) + 1.0 / (r * s) - (r - 1.0) / (s * s))};
        }
        default:
            return {-u * u * l, -2.0 * u * l - u * u / s, -2.0 * l - 4.0 * u / s + u * u / (s * s)};
    }
}

/// Joules of a squared distance.
template <class Real>
TALWEG_FN Real barrier_energy(const Real& distance_squared, const BarrierScale& scale) {
    const Real s = (distance_squared - Real(scale.floor)) * (1.0 / scale.reach);
    const Real height = barrier(s, scale.form);
    return scale.weight == 0.0 ? Real(0.0) : height * scale.weight;
}

/// Joules, and derivatives by the squared distance.
TALWEG_FN inline BarrierSlopes barrier_energy_slopes(double distance_squared, const BarrierScale& scale) {
    const double unit = 1.0 / scale.reach;
    const BarrierSlopes b = barrier_slopes((distance_squared - scale.floor) * unit, scale.form);
    return {scale.weight * b.value, scale.weight * unit * b.first, scale.weight * unit * unit * b.second};
}

}  // namespace talweg
