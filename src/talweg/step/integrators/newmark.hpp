/// Newmark's trapezoidal rule: keeps the energy of linear systems. Order 2.
///
///     x̃ = xⁿ + h vⁿ + h² aⁿ/4,   potentials × h²/4,   a = 4 (x − x̃)/h²,   v = vⁿ + h (aⁿ + a)/2
///
/// Newmark, J. Eng. Mech. 85, 1959, with β = ¼, γ = ½. The velocity of the step's end is v = (x − x_ref)·2/h with
/// x_ref = xⁿ + h vⁿ/2, which is what dissipations see.
#pragma once
#include "talweg/step/acceleration.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

struct Newmark {
    static constexpr const char* name = "newmark";
    static constexpr const char* summary = "Trapezoidal rule: keeps the energy of linear systems; order 2";

    static Landscape predict(const Model& model, const State& state, double dt) {
        const Nodes a = start(model, state);
        Landscape landscape = ImplicitEuler::predict(model, state, dt);
        for (std::size_t i = 0; i < a.size(); ++i) landscape.c_tilde[i] += (0.25 * dt * dt) * a[i];
        landscape.scale = 0.25 * dt * dt;
        landscape.rate = 2.0 / dt;
        const Positions v = velocities(model, state, dt);
        for (std::size_t i = 0; i < v.size(); ++i) landscape.x_ref[i] += (0.5 * dt) * v[i];
        return landscape;
    }

    static void update(const Model& model, State& state, Nodes c, double dt) {
        const Nodes before = start(model, state);
        state.a.resize(c.size());
        for (std::size_t i = 0; i < c.size(); ++i) {
            const Vec3 move = c[i] - state.c[i];
            state.a[i] = (4.0 / (dt * dt)) * (move - dt * state.v[i]) - before[i];
            state.v[i] = (2.0 / dt) * move - state.v[i];
        }
        state.c = std::move(c);
    }

private:
    /// aⁿ: remembered, or of the forces at the start.
    static Nodes start(const Model& model, const State& state) {
        if (!state.a.empty()) return state.a;
        Assembler assembler(model);
        return Acceleration(model, assembler)(state);
    }
};

}  // namespace talweg
