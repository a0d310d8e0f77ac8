/// Forces in the joints that are kept by shared nodes, from what is left of the step's gradient at the bodies' own
/// nodes.
///
/// Where a step ends, inertia·M(c − c̃) + scale·∂P/∂c of the bodies' own nodes is what joints do to them: Rᵀ λ, R the
/// joints' relations. λ is found from the force and moment that this makes on every rigid body, which what keeps them
/// rigid has no part in, and from single nodes of others. Joints that repeat one another share the load as evenly as
/// possible (the λ of least norm).
#pragma once
#include "talweg/model/linkage.hpp"
#include "talweg/model/momentum.hpp"
#include "talweg/solve/backend.hpp"
#include "talweg/step/flight.hpp"
#include "talweg/step/impulses.hpp"

namespace talweg {

struct JointForces {
    std::vector<Momentum> on_body;   // N, N m about the origin: of joints between bodies and with the world
    std::vector<Momentum> holds;     // likewise: of holds of places
    std::vector<Momentum> in_joint;  // by joint: N, N m about its centre, on its second body, or on its only one
};

/// At c, where the landscape's gradient has just been taken. The model must have joints. `flown`: where rigid bodies
/// fly, how the step ended: of those that share nodes M (v(n+1) − v(n))/h, less what kept them rigid in flight, stands
/// for inertia; c̃ knows their joints only as far as the common nodes feel them.
JointForces measure_joint_forces(const Landscape& landscape, const Nodes& c, Backend& backend,
                                 const FlightEnd* flown = nullptr);

/// The books of bodies that share nodes and flew: forces in their joints, and in place of what the integrator took of
/// them, what turns with a body's places while the step lasts, Σ (c(n+1) − c(n)) × M v(n), and what kept it rigid along
/// the old frame.
void measure_flown_joints(const Landscape& landscape, const Nodes& c_before, const Nodes& c, const FlightEnd& flown,
                          Backend& backend, Impulses& impulses);

}  // namespace talweg
