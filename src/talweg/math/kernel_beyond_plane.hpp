/// What a particle at distance d from a plane sees beyond it, if rows of more particles went on there: a wall as the
/// liquid itself.
///
///     share(d) = Σ_e w ∫ W / (all of a lattice),   slope(d) = −share′(d),   shear(d) = Σ_e w ∫ 2 (−W′/r) (1 + e/d)
///
/// integrals over planes at d + e, rows e = w/2, 3w/2… as wide as the spacing w: at a lattice's places the lattice goes
/// on as if there were no wall. `shear` is what holds the liquid at a wall when the velocity beyond goes on linearly,
/// through that of the wall (Morris, Fox and Zhu, "Modeling Low Reynolds Number Incompressible Flows Using SPH", 1997):
/// with v = γ̇ d all rows together feel μ γ̇ per area. Tabulated once.
#pragma once
#include <vector>

#include "talweg/math/smoothing_kernel.hpp"

namespace talweg {

class KernelBeyondPlane {
public:
    KernelBeyondPlane(const SmoothingKernel& kernel, double spacing, int dimension);

    double share(double d) const { return at(share_, d); }
    double slope(double d) const { return at(slope_, d); }  // 1/m
    /// Σ_e w ∫ (−W′/r) r²: what a uniform stretch changes of the sum.
    double stretch(double d) const { return at(stretch_, d); }
    double shear(double d) const { return at(steep_, d) + at(steep_depth_, d) / d; }  // 1/m²; d > 0

private:
    double at(const std::vector<double>& table, double d) const;

    double width_;                                                       // of a piece of the tables
    std::vector<double> share_, slope_, stretch_, steep_, steep_depth_;  // from 0 to the reach
};

}  // namespace talweg
