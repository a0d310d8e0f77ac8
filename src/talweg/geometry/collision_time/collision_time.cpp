#include "talweg/geometry/collision_time/collision_time.hpp"

#include "talweg/geometry/collision_time/nearest_motion.hpp"
#include "talweg/geometry/collision_time/separation.hpp"
#include "talweg/math/first_zero.hpp"

namespace talweg {
namespace {

// The part of the first gap that counts as closed.
constexpr double closed = 1e-6;
// Advances after which a cubic is worth its price: those that converge fast are done by then.
constexpr int patience = 6;
// Far more than any motion tried has needed; should one need more, what has been advanced so far is a safe answer.
constexpr int most_advances = 1000;

double size_of(const Vec3& v) { return ::fabs(v[0]) + ::fabs(v[1]) + ::fabs(v[2]); }

/// How long a normal that turns with the features keeps them apart. Turning alone follows the edges that it must stay
/// perpendicular to, (n + τ m)·(e + τ ė) = 0, only to first order; the growth that makes also m·ė vanish follows one
/// edge exactly, as needed when an edge sweeps past a point at a tiny distance.
template <int A, int N>
double turning_advance(const Separation<A, N>& separation, const NearestMotion& motion, double distance) {
    const Vec3& n = separation.normal;
    Vec3 turn = (motion.apart_rate - dot(motion.apart_rate, n) * n) / distance;
    turn -= dot(turn, n) * n;
    const double across1 = dot(n, motion.e1_rate), across2 = dot(n, motion.e2_rate);
    const double squares = across1 * across1 + across2 * across2;
    const double growth = -(across1 * dot(turn, motion.e1_rate) + across2 * dot(turn, motion.e2_rate)) / squares;
    const double without = separation.lasts(1.0, turn, 0.0);
    return squares > 0.0 ? larger(without, separation.lasts(1.0, turn, growth)) : without;
}

/// How long the features' own normal N = e₁ × e₂ keeps them apart. It sees each feature as one place, so that a cubic
/// of time decides; |N| is bounded by the lengths of its terms.
template <int A, int N>
double plane_advance(const Separation<A, N>& separation, const NearestMotion& m) {
    const Vec3 u = separation.y[0] - separation.y[A], u_rate = separation.v[0] - separation.v[A];
    Vec3 normals[3] = {cross(m.e1, m.e2), cross(m.e1_rate, m.e2) + cross(m.e1, m.e2_rate), cross(m.e1_rate, m.e2_rate)};
    const double sign = dot(normals[0], u) < 0.0 ? -1.0 : 1.0;
    for (Vec3& normal : normals) normal = sign * normal;
    const double length[3] = {norm(normals[0]), norm(normals[1]), norm(normals[2])};
    const double xi = separation.min_separation, left = xi + separation.aim * separation.gap;
    const double size = separation.size + xi, speed = separation.speed, r = 64.0 * Separation<A, N>::rounding;
    const Cubic height = {{dot(normals[0], u) - left * length[0] - r * size * size * size,
                           dot(normals[1], u) + dot(normals[0], u_rate) - xi * length[1] - 3 * r * size * size * speed,
                           dot(normals[2], u) + dot(normals[1], u_rate) - xi * length[2] - 3 * r * size * speed * speed,
                           dot(normals[2], u_rate) - r * speed * speed * speed}};
    return height.c[0] > 0.0 ? first_zero(height) : 0.0;
}

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
            const NearestMotion motion = nearest_motion(near, y, v);
            advance = larger(advance, turning_advance(separation, motion, distance));
            if (n >= patience && motion.planes) advance = larger(advance, plane_advance(separation, motion));
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
