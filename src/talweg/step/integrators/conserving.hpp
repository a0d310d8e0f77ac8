/// Implicit Euler in which rigid bodies keep spin and energy while nothing touches them. Order 1.
///
///     E(c) = ½ |c − c̃|²_M + h² P(x),   M ċ = M v̂ + M (c − ĉ)/h   as momenta of rigid bodies
///
/// For nodes of rigid bodies ĉ and v̂ are the end of the flight that the step would be without contact (flight.hpp),
/// and c̃ is chosen so that E is least there; contact, friction, springs and everything else act at the end of the
/// step, as ever. All other nodes have ĉ = c̃ = cⁿ + h ċⁿ and v̂ = ċⁿ, which is implicit Euler.
/// See docs/decisions/0009-rigid-bodies-in-time.md.
#pragma once
#include "talweg/step/flight.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"

namespace talweg {

struct Conserving {
    static constexpr const char* name = "conserving";
    static constexpr const char* summary =
        "Implicit Euler, but rigid bodies keep spin and energy while nothing touches them; order 1";

    struct FlightLandscape : Landscape {
        Flights flights;
    };

    static FlightLandscape predict(const Model& model, const State& state, double dt) {
        FlightLandscape landscape{ImplicitEuler::predict(model, state, dt), {}};
        Nodes ends = state.c;
        prescribe_nodes(model, state.script_time() + dt, ends);
        landscape.flights = fly(model, state, landscape, ends, dt);
        for (const Flown& f : landscape.flights.flown) landscape.c_tilde[f.node] = f.target;
        return landscape;
    }

    static void update(const Model& model, State& state, const FlightLandscape& landscape, Nodes c, double dt) {
        ImplicitEuler::update(model, state, std::move(c), dt);
        end_velocities(model, landscape.flights, state.c, dt, state.v);
    }
};

}  // namespace talweg
