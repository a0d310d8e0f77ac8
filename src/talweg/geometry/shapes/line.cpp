#include "talweg/geometry/shapes/line.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

namespace {

Mesh joined(std::vector<Vec3> points, bool closed) {
    Mesh mesh;
    mesh.dimension = 1;
    mesh.points = std::move(points);
    const int count = static_cast<int>(mesh.points.size());
    auto& structural = mesh.edge_groups["structural"];
    auto& bending = mesh.edge_groups["bending"];
    for (int i = 0; i < (closed ? count : count - 1); ++i) structural.push_back({i, (i + 1) % count});
    for (int i = 0; i < (closed ? count : count - 2); ++i) bending.push_back({i, (i + 2) % count});
    if (closed) return mesh;
    mesh.point_groups["start"] = {0};
    mesh.point_groups["end"] = {count - 1};
    mesh.point_groups["ends"] = {0, count - 1};
    return mesh;
}

/// Barry and Goldman's pyramid of the curve between p₁ and p₂ that knows p₀ and p₃; knots by roots of distances, which
/// makes neither loops nor cusps between two points.
Vec3 between(const Vec3* p, double part) {
    double t[4] = {0.0};
    for (int i = 0; i < 3; ++i) t[i + 1] = t[i] + std::sqrt(norm(p[i + 1] - p[i]));
    const double at = t[1] + part * (t[2] - t[1]);
    Vec3 level[4] = {p[0], p[1], p[2], p[3]};
    for (int depth = 1; depth <= 3; ++depth)
        for (int i = 0; i + depth <= 3; ++i) {
            const int from = depth == 3 ? 1 : i, to = depth == 3 ? 2 : i + depth;
            const double w = (at - t[from]) / (t[to] - t[from]);
            level[i] = (1.0 - w) * level[i] + w * level[i + 1];
        }
    return level[0];
}

/// Places along a dense polyline whose chords are equal: a chord grows until the last one fits.
std::vector<Vec3> equally_cut(const std::vector<Vec3>& dense, int segments) {
    const auto walk = [&](double chord, std::vector<Vec3>* cuts) {
        Vec3 last = dense.front();
        double done = 0.0;
        if (cuts) cuts->assign(1, last);
        for (std::size_t k = 1; k < dense.size();) {
            const double away = norm(dense[k] - last);
            if (away < chord) {
                ++k;
                continue;
            }
            // On the stretch before dense[k] the distance to `last` passes the chord.
            const Vec3 from = k > 0 && norm(dense[k - 1] - last) < chord ? dense[k - 1] : last, d = dense[k] - from;
            const Vec3 r = from - last;
            const double a = norm_squared(d), b = dot(r, d), c = norm_squared(r) - chord * chord;
            const double part = (-b + std::sqrt(std::max(0.0, b * b - a * c))) / a;
            last = from + std::clamp(part, 0.0, 1.0) * d;
            done += 1.0;
            if (cuts) cuts->push_back(last);
            if (done > 2.0 * segments) break;
        }
        return done + norm(dense.back() - last) / chord;
    };
    double length = 0.0;
    for (std::size_t k = 1; k < dense.size(); ++k) length += norm(dense[k] - dense[k - 1]);
    double low = 0.2 * length / segments, high = 1.01 * length / segments;
    for (int turn = 0; turn < 200; ++turn) {
        const double middle = 0.5 * (low + high);
        (walk(middle, nullptr) > segments ? low : high) = middle;
    }
    std::vector<Vec3> cuts;
    walk(high, &cuts);
    cuts.resize(segments);
    cuts.push_back(dense.back());
    return cuts;
}

}  // namespace

Mesh make_helix(double radius, double pitch, double turns, int segments) {
    shapes::require_length("helix", "radius", radius);
    if (!(turns > 0.0) || !std::isfinite(turns)) throw Error("helix: turns must be a positive number");
    shapes::require_count("helix", "segments", segments, 1);
    shapes::require_size("helix", {segments});
    if (!std::isfinite(pitch)) throw Error("helix: pitch is no finite number");
    std::vector<Vec3> points;
    for (int i = 0; i <= segments; ++i) {
        const double turn = turns * i / segments, angle = 2.0 * std::numbers::pi * turn;
        // From x towards −z: against the clock for who looks down on it.
        points.push_back({radius * std::cos(angle), pitch * turn, -radius * std::sin(angle)});
    }
    return joined(std::move(points), false);
}

Mesh make_ring(double radius, int segments) {
    shapes::require_length("ring", "radius", radius);
    shapes::require_count("ring", "segments", segments, 3);
    shapes::require_size("ring", {segments});
    std::vector<Vec3> points;
    for (int i = 0; i < segments; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / segments;
        points.push_back({radius * std::cos(angle), 0.0, -radius * std::sin(angle)});
    }
    return joined(std::move(points), true);
}

Mesh make_curve(std::span<const Vec3> points, bool closed, int segments) {
    const int count = static_cast<int>(points.size());
    shapes::require_count("curve", "points", count, closed ? 3 : 2);
    shapes::require_count("curve", "segments", segments, closed ? 3 : 1);
    shapes::require_size("curve", {segments});
    for (int i = 0; i < count; ++i) {
        shapes::require_finite("curve", "points", points[i]);
        if ((i > 0 || closed) && points[i] == points[(i + count - 1) % count])
            throw Error("curve: point " + std::to_string(i) + " is where the one before it is; leave one of them out" +
                        (i == 0 ? " (a closed curve ends where it began by itself)" : ""));
    }
    // Beyond the ends of an open curve it goes on as it came.
    const auto at = [&](int i) -> Vec3 {
        if (closed) return points[(i + count) % count];
        if (i < 0) return 2.0 * points[0] - points[1];
        if (i >= count) return 2.0 * points[count - 1] - points[count - 2];
        return points[i];
    };
    const int spans = closed ? count : count - 1, dense_per_span = 16 + 64 * segments / spans;
    std::vector<Vec3> dense;
    for (int k = 0; k < spans; ++k) {
        const Vec3 p[4] = {at(k - 1), at(k), at(k + 1), at(k + 2)};
        for (int s = 0; s < dense_per_span; ++s) dense.push_back(between(p, double(s) / dense_per_span));
    }
    dense.push_back(at(spans));
    std::vector<Vec3> cuts = equally_cut(dense, segments);
    if (closed) cuts.pop_back();
    return joined(std::move(cuts), closed);
}

}  // namespace talweg
