/// The surface of a liquid of particles, closed and smooth.
///
/// The part of space that is filled around a place, ρ(x) = V Σ W(|x − x_i|), is 1 inside a regular filling and ½ on its
/// flat surface, half a spacing outside the last row: where ρ = ½, flat surfaces stand where they are, with ripples of
/// less than a hundredth of the spacing, and a ball of radius R loses about 1.4 (spacing/R)² of its volume. What is too
/// thin for that – drops, threads, spray – shows as a ball of its volume around each particle, grown together with the
/// rest (the smooth union of shapes/blobs.hpp).
#pragma once
#include <unordered_map>
#include <utility>

#include "talweg/geometry/isosurface/isosurface.hpp"
#include "talweg/math/smoothing_kernel.hpp"

namespace talweg {

class ParticleSurface {
public:
    /// `places`: finite, m; `spacing` of particles at rest, each of which takes up a cube of it.
    ParticleSurface(std::vector<Vec3> places, double spacing);

    /// About the distance from the surface, m; negative inside.
    double value(const Vec3& x) const;
    /// Triangles outward, half a spacing wide; nothing where there are no particles. The same bits on every call.
    Mesh mesh() const;
    /// Which particles tell what is carried to a place, and how much of it; the parts make 1. Empty far from all.
    std::vector<std::pair<int, double>> carriers(const Vec3& x) const;

private:
    using Cell = std::array<std::int64_t, 3>;
    struct CellHash {
        std::size_t operator()(const Cell& cell) const;
    };
    Cell cell_of(const Vec3& x) const;
    template <class Visit>  // of each particle within reach of a box, until it says true; whether one did
    bool visit(const Box& box, const Visit& visit) const;

    std::vector<Vec3> places_;
    std::vector<double> radii_;  // of the balls, m; 0: none
    double spacing_, volume_;
    SmoothingKernel kernel_;
    std::unordered_map<Cell, std::vector<int>, CellHash> cells_;  // as wide as the kernel reaches
};

}  // namespace talweg
