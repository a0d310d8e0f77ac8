/// Contact over one step: the barriers' stiffness, and how often friction is renewed.
///
/// The stiffness κ is kept in the state. Chosen at the first step so that a barrier is somewhat stiffer than what it
/// meets, it grows after steps that end with a gap below a tenth of d̂: twofold to tenfold, and a millionfold at most.
#pragma once
#include "talweg/solve/newton.hpp"
#include "talweg/state/state.hpp"

namespace talweg {

class ContactStep {
public:
    ContactStep(const Landscape& landscape, State& state, double dt, Backend& backend);

    /// After a descent: whether friction agrees with where it ended, or has been renewed as often as asked. If not, it
    /// is renewed now.
    bool settled(const Nodes& c, double tolerance);
    /// Takes note of how the step ended.
    void finish(const Nodes& c, State& state, Descent& descent);

private:
    const Landscape& landscape_;
    double dt_;
    Backend& backend_;
    Nodes before_;
    int lags_ = 1, places_ = 1;
    bool unsettled_ = false;
};

/// The largest of |f| / (k ℓ) over the surface: how far the force of contact on a point would press it in, by the
/// elasticity around it alone, beside how fine the surface is there. Towards 1, elements are crushed.
double pressed_in(const Landscape& landscape, const Nodes& c, const ContactForces& forces, Backend& backend);

/// A pressure that is neither soft nor hard beside the weight, the inertia and the elasticity of the bodies, Pa.
double choose_kappa(const Landscape& landscape, const Nodes& c, double dt, Backend& backend);

}  // namespace talweg
