#include "talweg/geometry/moments.hpp"

#include <cmath>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

namespace {

Mat3 outer(const Vec3& a, const Vec3& b) {
    Mat3 m;
    for (int i = 0; i < 3; ++i) m.set_column(i, a * b[i]);
    return m;
}

}  // namespace

Moments enclosed_moments(const Mesh& surface) {
    // From the middle, so that nothing cancels far from the origin.
    const Vec3 origin = bounding_box(surface.points).center();
    double volume = 0.0;
    Vec3 first = Vec3::zero();
    Mat3 second = Mat3::zero();
    for (const auto& [i, j, k] : surface.triangles) {
        const Vec3 a = surface.points[i] - origin, b = surface.points[j] - origin, c = surface.points[k] - origin;
        const double v = dot(a, cross(b, c)) / 6.0;
        const Vec3 sum = a + b + c;
        volume += v;
        first += sum * (v / 4.0);
        second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum)) * (v / 20.0);
    }
    if (volume == 0.0) return {0.0, origin, Mat3::zero()};
    const Vec3 center = first / volume;
    return {volume, origin + center, second / volume - outer(center, center)};
}

std::array<Vec3, 4> equimomental_points(const Moments& moments) {
    const SymmetricEigen<3> axes = symmetric_eigen(moments.spread);
    Mat3 root;
    for (int a = 0; a < 3; ++a) root.set_column(a, axes.vectors.column(a) * std::sqrt(axes.values[a]));
    // √3 times the corners of a regular tetrahedron on the unit sphere.
    std::array<Vec3, 4> points = {Vec3{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    for (Vec3& p : points) p = moments.center + root * p;
    if (signed_volume(points[0], points[1], points[2], points[3]) < 0.0) std::swap(points[2], points[3]);
    return points;
}

std::array<double, 4> affine_weights(const std::array<Vec3, 4>& points, const Vec3& x) {
    Mat3 edges;
    edges.set_columns(points[1] - points[0], points[2] - points[0], points[3] - points[0]);
    const Vec3 w = inverse(edges) * (x - points[0]);
    return {1.0 - w[0] - w[1] - w[2], w[0], w[1], w[2]};
}

}  // namespace talweg
