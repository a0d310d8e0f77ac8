#include "talweg/geometry/intersection/plain_distance.hpp"

#include <algorithm>

namespace talweg {
namespace {

void take_shorter(PlainDistance& best, const Vec3& a, const Vec3& b) {
    const double distance = norm(b - a);
    if (distance < best.distance) best = {distance, 0.5 * (a + b)};
}

PlainDistance between(const Vec3& a, const Vec3& b) { return {norm(b - a), 0.5 * (a + b)}; }

/// The place of the segment ab that is nearest to p; an end where it has no length.
Vec3 nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const double along = dot(p - a, b - a), length = norm_squared(b - a);
    return length > 0.0 ? a + std::clamp(along / length, 0.0, 1.0) * (b - a) : a;
}

}  // namespace

/// Nearest are an end of one and a place of the other, or else the feet of the common perpendicular.
PlainDistance segment_to_segment(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    PlainDistance best = between(a, nearest_on_segment(a, c, d));
    take_shorter(best, b, nearest_on_segment(b, c, d));
    take_shorter(best, nearest_on_segment(c, a, b), c);
    take_shorter(best, nearest_on_segment(d, a, b), d);
    const Vec3 u = b - a, v = d - c, normal = cross(u, v);
    const double area = norm_squared(normal);
    if (!(area > 0.0)) return best;
    const double s = std::clamp(dot(cross(c - a, v), normal) / area, 0.0, 1.0);
    const Vec3 foot = a + s * u, other = nearest_on_segment(foot, c, d);
    take_shorter(best, nearest_on_segment(other, a, b), other);
    return best;
}

/// Nearest is a place of a side, or else the foot of the perpendicular.
PlainDistance point_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    PlainDistance best = between(p, nearest_on_segment(p, a, b));
    take_shorter(best, p, nearest_on_segment(p, b, c));
    take_shorter(best, p, nearest_on_segment(p, c, a));
    const Vec3 normal = cross(b - a, c - a);
    const double area = norm_squared(normal);
    if (!(area > 0.0)) return best;
    const double beta = dot(cross(p - a, c - a), normal) / area, gamma = dot(cross(b - a, p - a), normal) / area;
    if (beta >= 0.0 && gamma >= 0.0 && beta + gamma <= 1.0) take_shorter(best, p, a + beta * (b - a) + gamma * (c - a));
    return best;
}

}  // namespace talweg
