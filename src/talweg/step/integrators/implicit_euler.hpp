/// Implicit Euler as a landscape: unconditionally stable, order 1.
///
///     E(c) = ½ |c − (cⁿ + h ċⁿ)|²_M + h² P(x),   ċ = (c − cⁿ)/h
///
/// Li, 15-769 lectures 2 and 3.
#pragma once
#include "talweg/assembly/landscape.hpp"
#include "talweg/model/live_points.hpp"
#include "talweg/state/state.hpp"

namespace talweg {

struct ImplicitEuler {
    static constexpr const char* name = "implicit_euler";
    static constexpr const char* summary = "Stable at any time step, damps fast motion; order 1 (default)";

    static Landscape predict(const Model& model, const State& state, double dt) {
        return predict(model, state, dt, nullptr, {});
    }
    /// The same, where only live points are asked for, in an array that an earlier landscape of the model had.
    static Landscape predict(const Model& model, const State& state, double dt, const LivePoints* live,
                             Positions x_ref) {
        Landscape landscape;
        landscape.c_tilde.resize(state.c.size());
        parallel_nodes(static_cast<int>(state.c.size()),
                       [&](int i) { landscape.c_tilde[i] = state.c[i] + dt * state.v[i]; });
        landscape.scale = dt * dt;
        landscape.rate = 1.0 / dt;
        landscape.x_ref = std::move(x_ref);
        const PrescribedPoints before(model, state.script_time());
        if (live)
            live->follow(state.c, before, landscape.x_ref);
        else
            follow(model.map, state.c, before, landscape.x_ref);  // no term sees points that are only looked at
        landscape.b = {model, state.script_time() + dt};
        landscape.memory = state.memory;
        landscape.factors = load_factors(model, state.time + dt);
        if (model.air) landscape.wind = model.air->velocities(state.time + dt, landscape.x_ref);
        return landscape;
    }

    static void update(const Model&, State& state, Nodes c, double dt) {
        state.a.resize(c.size());
        parallel_nodes(static_cast<int>(c.size()), [&](int i) {
            const Vec3 v = (c[i] - state.c[i]) / dt;
            state.a[i] = (v - state.v[i]) / dt;
            state.v[i] = v;
        });
        state.c = std::move(c);
    }
};

}  // namespace talweg
