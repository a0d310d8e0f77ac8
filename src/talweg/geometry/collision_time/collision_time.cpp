#include "talweg/geometry/collision_time/collision_time.hpp"

#include "talweg/geometry/collision_time/nearest_rate.hpp"
#include "talweg/geometry/collision_time/separation.hpp"

namespace talweg {
namespace {

// The part of the first gap that counts as closed.
constexpr double closed = 1e-6;
// Far more than any motion tried has needed; should one need more, what has been advanced so far is a safe answer.
constexpr int most_advances = 200;

double size_of(const Vec3& v) { return ::fabs(v[0]) + ::fabs(v[1]) + ::fabs(v[2]); }

/// Most pairs that come from overlapping boxes are apart along a coordinate axis at the beginning and, in the same
/// order, at the end: then also in between.
template <int A, int N>
bool apart_along_an_axis(const Points<double, N>& start, const Points<double, N>& v, double min_separation,
                         double speed) {
    double size = speed;
    for (int i = 1; i < N; ++i) size = larger(size, size_of(start[i]));
    const double taken = min_separation + 2.0 * Separation<A, N>::rounding * (size + min_separation);
    bool apart = false;
    for (int a = 0; a < 3; ++a) {
        double low[2], high[2], other_low[2], other_high[2];
        for (int end = 0; end < 2; ++end) {
            low[end] = other_low[end] = 1e300;
            high[end] = other_high[end] = -1e300;
            for (int i = 0; i < N; ++i) {
                const double place = start[i][a] + end * v[i][a];
                double &l = i < A ? low[end] : other_low[end], &h = i < A ? high[end] : other_high[end];
                l = smaller(place, l);
                h = larger(place, h);
            }
        }
        apart |= (low[0] - other_high[0] > taken) & (low[1] - other_high[1] > taken);
        apart |= (other_low[0] - high[0] > taken) & (other_low[1] - high[1] > taken);
    }
    return apart;
}

/// The first A points are one convex feature, the others the second; nearest(y) finds their nearest places.
template <int A, int N, class Nearest>
double collision_time(const Points<double, N>& x, const Points<double, N>& dx, double min_separation, double slack,
                      const Nearest& nearest) {
    // Seen from the first point: what all share drops out before it can cost digits.
    Points<double, N> start, v;
    double speed = 0.0;
    for (int i = 0; i < N; ++i) {
        start[i] = x[i] - x[0];
        v[i] = dx[i] - dx[0];
        speed = larger(speed, size_of(v[i]));
    }
    if (apart_along_an_axis<A>(start, v, min_separation, speed)) return 1.0;
    double t = 0.0, first_gap = 0.0;
    for (int n = 0; n < most_advances; ++n) {
        Points<double, N> y;
        double size = 0.0;
        for (int i = 0; i < N; ++i) {
            y[i] = start[i] + t * v[i];
            size = larger(size, size_of(start[i]) + t * size_of(v[i]));
        }
        const auto near = nearest(y);
        const double distance = norm(near.apart);
        if (!(distance > min_separation)) break;
        const Separation<A, N> separation(y, v, size, speed, min_separation, near.apart / distance);
        if (n == 0) first_gap = separation.gap;
        if (!(separation.gap > closed * first_gap)) break;
        double advance = separation.lasts(1.0);
        if (t + advance < 1.0) {
            const Vec3 rate = nearest_rate(near, y, v), n1 = separation.normal;
            Vec3 turn = (rate - dot(rate, n1) * n1) / distance;
            turn -= dot(turn, n1) * n1;
            advance = larger(advance, separation.lasts(1.0, turn));
        }
        if (t + advance >= 1.0) return 1.0;
        if (!(t + advance > t)) break;
        t += advance;
    }
    return (1.0 - slack) * t;
}

}  // namespace

double collision_time_point_point(const Points<double, 2>& x, const Points<double, 2>& dx, double min_separation,
                                  double slack) {
    return collision_time<1>(x, dx, min_separation, slack,
                             [](const auto& y) { return NearestPointPoint{y[0] - y[1]}; });
}

double collision_time_point_edge(const Points<double, 3>& x, const Points<double, 3>& dx, double min_separation,
                                 double slack) {
    return collision_time<1>(x, dx, min_separation, slack,
                             [](const auto& y) { return nearest_point_edge(y[0], y[1], y[2]); });
}

double collision_time_point_triangle(const Points<double, 4>& x, const Points<double, 4>& dx, double min_separation,
                                     double slack) {
    return collision_time<1>(x, dx, min_separation, slack,
                             [](const auto& y) { return nearest_point_triangle(y[0], y[1], y[2], y[3]); });
}

double collision_time_edge_edge(const Points<double, 4>& x, const Points<double, 4>& dx, double min_separation,
                                double slack) {
    return collision_time<2>(x, dx, min_separation, slack,
                             [](const auto& y) { return nearest_edge_edge(y[0], y[1], y[2], y[3]); });
}

}  // namespace talweg
