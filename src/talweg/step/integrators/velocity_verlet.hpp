/// Velocity Verlet: symplectic, order 2 at one new acceleration per step.
///
///     c' = c + h ċ + ½h² a(c, ċ),   ċ' = ċ + ½h (a(c, ċ) + a(c', ċ + h a))
///
/// The second acceleration sees a predicted velocity, which keeps the order when forces depend on velocity.
#pragma once
#include "talweg/step/acceleration.hpp"

namespace talweg {

struct VelocityVerlet {
    static constexpr const char* name = "velocity_verlet";
    static constexpr const char* summary = "Keeps energy well for small steps; order 2";
    static constexpr int order = 2;

    static void step(const Acceleration& acceleration, State& s, double h) {
        const Nodes a = acceleration(s);
        State end = s;
        end.time += h;
        for (std::size_t i = 0; i < a.size(); ++i) {
            end.c[i] += h * s.v[i] + (0.5 * h * h) * a[i];
            end.v[i] += h * a[i];
        }
        const Nodes b = acceleration(end);
        for (std::size_t i = 0; i < a.size(); ++i) {
            s.c[i] = end.c[i];
            s.v[i] += (0.5 * h) * (a[i] + b[i]);
        }
    }
};

}  // namespace talweg
