/// How long a direction keeps two moving convex features apart; see collision_time.hpp. All sizes are rounded against
/// the features: a bound on the rounding of every term is subtracted from what separates and added to what closes.
#pragma once
#include "talweg/math/extremes.hpp"
#include "talweg/math/points.hpp"

namespace talweg {

/// Smallest τ > 0 with c − b τ + a τ² = 0, rounded down, or `limit` if there is none below it. c > 0.
TALWEG_FN inline double first_root_below(double c, double b, double a, double limit) {
    // Open at the end, and rising or concave: open all along.
    const double end = c - limit * (b - a * limit), terms = c + limit * (::fabs(b) + ::fabs(a) * limit);
    if (end > 0x1p-50 * terms && (a <= 0.0 || b <= 0.0)) return limit;
    const double square = b * b, product = 4.0 * a * c;
    const double discriminant = (square - product) + 0x1p-50 * (square + ::fabs(product));
    if (!(discriminant >= 0.0)) return limit;
    const double root = ::sqrt(discriminant);
    double tau = limit;
    if (b >= 0.0)
        tau = 2.0 * c / (b + root);
    else if (a < 0.0)
        tau = (root - b) / (-2.0 * a);
    return smaller(limit, tau * (1.0 - 0x1p-49));
}

/// Two features at one instant, seen from the first point: points y, the first A of them one feature; velocities v.
template <int A, int N>
struct Separation {
    // Roundings of a coordinate on its way into a projection, in units of 2⁻⁵³ of the sizes that enter it: twice
    // those of the longest chain (difference, advance, product, two sums, normalisation).
    static constexpr double rounding = 16.0 * 0x1p-53;
    // What an advance leaves of the gap: far less than what counts as closed needs two of them.
    static constexpr double aim = 1e-3;

    const Points<double, N>&y, &v;
    double size, speed, min_separation;  // largest sizes of y (as sums of what they came from) and of v
    Vec3 normal;
    double place[N], rate[N];
    double taken, gap;

    TALWEG_FN Separation(const Points<double, N>& y_, const Points<double, N>& v_, double size_, double speed_,
                         double min_separation_, const Vec3& normal_)
        : y(y_), v(v_), size(size_), speed(speed_), min_separation(min_separation_), normal(normal_) {
        for (int i = 0; i < N; ++i) {
            place[i] = dot(normal, y[i]);
            rate[i] = dot(normal, v[i]);
        }
        taken = min_separation + rounding * (size + min_separation);
        gap = place[0] - place[A] - taken;
        for (int i = 0; i < A; ++i)
            for (int j = A; j < N; ++j) gap = smaller(gap, place[i] - place[j] - taken);
    }

    /// With a fixed normal.
    TALWEG_FN double lasts(double limit) const {
        for (int i = 0; i < A; ++i)
            for (int j = A; j < N; ++j) {
                const double closing = rate[j] - rate[i] + rounding * speed;
                const double room = place[i] - place[j] - taken - aim * gap;
                if (limit * closing > room) limit = room / closing * (1.0 - 0x1p-51);
            }
        return limit;
    }

    /// With a normal n + τ (m + growth n) that turns at the rate m ⟂ n. For τ ≤ ½ / |growth| its length is at most
    /// 1 + τ growth + τ² |m|².
    TALWEG_FN double lasts(double limit, const Vec3& m, double growth) const {
        if (limit * growth < -0.5) limit = -0.5 / growth;
        const double turn = ::fabs(m[0]) + ::fabs(m[1]) + ::fabs(m[2]);
        double place_m[N], rate_m[N];
        for (int i = 0; i < N; ++i) {
            place_m[i] = dot(m, y[i]) + growth * place[i];
            rate_m[i] = dot(m, v[i]) + growth * rate[i];
        }
        const double change = turn + ::fabs(growth);
        const double slower = rounding * (speed + change * (size + min_separation)) + min_separation * growth;
        const double bend = min_separation * turn * turn + rounding * change * speed;
        for (int i = 0; i < A; ++i)
            for (int j = A; j < N; ++j) {
                const double room = place[i] - place[j] - taken - aim * gap;
                const double closing = (rate[j] - rate[i]) + (place_m[j] - place_m[i]) + slower;
                limit = first_root_below(room, closing, rate_m[i] - rate_m[j] - bend, limit);
            }
        return limit;
    }
};

}  // namespace talweg
