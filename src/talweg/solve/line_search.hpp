/// Backtracking: the first of 1, ½, ¼… times the largest safe step that lowers the landscape.
///
/// Near the minimum the fall is below the rounding of E, and comparing values decides nothing. There a move is
/// accepted when E has not risen beyond its rounding and the slope along p has become flatter, which gradients still
/// resolve (the approximate Wolfe rule of Hager and Zhang, SIAM J. Optim. 16, 2005).
#pragma once
#include "talweg/solve/backend.hpp"

namespace talweg {

/// Rounding of a sum of energies: differences below this say nothing.
inline double rounding(const EnergySum& energy) { return 64.0 * 2.220446049250313e-16 * energy.magnitude; }

/// Of the limit: shorter moves are none.
inline constexpr double shortest_move = 1e-15;

/// A step length along a direction, and where it leads.
struct Step {
    double alpha = 0.0;   // 0: no length down to the least will do
    double change = 0.0;  // of the energy
};
/// Along p from c, at least such a part of the limit. On return `trial` is c + alpha p.
Step line_search(const Landscape& landscape, const Nodes& c, const Nodes& p, double limit, const EnergySum& energy,
                 double slope, Backend& backend, Nodes& trial, double least = shortest_move);

}  // namespace talweg
