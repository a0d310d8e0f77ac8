/// The neighbourhoods of a sheet whose triangles rest one by one – pattern pieces, a surface laid flat – as energies of
/// bending ask for them: unfolded into a plane, triangle by triangle.
///
/// Where two triangles disagree on how long their common edge is, as at a seam that is eased in, the one that is laid
/// out first decides, and the apex of the other keeps its height and, in proportion, its place along the edge.
#pragma once
#include <map>
#include <span>

#include "talweg/energies/interface/plate_patch.hpp"
#include "talweg/math/points.hpp"

namespace talweg {

class UnfoldedRest {
public:
    /// Corners of the triangles at rest, in the order of the triangles' points. Both must outlive it.
    UnfoldedRest(std::span<const std::array<int, 3>> triangles, std::span<const std::array<Vec3, 3>> rest);

    /// As find_hinges orders them.
    Points<double, 4> of(std::span<const int, 4> points) const;
    /// As find_patches orders them; the triangle itself lies as it rests.
    Points<double, 12> of(std::span<const int, 12> points) const;

private:
    std::array<Vec3, 3> corners(int a, int b, int c) const;
    /// Where the apex of a triangle comes to lie, across the edge from → to from what is at `side`.
    Vec3 across(const Vec3& from, const Vec3& to, const Vec3& side, const std::array<Vec3, 3>& triangle) const;

    std::span<const std::array<int, 3>> triangles_;
    std::span<const std::array<Vec3, 3>> rest_;
    std::map<std::array<int, 3>, std::size_t> number_;  // by its points in ascending order
};

}  // namespace talweg
