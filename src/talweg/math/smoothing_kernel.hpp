/// The weight with which a particle sees others: Wendland's C² function of compact support,
///
///     W(r) = α (1 − q)⁴ (1 + 4q),  q = r / reach,   α = 7/(π reach²) in the plane, 21/(2π reach³) in space
///
/// whose Fourier transform is positive, so that particles under pressure do not pair (Wendland 1995; Dehnen and Aly,
/// "Improving convergence in smoothed particle hydrodynamics simulations without pairing instability", 2012).
#pragma once
#include <cmath>
#include <numbers>

#include "talweg/math/select.hpp"

namespace talweg {

class SmoothingKernel {
public:
    /// `dimension` 2 or 3; the integral over the plane or over space is 1.
    SmoothingKernel(double reach, int dimension)
        : reach_(reach),
          factor_(dimension == 2 ? 7.0 / (std::numbers::pi * reach * reach)
                                 : 21.0 / (2.0 * std::numbers::pi * reach * reach * reach)) {}

    double reach() const { return reach_; }
    /// Of a number, or of a pack of numbers.
    template <class Real>
    Real value(Real r) const {
        const Real q = r / reach_, rest = 1.0 - q;
        return select(rest > 0.0, factor_ * rest * rest * rest * rest * (1.0 + 4.0 * q), Real(0.0));
    }
    /// −W′(r)/r, which is finite at 0.
    template <class Real>
    Real steepness(Real r) const {
        const Real rest = 1.0 - r / reach_;
        return select(rest > 0.0, factor_ * 20.0 * rest * rest * rest / (reach_ * reach_), Real(0.0));
    }

private:
    double reach_, factor_;
};

/// What the kernel makes of a lattice of particles: 1 both, when it is fine.
struct LatticeSums {
    double filling = 0.0;  // V Σ W, V the volume of a particle
    double shear = 0.0;    // V Σ (−W′/r) y²

    LatticeSums(const SmoothingKernel& kernel, double spacing, int dimension) {
        const int far = static_cast<int>(std::ceil(kernel.reach() / spacing)), deep = dimension == 2 ? 0 : far;
        const double volume = dimension == 2 ? spacing * spacing : spacing * spacing * spacing;
        for (int i = -far; i <= far; ++i)
            for (int j = -far; j <= far; ++j)
                for (int k = -deep; k <= deep; ++k) {
                    const double r = spacing * std::sqrt(double(i * i + j * j + k * k)), y = spacing * j;
                    filling += volume * kernel.value(r);
                    shear += volume * kernel.steepness(r) * y * y;
                }
    }
};

}  // namespace talweg
