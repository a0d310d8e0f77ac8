/// How position-based methods take the density of a liquid (projections/interface/liquid_density.hpp).
#pragma once

namespace talweg {

struct LiquidRule {
    double relaxation = 4.0;            // ε, in parts of Σ w |∇C|² on the lattice
    double artificial_pressure = 0.01;  // k of s_corr, as a compression
};

}  // namespace talweg
