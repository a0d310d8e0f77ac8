/// The plane spanned by two vectors e₁, e₂: an orthonormal basis of it, and what multiples of e₁ and e₂ give each of
/// its vectors. The angle between them is measured by the cross product, which keeps its digits when they are almost
/// parallel; |e₁|²|e₂|² − (e₁·e₂)² does not.
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

/// sin² of the angle below which two directions count as parallel: their cross product is then mostly rounding.
inline constexpr double parallel_sine_squared = 1e-20;
/// sin² of the angle below which the cross product still spans a plane, but shows its normal with few digits.
inline constexpr double doubtful_sine_squared = 1e-8;

TALWEG_FN inline bool spans_plane(const Vec3& normal, const Vec3& e1, const Vec3& e2) {
    return norm_squared(normal) > parallel_sine_squared * norm_squared(e1) * norm_squared(e2);
}

struct TangentPlane {
    Vec3 f1, f2;                                // orthonormal
    double f1_from_e1, f2_from_e1, f2_from_e2;  // f₁ = f1_from_e1 e₁,  f₂ = f2_from_e1 e₁ + f2_from_e2 e₂
};

/// For vectors that span a plane, with normal = e₁ × e₂.
TALWEG_FN inline TangentPlane tangent_plane(const Vec3& e1, const Vec3& e2, const Vec3& normal) {
    const double length = norm(e1), area = norm(normal);
    TangentPlane plane;
    plane.f1 = e1 / length;
    plane.f2 = cross(normal / area, plane.f1);
    plane.f1_from_e1 = 1.0 / length;
    plane.f2_from_e2 = length / area;
    plane.f2_from_e1 = -plane.f2_from_e2 * (dot(plane.f1, e2) / length);
    return plane;
}

/// The part of v perpendicular to both e₁ and e₂, however close these are to parallel: what is left of v along either
/// is of the size of its rounding, since every subtraction is done twice.
TALWEG_FN inline Vec3 perpendicular_part(Vec3 v, const Vec3& e1, Vec3 e2) {
    const double first = norm_squared(e1);
    for (int n = 0; n < 2; ++n) e2 -= (dot(e2, e1) / first) * e1;
    const double second = norm_squared(e2);
    for (int n = 0; n < 2; ++n) {
        v -= (dot(v, e1) / first) * e1;
        v -= (dot(v, e2) / second) * e2;
    }
    return v;
}

}  // namespace talweg
