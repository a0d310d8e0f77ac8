/// Forward Euler: simple, and unstable on every oscillation. Order 1.
///
///     c' = c + h ċ,   ċ' = ċ + h a(c, ċ)
#pragma once
#include "talweg/step/acceleration.hpp"

namespace talweg {

struct ForwardEuler {
    static constexpr const char* name = "forward_euler";
    static constexpr const char* summary = "The simplest and the least stable: oscillations grow; order 1";
    static constexpr int order = 1;

    static void step(const Acceleration& acceleration, State& s, double h) {
        const Nodes a = acceleration(s);
        for (std::size_t i = 0; i < a.size(); ++i) {
            s.c[i] += h * s.v[i];
            s.v[i] += h * a[i];
        }
    }
};

}  // namespace talweg
