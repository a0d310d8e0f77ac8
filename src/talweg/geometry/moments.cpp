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

/// Σ of pieces, from a middle, so that nothing cancels far from the origin.
struct Sum {
    Vec3 origin;
    double volume = 0.0;
    Vec3 first = Vec3::zero();
    Mat3 second = Mat3::zero();

    Moments moments() const {
        if (volume == 0.0) return {0.0, origin, Mat3::zero()};
        const Vec3 center = first / volume;
        return {volume, origin + center, second / volume - outer(center, center)};
    }
};

/// Triangles of that weight per area, and `across` of ∫ z² over their thickness per weight.
Moments triangle_moments(const Mesh& mesh, double weight, double across) {
    Sum sum{bounding_box(mesh.points).center()};
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.points[i] - sum.origin, b = mesh.points[j] - sum.origin, c = mesh.points[k] - sum.origin;
        const Vec3 normal = area_vector(a, b, c), all = a + b + c;
        const double area = norm(normal), v = weight * area;
        sum.volume += v;
        sum.first += all * (v / 3.0);
        sum.second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(all, all)) * (v / 12.0);
        if (area > 0.0) sum.second += outer(normal, normal) * (v * across / (area * area));
    }
    return sum.moments();
}

}  // namespace

Moments enclosed_moments(const Mesh& surface) {
    Sum sum{bounding_box(surface.points).center()};
    auto& [origin, volume, first, second] = sum;
    for (const auto& [i, j, k] : surface.triangles) {
        const Vec3 a = surface.points[i] - origin, b = surface.points[j] - origin, c = surface.points[k] - origin;
        const double v = dot(a, cross(b, c)) / 6.0;
        const Vec3 all = a + b + c;
        volume += v;
        first += all * (v / 4.0);
        second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(all, all)) * (v / 20.0);
    }
    return sum.moments();
}

Moments wall_moments(const Mesh& surface, double thickness) {
    return triangle_moments(surface, thickness, thickness * thickness / 12.0);
}

Moments planar_moments(const Mesh& mesh) { return triangle_moments(mesh, 1.0, 0.0); }

Moments wire_moments(const Mesh& mesh, const std::vector<std::array<int, 2>>& edges, double diameter) {
    Sum sum{bounding_box(mesh.points).center()};
    const double section = 0.25 * M_PI * diameter * diameter, across = diameter * diameter / 16.0;
    for (const auto& [i, j] : edges) {
        const Vec3 a = mesh.points[i] - sum.origin, b = mesh.points[j] - sum.origin, along = b - a;
        const double length = norm(along), v = section * length;
        if (length == 0.0) continue;
        sum.volume += v;
        sum.first += (a + b) * (0.5 * v);
        sum.second += (outer(a, a) + outer(b, b) + outer(a + b, a + b)) * (v / 6.0);
        sum.second += (Mat3::identity() - outer(along, along) / (length * length)) * (v * across);
    }
    return sum.moments();
}

WeighedMoments together(const std::vector<WeighedMoments>& parts) {
    WeighedMoments all{{0.0, Vec3::zero(), Mat3::zero()}, 0.0};
    const Vec3 origin = parts.front().moments.center;  // so that nothing cancels far from the world's
    for (const auto& [moments, mass] : parts) {
        all.mass += mass;
        all.moments.volume += moments.volume;
        all.moments.center += mass * (moments.center - origin);
    }
    all.moments.center = origin + all.moments.center / all.mass;
    for (const auto& [moments, mass] : parts) {
        const Vec3 away = moments.center - all.moments.center;
        all.moments.spread += (moments.spread + outer(away, away)) * (mass / all.mass);
    }
    return all;
}

Mat3 spread_of(const Mat3& inertia, double mass) {
    return (Mat3::identity() * (0.5 * trace(inertia)) - inertia) / mass;
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

std::array<Vec3, 3> equimomental_triangle(const Moments& moments) {
    Matrix<double, 2, 2> spread;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) spread(i, j) = moments.spread(i, j);
    const SymmetricEigen<2> axes = symmetric_eigen(spread);
    const double root3 = std::sqrt(3.0);
    // √2 times the corners of an equilateral triangle on the unit circle.
    const double corners[3][2] = {
        {std::sqrt(2.0), 0.0}, {-std::sqrt(0.5), root3 * std::sqrt(0.5)}, {-std::sqrt(0.5), -root3 * std::sqrt(0.5)}};
    std::array<Vec3, 3> points;
    for (int k = 0; k < 3; ++k) {
        points[k] = moments.center;
        for (int a = 0; a < 2; ++a)
            for (int i = 0; i < 2; ++i) points[k][i] += std::sqrt(axes.values[a]) * corners[k][a] * axes.vectors(i, a);
    }
    if (area_vector(points[0], points[1], points[2])[2] < 0.0) std::swap(points[1], points[2]);
    return points;
}

std::array<double, 4> affine_weights(const std::array<Vec3, 3>& points, const Vec3& x) {
    const double whole = area_vector(points[0], points[1], points[2])[2];
    const double w1 = area_vector(points[0], x, points[2])[2] / whole;
    const double w2 = area_vector(points[0], points[1], x)[2] / whole;
    return {1.0 - w1 - w2, w1, w2, 0.0};
}

std::array<double, 4> affine_weights(const std::array<Vec3, 4>& points, const Vec3& x) {
    Mat3 edges;
    edges.set_columns(points[1] - points[0], points[2] - points[0], points[3] - points[0]);
    const Vec3 w = inverse(edges) * (x - points[0]);
    return {1.0 - w[0] - w[1] - w[2], w[0], w[1], w[2]};
}

}  // namespace talweg
