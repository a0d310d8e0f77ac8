/// Distances for the referee and the examination of meshes: written anew and plainly, so that they share nothing with
/// the solver's. Each is the shortest of the ways between places that were found, so rounding can only lengthen it:
/// what they call too near is too near.
#pragma once
#include "talweg/math/matrix.hpp"

namespace talweg {

struct PlainDistance {
    double distance;
    Vec3 place;  // halfway
};

PlainDistance segment_to_segment(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
PlainDistance point_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace talweg
