/// The energy that a step descends, as its integrator shapes it.
///
///     E(c) = ½ inertia · |c − c̃|²_M + scale · P(x),   x = W c + b
///
/// P sums the potentials, times their factors where they change with time, and the dissipations of the velocity
/// v = (x − x_ref)·rate. Implicit Euler has c̃ = cⁿ + h ċⁿ, scale = h², rate = 1/h. A quasi-static landscape has no
/// inertia.
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

/// What draws components of a node to a place: ½ mass |c − target|², not scaled.
struct Pull {
    int node;
    Axes axes;
    Vec3 target;
    double mass;  // kg
};

struct Landscape {
    Nodes c_tilde;
    double inertia = 1.0;
    double scale = 0.0;
    Positions b;
    Positions x_ref;
    double rate = 0.0;
    std::vector<Pull> pulls = {};      // of scripted nodes that are on their way
    std::vector<double> factors = {};  // of each of the model's terms; empty: all are 1
    ElementMemory memory = {};         // of the elements, likewise; empty: they have just begun

    /// What the term's own energy is multiplied by.
    double factor(std::size_t term) const { return term < factors.size() ? factors[term] : 1.0; }
};

}  // namespace talweg
