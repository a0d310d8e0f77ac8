#include "talweg/geometry/intersection/exact_predicates.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <algorithm>
#include <array>

namespace talweg {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 exact(const Vec3& v) { return {v[0], v[1], v[2]}; }

/// The coordinates that are left when an axis is dropped, in the order that keeps the plane's sense.
Vec3 dropped(const Vec3& v, int axis) { return {v[(axis + 1) % 3], v[(axis + 2) % 3], 0.0}; }

/// In the order of coordinates: for points on one line, the order along it.
bool before(const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.data, a.data + 3, b.data, b.data + 3);
}

/// For points on one line of space: do the segments ab and cd meet?
bool collinear_segments_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto [a_low, a_high] = std::minmax(a, b, before);
    const auto [c_low, c_high] = std::minmax(c, d, before);
    return !before(a_high, c_low) && !before(c_high, a_low);
}

/// For a triangle with an area: is the point of the plane in it?
bool in_planar_triangle(const Vec3& a, const Vec3& p, const Vec3& q, const Vec3& r) {
    const int signs[] = {planar_orientation_sign(a, p, q), planar_orientation_sign(a, q, r),
                         planar_orientation_sign(a, r, p)};
    const auto [low, high] = std::minmax_element(signs, signs + 3);
    return *low >= 0 || *high <= 0;
}

/// An axis along which three points can be seen without falling on one line, or −1 if they lie on one.
int seen_along(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (int axis = 0; axis < 3; ++axis)
        if (planar_orientation_sign(dropped(a, axis), dropped(b, axis), dropped(c, axis)) != 0) return axis;
    return -1;
}

/// Do the segments ab and cd of space meet?
bool spatial_segments_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    if (orientation_sign(a, b, c, d) != 0) return false;
    // All lie in one plane; it is seen along any axis along which three of them do not fall on one line.
    for (const auto& three : {std::array{a, b, c}, std::array{a, b, d}, std::array{a, c, d}, std::array{b, c, d}}) {
        const int axis = seen_along(three[0], three[1], three[2]);
        if (axis >= 0) return segments_cross(dropped(a, axis), dropped(b, axis), dropped(c, axis), dropped(d, axis));
    }
    return collinear_segments_meet(a, b, c, d);
}

}  // namespace

int orientation_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return static_cast<int>(CGAL::orientation(exact(a), exact(b), exact(c), exact(d)));
}

int planar_orientation_sign(const Vec3& a, const Vec3& b, const Vec3& c) {
    return static_cast<int>(
        CGAL::orientation(Kernel::Point_2(a[0], a[1]), Kernel::Point_2(b[0], b[1]), Kernel::Point_2(c[0], c[1])));
}

bool segments_cross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int c_side = planar_orientation_sign(a, b, c), d_side = planar_orientation_sign(a, b, d);
    if (c_side * d_side > 0) return false;
    const int a_side = planar_orientation_sign(c, d, a), b_side = planar_orientation_sign(c, d, b);
    if (a_side * b_side > 0) return false;
    if (c_side != 0 || d_side != 0 || a_side != 0 || b_side != 0) return true;
    const auto flat = [](const Vec3& v) { return Vec3{v[0], v[1], 0.0}; };
    return collinear_segments_meet(flat(a), flat(b), flat(c), flat(d));
}

bool segment_crosses_triangle(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, const Vec3& r) {
    const int a_side = orientation_sign(p, q, r, a), b_side = orientation_sign(p, q, r, b);
    if (a_side * b_side > 0) return false;
    if (a_side != 0 || b_side != 0) {
        // The line meets the plane in one point of the segment: it is in the triangle if the line passes all three
        // sides on the same hand.
        const int hands[] = {orientation_sign(a, b, p, q), orientation_sign(a, b, q, r), orientation_sign(a, b, r, p)};
        const auto [low, high] = std::minmax_element(hands, hands + 3);
        return *low >= 0 || *high <= 0;
    }
    const int axis = seen_along(p, q, r);
    if (axis < 0)  // no triangle, but the segments that bound it
        return spatial_segments_meet(a, b, p, q) || spatial_segments_meet(a, b, q, r) ||
               spatial_segments_meet(a, b, r, p);
    const Vec3 a2 = dropped(a, axis), b2 = dropped(b, axis), p2 = dropped(p, axis), q2 = dropped(q, axis),
               r2 = dropped(r, axis);
    return in_planar_triangle(a2, p2, q2, r2) || segments_cross(a2, b2, p2, q2) || segments_cross(a2, b2, q2, r2) ||
           segments_cross(a2, b2, r2, p2);
}

}  // namespace talweg
