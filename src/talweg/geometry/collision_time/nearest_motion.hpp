/// How the vector between the nearest places of two moving features changes as those places slide along, and what it
/// is perpendicular to. What it gains in length does not matter here and is left out where that is simpler.
#pragma once
#include "talweg/geometry/distance/nearest.hpp"
#include "talweg/math/points.hpp"

namespace talweg {

/// The vector's rate; the edges it is perpendicular to, with their rates, or zero where there is none; and whether it
/// is so to two of them, in whose plane, or pair of planes, the features then lie.
struct NearestMotion {
    Vec3 apart_rate;
    Vec3 e1 = Vec3::zero(), e1_rate = Vec3::zero(), e2 = Vec3::zero(), e2_rate = Vec3::zero();
    bool planes = false;
};

/// A vector that stays perpendicular to e: its place on e slides by what keeps apart·e = 0.
TALWEG_FN inline NearestMotion sliding(const Vec3& apart, const Vec3& rate, const Vec3& e, const Vec3& e_rate) {
    return {
        .apart_rate = rate - ((dot(rate, e) + dot(apart, e_rate)) / norm_squared(e)) * e, .e1 = e, .e1_rate = e_rate};
}

/// A vector that stays along e₁ × e₂.
TALWEG_FN inline NearestMotion tilting(const Vec3& apart, const Vec3& e1, const Vec3& e1_rate, const Vec3& e2,
                                       const Vec3& e2_rate) {
    const Vec3 n = cross(e1, e2);
    return {
        (dot(apart, n) / norm_squared(n)) * (cross(e1_rate, e2) + cross(e1, e2_rate)), e1, e1_rate, e2, e2_rate, true};
}

/// Two points have nothing to slide along.
struct NearestPointPoint {
    Vec3 apart;
};
TALWEG_FN inline NearestMotion nearest_motion(const NearestPointPoint&, const Points<double, 2>&,
                                              const Points<double, 2>& v) {
    return {.apart_rate = v[0] - v[1]};
}

/// Points: p, a, b.
TALWEG_FN inline NearestMotion nearest_motion(const NearestPointEdge& near, const Points<double, 3>& y,
                                              const Points<double, 3>& v) {
    const Vec3 rate = v[0] - (1.0 - near.s) * v[1] - near.s * v[2];
    if (near.region != PointEdgeRegion::inside) return {.apart_rate = rate};
    return sliding(near.apart, rate, y[2] - y[1], v[2] - v[1]);
}

/// Points: p, a, b, c.
TALWEG_FN inline NearestMotion nearest_motion(const NearestPointTriangle& near, const Points<double, 4>& y,
                                              const Points<double, 4>& v) {
    if (near.region == PointTriangleRegion::face)
        return tilting(near.apart, y[2] - y[1], v[2] - v[1], y[3] - y[1], v[3] - v[1]);
    const Vec3 rate = v[0] - near.weight[0] * v[1] - near.weight[1] * v[2] - near.weight[2] * v[3];
    if (near.region < PointTriangleRegion::edge0) return {.apart_rate = rate};
    const int side = int(near.region) - int(PointTriangleRegion::edge0), a = 1 + side, b = 1 + (side + 1) % 3;
    return sliding(near.apart, rate, y[b] - y[a], v[b] - v[a]);
}

/// Points: a₀, a₁, b₀, b₁.
TALWEG_FN inline NearestMotion nearest_motion(const NearestEdgeEdge& near, const Points<double, 4>& y,
                                              const Points<double, 4>& v) {
    const Vec3 ea = y[1] - y[0], eb = y[3] - y[2], va = v[1] - v[0], vb = v[3] - v[2];
    if (near.region == EdgeEdgeRegion::lines) return tilting(near.apart, ea, va, eb, vb);
    const Vec3 rate = v[0] + near.s * va - v[2] - near.t * vb;
    if (near.region < EdgeEdgeRegion::a0_b) return {.apart_rate = rate};
    const bool on_b = near.region <= EdgeEdgeRegion::a1_b;
    return on_b ? sliding(near.apart, rate, eb, vb) : sliding(near.apart, rate, ea, va);
}

}  // namespace talweg
