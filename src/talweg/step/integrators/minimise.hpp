/// Distortion minimisation: no inertia and no time, one Newton iteration per step towards the least energy.
///
///     E(c) = P(x);   c ← c + α p,   H p = −g
///
/// What a quasi-static step does at once, made visible: every iteration can be a frame, and the energy falls with each.
/// Steps only count; anchors stand where time finds them.
#pragma once
#include "talweg/step/integrators/quasi_static.hpp"

namespace talweg {

struct Minimise {
    static constexpr const char* name = "minimise";
    static constexpr const char* summary = "One Newton iteration per step towards the least energy, without inertia";
    static constexpr bool one_iteration = true;

    static Landscape predict(const Model& model, const State& state, double dt) {
        return QuasiStatic::predict(model, state, dt);
    }
    static void update(const Model& model, State& state, Nodes c, double dt) {
        QuasiStatic::update(model, state, std::move(c), dt);
    }
};

}  // namespace talweg
