/// What acted on each body during a step, by where it came from: forces at its end times its length.
///
/// Under implicit Euler they make the change of a body's momentum, P(n+1) − P(n) = Σ impulses, as exactly as the step
/// was solved; of its angular momentum too, if what the integrator itself takes is counted in:
///
///     L(n+1) − L(n) = Σ moments of impulses + h Σ v(n+1) × M v(n)
///
/// Likewise where rigid bodies fly: forces act at the end of the step, loads in flight at its start.
#pragma once
#include "talweg/model/momentum.hpp"
#include "talweg/solve/backend.hpp"

namespace talweg {

struct Impulses {
    using OfBodies = std::vector<Momentum>;
    OfBodies contact, friction;          // of barriers, and of friction as it was lagged
    OfBodies loads;                      // gravity, loads, drag, damping
    OfBodies holds;                      // reactions of what holds or leads the body
    OfBodies joints;                     // of joints that bodies share nodes in
    OfBodies in_joints;                  // by joint: what it does to its second body, about its centre
    OfBodies integrator;                 // the moment that implicit Euler takes, or a flight; none of others
    std::vector<double> in_constraints;  // N s by row: multipliers times the length of the step
    std::vector<double> sizes;           // N s: of what touches each body, magnitudes added up

    void add(const Impulses& later);
};

/// Of a step of length dt that ended at c, with these forces of contact; all but what the integrator takes. `gradient`:
/// the landscape's there, where it is known.
Impulses measure_impulses(const Landscape& landscape, const Nodes& c, const ContactForces& contact, double dt,
                          const Nodes& gradient, Backend& backend);
/// What implicit Euler takes of angular momentum.
std::vector<Momentum> taken_by_implicit_euler(const Model& model, const Nodes& v_before, const Nodes& v, double dt);
/// What a step whose rigid bodies fly makes of angular momentum beside the moments of its forces, M (c − c̃)/h, at its
/// end: Σ c × M (v − (c − c̃)/h) − L(n).
std::vector<Momentum> taken_by_flight(const Model& model, const Nodes& c_before, const Nodes& v_before, const Nodes& c,
                                      const Nodes& v, const Nodes& c_tilde, double dt);

}  // namespace talweg
