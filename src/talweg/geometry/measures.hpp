/// Length, area and volume of single elements and of whole meshes.
#pragma once
#include <vector>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// ½ (b−a) × (c−a): the normal, as long as the triangle's area.
inline Vec3 area_vector(const Vec3& a, const Vec3& b, const Vec3& c) { return 0.5 * cross(b - a, c - a); }

/// det[b−a, c−a, d−a] / 6, negative for an inverted tetrahedron.
inline double signed_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return dot(b - a, cross(c - a, d - a)) / 6.0;
}

/// Sum of the triangles' areas (m²).
double surface_area(const Mesh& mesh);

/// ∮ x·n dA / 3 over the triangles (m³): positive for a closed surface with outward triangles, by the divergence
/// theorem.
double enclosed_volume(const Mesh& mesh);

/// Sum of the tetrahedra's signed volumes (m³).
double tet_volume(const Mesh& mesh);

/// Each point's share of the body's length, area or volume, by mesh.dimension (m, m², m³): every element gives equal
/// parts to its corners. Volumes are shared by tets or else hexes, areas by quads or else triangles, lengths by the
/// edges named "structural". Points of no element get 0. Absolute values: inverted elements still weigh something.
/// `fill`: part of each tet that counts; empty: all of every tet.
std::vector<double> point_shares(const Mesh& mesh, const std::vector<double>& fill = {});

/// ∫ N_i N_j over the elements that two points share (V/20, A/12, l/6 of each), N the linear shape functions: what a
/// consistent mass has between points, per density. A point's share less those of its pairs is ∫ N_i². Every pair i < j
/// once, sorted. Bodies woven from springs (quads, hexes) have none.
struct PairShare {
    int i, j;
    double share;
};
std::vector<PairShare> pair_shares(const Mesh& mesh, const std::vector<double>& fill = {});

}  // namespace talweg
