/// The forces of contact and friction, in newtons: on every point, and between every two bodies that touch.
///
/// They are minus the gradients of the energies that the step minimised, at its minimum; so they balance momentum as
/// exactly as the step was solved.
#pragma once
#include "talweg/contact/friction_lag.hpp"

namespace talweg {

struct ContactForces {
    struct Pair {
        int first, second;  // bodies or obstacles, first ≤ second; the same: a body touches itself
        int contacts;       // features in reach
        Vec3 force;         // on the first, N; the second feels the opposite
    };
    std::vector<Pair> pairs;            // ascending
    Positions on_point;                 // N; empty without contact
    Positions friction_on_point;        // N: the part of friction
    std::vector<double> size_on_point;  // N: sizes of all that acts on it, added up
    double lag_error = 0.0;  // largest force on a point that friction, taken anew at the end, would differ by, N

    /// Adds `share` of what others are: forces of parts of a step make those of the step.
    void add(const ContactForces& others, double share);
};

/// Of barriers at x, and of lagged friction whose points came from x_ref at that rate (1/s).
ContactForces contact_forces(const ContactWorld& world, const ContactSet& contacts, const FrictionSet& friction,
                             const Positions& x, const Positions& x_ref, double rate);

}  // namespace talweg
