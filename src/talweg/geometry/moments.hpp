/// Volume, centre and second moments of what a closed surface encloses, and four points that stand for it.
#pragma once
#include <array>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct Moments {
    double volume;  // m³; negative: the surface is inside out
    Vec3 center;
    Mat3 spread;  // ∫ (x − center)(x − center)ᵀ dV / volume, m²
};

/// Of the triangles of a closed surface, by the divergence theorem: sums over the tetrahedra that they span with one
/// point. Exact for polyhedra.
Moments enclosed_moments(const Mesh& surface);

/// Four points of equal weight with the same centre and spread: whatever moves affinely with the body has the same
/// mass, momentum, angular momentum and kinetic energy as the four, each with a quarter of the mass. For centre and
/// spread c and S = L Lᵀ they are c + √3 L v_a, v_a the corners of a regular tetrahedron on the unit sphere, Σ v_a v_aᵀ
/// = 4/3 I. In an order of positive volume. The spread must be positive definite.
std::array<Vec3, 4> equimomental_points(const Moments& moments);

/// The affine coordinates of x by four points: Σ weight · point = x, Σ weight = 1.
std::array<double, 4> affine_weights(const std::array<Vec3, 4>& points, const Vec3& x);

}  // namespace talweg
