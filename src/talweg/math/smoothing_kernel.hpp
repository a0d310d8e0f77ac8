/// The weight with which a particle sees others: Wendland's C² function of compact support,
///
///     W(r) = α (1 − q)⁴ (1 + 4q),  q = r / reach,   α = 7/(π reach²) in the plane, 21/(2π reach³) in space
///
/// whose Fourier transform is positive, so that particles under pressure do not pair (Wendland 1995; Dehnen and Aly,
/// "Improving convergence in smoothed particle hydrodynamics simulations without pairing instability", 2012).
#pragma once
#include <cmath>
#include <numbers>

namespace talweg {

class SmoothingKernel {
public:
    /// `dimension` 2 or 3; the integral over the plane or over space is 1.
    SmoothingKernel(double reach, int dimension)
        : reach_(reach),
          factor_(dimension == 2 ? 7.0 / (std::numbers::pi * reach * reach)
                                 : 21.0 / (2.0 * std::numbers::pi * reach * reach * reach)) {}

    double reach() const { return reach_; }
    double value(double r) const {
        const double q = r / reach_, rest = 1.0 - q;
        return rest > 0.0 ? factor_ * rest * rest * rest * rest * (1.0 + 4.0 * q) : 0.0;
    }
    /// −W′(r)/r, which is finite at 0.
    double steepness(double r) const {
        const double rest = 1.0 - r / reach_;
        return rest > 0.0 ? factor_ * 20.0 * rest * rest * rest / (reach_ * reach_) : 0.0;
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
