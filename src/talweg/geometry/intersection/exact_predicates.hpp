/// Questions about places that are answered exactly, whatever the rounding: which side, and do two features have a
/// point in common? For the referee and the examination of meshes, which must not err; the solver's own path uses
/// none of it, so that one can judge the other. Signs come from CGAL's exact-predicates kernel. Coordinates must be
/// finite.
///
/// "Meet" includes touching: features are closed sets, and one common point is enough, also when everything lies in
/// one plane or on one line, and when a triangle or segment is degenerate.
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

/// Sign of det[b − a, c − a, d − a]: +1 for a tetrahedron that is not inverted, 0 if all lie in one plane.
int orientation_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
/// Sign of the area of a triangle in the plane, +1 counter-clockwise; the third coordinates do not matter.
int planar_orientation_sign(const Vec3& a, const Vec3& b, const Vec3& c);

/// Do the segments ab and cd of the plane meet? The third coordinates do not matter.
bool segments_cross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
/// Do the segment ab and the triangle pqr meet?
bool segment_crosses_triangle(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, const Vec3& r);

}  // namespace talweg
