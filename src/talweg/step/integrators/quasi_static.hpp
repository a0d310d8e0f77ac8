/// Quasi-static: no inertia; every step is the equilibrium under what time prescribes and loads.
///
///     E(c) = P(x)
///
/// Time only orders the loads and motions. Rigid motions that nothing holds leave the Hessian singular: Newton's
/// diagonal shift then keeps the body where it was.
#pragma once
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

struct QuasiStatic {
    static constexpr const char* name = "quasi_static";
    static constexpr const char* summary = "Equilibrium at every step, without inertia";
    static constexpr bool without_inertia = true;

    static Landscape predict(const Model& model, const State& state, double dt) {
        Landscape landscape = ImplicitEuler::predict(model, state, dt);
        landscape.c_tilde = state.c;
        landscape.inertia = 0.0;
        landscape.scale = 1.0;
        return landscape;
    }

    static void update(const Model&, State& state, Nodes c, double /*dt*/) {
        state.c = std::move(c);
        state.v.assign(state.c.size(), Vec3::zero());
    }
};

}  // namespace talweg
