/// The first place where a cubic that starts positive meets zero.
#pragma once
#include <cmath>
#include "talweg/math/extremes.hpp"

namespace talweg {

/// c₀ + c₁ t + c₂ t² + c₃ t³
struct Cubic {
    double c[4];
    TALWEG_FN double operator()(double t) const { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }
};

/// Smallest t in (0, 1] with p(t) = 0, approached from below, so that p > 0 on [0, result); 1 if there is none. p(0) >
/// 0.
TALWEG_FN inline double first_zero(const Cubic& p) {
    const double *c = p.c, slopes = ::fabs(c[1]) + ::fabs(c[2]) + ::fabs(c[3]);
    if (c[0] > slopes) return 1.0;

    // Between its turning points the cubic is monotone; they solve c₁ + 2 c₂ t + 3 c₃ t² = 0, here without
    // cancellation.
    double ends[3] = {1.0, 1.0, 1.0};
    const double discriminant = c[2] * c[2] - 3.0 * c[1] * c[3];
    if (discriminant > 0.0) {
        const double q = -(c[2] + ::copysign(::sqrt(discriminant), c[2]));
        double first = c[1] / q, second = q / (3.0 * c[3]);
        if (!(first > 0.0 && first < 1.0)) first = 1.0;
        if (!(second > 0.0 && second < 1.0)) second = 1.0;
        ends[0] = smaller(first, second);
        ends[1] = larger(first, second);
    }
    double low = 0.0, high = 1.0;
    int piece = 0;
    while (piece < 3 && p(ends[piece]) > 0.0) low = ends[piece++];
    if (piece == 3) return 1.0;
    high = ends[piece];
    // Halving needs no care; it stops when the two ends are neighbours.
    for (double middle = 0.5 * (low + high); low < middle && middle < high; middle = 0.5 * (low + high))
        (p(middle) > 0.0 ? low : high) = middle;
    return low;
}

}  // namespace talweg
