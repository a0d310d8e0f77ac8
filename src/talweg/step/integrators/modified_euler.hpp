/// Modified Euler: positions move with the mean of the velocities at both ends. Order 1.
///
///     ċ' = ċ + h a(c, ċ),   c' = c + h (ċ + ċ')/2
///
/// Ng and O'Brien, CS184 lecture 19: exact for constant acceleration, yet of first order, since ċ' is.
#pragma once
#include "talweg/step/acceleration.hpp"

namespace talweg {

struct ModifiedEuler {
    static constexpr const char* name = "modified_euler";
    static constexpr const char* summary = "Positions move with the mean velocity of the step; order 1";
    static constexpr int order = 1;

    static void step(const Acceleration& acceleration, State& s, double h) {
        const Nodes a = acceleration(s);
        for (std::size_t i = 0; i < a.size(); ++i) {
            s.c[i] += h * s.v[i] + (0.5 * h * h) * a[i];
            s.v[i] += h * a[i];
        }
    }
};

}  // namespace talweg
