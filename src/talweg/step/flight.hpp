/// How rigid bodies fly on while nothing touches them: for one step, with the constraint forces along the old frame.
///
///     M (c' − c) = h M v + h² f − G(c)ᵀ λ,   |x_a − x_b|(c') = l_ab for all carriers of each body,
///     v' = (c' − c)/h − M⁻¹ G(c')ᵀ μ,        G(c') v' = 0
///
/// with f the dead loads (weight, constant forces) and G the derivative of the edges' lengths. Without loads that is
/// RATTLE (Andersen, J. Comput. Phys. 52, 1983), of a free body the discrete Moser–Veselov map, which keeps angular
/// momentum and energy exactly (McLachlan, Zanna, Found. Comput. Math. 5, 2005); with loads as a kick at the start it
/// stays symplectic. What turns fast flies in several parts, kicked at the start of the first.
#pragma once
#include "talweg/assembly/landscape.hpp"
#include "talweg/state/state.hpp"
#include "talweg/step/rigid_islands.hpp"

namespace talweg {

/// A node of a rigid body at the end of its flight.
struct Flown {
    int node;
    Vec3 place, velocity;
    Vec3 target;  // c̃ with M (place − c̃) + h² ∂P/∂c = 0 of the dead loads: an inertia that ends the step at `place`
};

/// Flights of all rigid bodies over one step.
struct Flights {
    std::vector<RigidIsland> islands;
    std::vector<Flown> flown;  // their nodes, island by island; of none where no flight is found, as it turns too fast
    std::vector<int> first;    // of each island among `flown`, and the end
    std::vector<std::vector<Vec3>> pulls;  // N s, by island and edge: what kept its length, on its second point
};

/// How a step ended whose rigid bodies flew.
struct FlightEnd {
    const Flights& flights;
    const Nodes &v_before, &v;  // velocities of the nodes before and after it
    double dt;
};

/// `ends` are the nodes with prescribed components where they are at the end.
Flights fly(const Model& model, const State& state, const Landscape& landscape, const Nodes& ends, double dt);

/// Velocities of the flown nodes of a step that ended at c: those of the flight, changed by what pushed the bodies off
/// it, M (c − ĉ)/h at c. A body alone has the velocity of a rigid motion with the momentum and angular momentum that
/// follow; forces that keep it rigid have no part in them. Of bodies that share nodes v̂ + (c − ĉ)/h.
void end_velocities(const Model& model, const Flights& flights, const Nodes& c, double dt, Nodes& v);

}  // namespace talweg
