/// Symplectic Euler: energy stays bounded while ωh < 2. Order 1.
///
///     ċ' = ċ + h a(c, ċ),   c' = c + h ċ'
#pragma once
#include "talweg/step/acceleration.hpp"

namespace talweg {

struct SymplecticEuler {
    static constexpr const char* name = "symplectic_euler";
    static constexpr const char* summary =
        "Velocity first, then position: energy stays bounded for small steps; order 1";
    static constexpr int order = 1;

    static void step(const Acceleration& acceleration, State& s, double h) {
        const Nodes a = acceleration(s);
        for (std::size_t i = 0; i < a.size(); ++i) {
            s.v[i] += h * a[i];
            s.c[i] += h * s.v[i];
        }
    }
};

}  // namespace talweg
