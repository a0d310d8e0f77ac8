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

namespace talweg {

struct JointForces {
    std::vector<Momentum> on_body;   // N, N m about the origin: of joints between bodies and with the world
    std::vector<Momentum> holds;     // likewise: of holds of places
    std::vector<Momentum> in_joint;  // by joint: N, N m about its centre, on its second body, or on its only one
};

/// At c, where the landscape's gradient has just been taken. The model must have joints.
JointForces measure_joint_forces(const Landscape& landscape, const Nodes& c, Backend& backend);

}  // namespace talweg
