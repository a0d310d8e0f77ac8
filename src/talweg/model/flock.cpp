#include "talweg/model/flock.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

/// Few particles with many neighbours each: pieces smaller than those of plain loops.
constexpr int herd_piece = 256;

template <class Function>
void steer_each(int count, const Function& function) {
    parallel_each(0, (count + herd_piece - 1) / herd_piece, [&](int k) {
        for (int i = k * herd_piece; i < std::min(count, (k + 1) * herd_piece); ++i) function(i);
    });
}

Vec3 at_most(const Vec3& v, double speed) {
    const double size = norm(v);
    return size > speed ? (speed / size) * v : v;
}

}  // namespace

Vec3 Flock::within_limits(const Vec3& v) const {
    const double size = norm(v);
    if (size > 0.0 && size < least_speed) return (least_speed / size) * v;
    return at_most(v, speed_limit);
}

std::vector<Vec3> Flock::steered(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const NearestWall> walls,
                                 double h) const {
    const NeighbourGrid grid(x, std::max(reach, separation));
    std::vector<Vec3> next(v.begin(), v.end());
    steer_each(static_cast<int>(x.size()), [&](int i) {
        Vec3 middle = Vec3::zero(), mean = Vec3::zero(), push = Vec3::zero();
        int seen = 0;
        for (const int j : grid.of(i)) {
            const Vec3 apart = x[i] - x[j];
            const double r = norm(apart);
            if (r < reach) {
                middle += x[j];
                mean += v[j];
                ++seen;
            }
            if (r < separation && r > 0.0) push += ((1.0 - r / separation) / r) * apart;
        }
        Vec3 a = repulsion * push;
        if (!walls.empty() && walls[i].distance < wall_distance)
            a += (wall_repulsion * (1.0 - walls[i].distance / wall_distance)) * walls[i].away;
        if (seen > 0) a += attraction * (middle / double(seen) - x[i]);
        next[i] += h * a;
        if (seen > 0) next[i] = (next[i] + (h * alignment / seen) * mean) / (1.0 + h * alignment);
        next[i] = within_limits(next[i]);
    });
    return next;
}

bool Goal::counts_at(const Vec3& x) const {
    for (int a = 0; a < 3; ++a)
        if (x[a] < low[a] || x[a] > high[a]) return false;
    return true;
}

Vec3 Goal::nearest(const Vec3& x) const {
    const Vec3 along = to - from;
    const double square = norm_squared(along);
    const double s = square > 0.0 ? std::clamp(dot(x - from, along) / square, 0.0, 1.0) : 0.0;
    return from + s * along;
}

int Door::crossing(const Vec3& before, const Vec3& after) const {
    const auto side = [](const Vec3& a, const Vec3& b, const Vec3& p) {
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    };
    const bool was_left = side(from, to, before) > 0.0, is_left = side(from, to, after) > 0.0;
    if (was_left == is_left) return 0;
    // The way crosses the line; it counts if the line's ends are on different sides of the way.
    const double p = side(before, after, from), q = side(before, after, to);
    if ((p > 0.0) == (q > 0.0)) return 0;
    return was_left ? 1 : -1;
}

Vec3 Crowd::heading(const Vec3& x) const {
    for (const Goal& goal : goals) {
        if (!goal.counts_at(x)) continue;
        const Vec3 way = goal.nearest(x) - x;
        const double far = norm(way);
        return far > radius ? way / far : Vec3::zero();
    }
    return Vec3::zero();
}

std::vector<Vec3> Crowd::steered(std::span<const Vec3> x, std::span<const double> radii, int first,
                                 std::span<const Vec3> v, std::span<const NearestWall> walls, double h) const {
    const double largest = radii.empty() ? 0.0 : *std::max_element(radii.begin(), radii.end());
    const NeighbourGrid grid(x, std::max(1e-9, reach() + largest - radius));
    std::vector<Vec3> next(v.begin(), v.end());
    steer_each(static_cast<int>(v.size()), [&](int k) {
        const int i = first + k;
        Vec3 a = (speed / time) * heading(x[i]);
        for (const int j : grid.of(i)) {
            const Vec3 apart = x[i] - x[j];
            const double r = norm(apart);
            if (r > 0.0) a += (repulsion * std::exp(std::min(0.0, (radii[i] + radii[j] - r) / range)) / r) * apart;
        }
        if (!walls.empty() && std::isfinite(walls[k].distance))
            a += (wall_repulsion * std::exp(std::min(0.0, -walls[k].distance / wall_range))) * walls[k].away;
        next[k] = at_most((next[k] + h * a) / (1.0 + h / time), speed_limit);
    });
    return next;
}

}  // namespace talweg
