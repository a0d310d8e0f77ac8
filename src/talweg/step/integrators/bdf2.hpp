/// Second-order backward differences: stable at any time step like implicit Euler, and far less dissipative. Order 2.
///
///     x̃ = (4xⁿ − xⁿ⁻¹)/3 + (2h/9)(4vⁿ − vⁿ⁻¹),   potentials × 4h²/9,   v = (3x − 4xⁿ + xⁿ⁻¹)/(2h)
///
/// The first step, and any step whose length differs from the one before, is implicit Euler's: a restart, which costs
/// no order as long as it is rare.
#pragma once
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

struct Bdf2 {
    static constexpr const char* name = "bdf2";
    static constexpr const char* summary = "Stable at any time step, damps little; order 2";

    static bool restarts(const State& state, double dt) { return state.c_before.empty() || state.dt_before != dt; }

    static Landscape predict(const Model& model, const State& state, double dt) {
        Landscape landscape = ImplicitEuler::predict(model, state, dt);
        if (restarts(state, dt)) return landscape;
        for (std::size_t i = 0; i < state.c.size(); ++i)
            landscape.c_tilde[i] = (4.0 * state.c[i] - state.c_before[i]) / 3.0 +
                                   (2.0 * dt / 9.0) * (4.0 * state.v[i] - state.v_before[i]);
        landscape.scale = 4.0 * dt * dt / 9.0;
        landscape.rate = 1.5 / dt;
        // v = (x − x_ref)·rate with x_ref = (4xⁿ − xⁿ⁻¹)/3.
        Positions b_before, x_before;
        prescribed_points(model, state.script_time() - dt, b_before);
        follow(model.map, state.c_before, b_before, x_before);
        for (std::size_t i = 0; i < x_before.size(); ++i)
            landscape.x_ref[i] = (4.0 * landscape.x_ref[i] - x_before[i]) / 3.0;
        return landscape;
    }

    static void update(const Model&, State& state, Nodes c, double dt) {
        Nodes v(c.size());
        const bool first = restarts(state, dt);
        for (std::size_t i = 0; i < c.size(); ++i)
            v[i] = first ? (c[i] - state.c[i]) / dt : (3.0 * c[i] - 4.0 * state.c[i] + state.c_before[i]) / (2.0 * dt);
        state.c_before = std::move(state.c);
        state.v_before = std::move(state.v);
        state.dt_before = dt;
        state.c = std::move(c);
        state.v = std::move(v);
    }
};

}  // namespace talweg
