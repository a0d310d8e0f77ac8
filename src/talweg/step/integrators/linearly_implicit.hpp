/// Linearly implicit Euler: one linear solve per step, order 1.
///
///     (M − h² K) ċ' = M ċ + h f,   c' = c + h ċ',   K = ∂f/∂c
///
/// Levin, CSC2549 lecture "Mass-spring systems in 3D". It is the first Newton direction of implicit Euler from cⁿ with
/// the true Hessian: the gradient there is −h M ċ − h² f, the Hessian M − h² K, and the direction h ċ'.
#pragma once
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

struct LinearlyImplicit {
    static constexpr const char* name = "linearly_implicit";
    static constexpr const char* summary = "Implicit Euler with one linear solve per step; order 1";

    static Landscape predict(const Model& model, const State& state, double dt) {
        return ImplicitEuler::predict(model, state, dt);
    }
    static void update_linear(const Model& model, State& state, Nodes c, double dt) {
        ImplicitEuler::update(model, state, std::move(c), dt);
    }
};

}  // namespace talweg
