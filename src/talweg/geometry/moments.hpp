/// Volume, centre and second moments of bodies – what a closed surface encloses, walls, wires, planar pieces – and
/// four points that stand for one.
#pragma once
#include <array>
#include <vector>

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

/// Of a wall of that thickness, half of it on either side of the triangles: ∫ x xᵀ over each, and t²/12 across it.
Moments wall_moments(const Mesh& surface, double thickness);

/// Of round wires of that diameter along edges: ∫ x xᵀ along each, and d²/16 across it.
Moments wire_moments(const Mesh& mesh, const std::vector<std::array<int, 2>>& edges, double diameter);

/// Of triangles in the xy plane: "volume" is their area, and nothing spreads along z.
Moments planar_moments(const Mesh& mesh);

/// A body of that mass.
struct WeighedMoments {
    Moments moments;
    double mass;  // kg, or in any unit of weight
};

/// Of several bodies that move as one, by the parallel-axis theorem:
///   m = Σ m_i,   c = Σ m_i c_i / m,   S = Σ m_i (S_i + (c_i − c)(c_i − c)ᵀ) / m;   volumes add up.
WeighedMoments together(const std::vector<WeighedMoments>& parts);

/// The spread of a body with that inertia tensor J about its centre: J = m (tr S · I − S). Its eigenvalues are positive
/// if and only if the largest principal moment is less than the sum of the others.
Mat3 spread_of(const Mat3& inertia, double mass);

/// Four points of equal weight with the same centre and spread: whatever moves affinely with the body has the same
/// mass, momentum, angular momentum and kinetic energy as the four, each with a quarter of the mass. For centre and
/// spread c and S = L Lᵀ they are c + √3 L v_a, v_a the corners of a regular tetrahedron on the unit sphere, Σ v_a v_aᵀ
/// = 4/3 I. In an order of positive volume. The spread must be positive definite.
std::array<Vec3, 4> equimomental_points(const Moments& moments);

/// Three of equal weight, a third of the mass each, for what lies in the xy plane: c + √2 L v_a, v_a the corners of an
/// equilateral triangle on the unit circle.
std::array<Vec3, 3> equimomental_triangle(const Moments& moments);

/// The affine coordinates of x by three points in the xy plane; the fourth is 0.
std::array<double, 4> affine_weights(const std::array<Vec3, 3>& points, const Vec3& x);

/// The affine coordinates of x by four points: Σ weight · point = x, Σ weight = 1.
std::array<double, 4> affine_weights(const std::array<Vec3, 4>& points, const Vec3& x);

}  // namespace talweg
