/// One step on one screen: predict, descend, update.
#pragma once
#include <functional>

#include "talweg/state/state.hpp"
#include "talweg/step/accept.hpp"
#include "talweg/step/contact_step.hpp"
#include "talweg/step/impulses.hpp"
#include "talweg/step/integrators/conserving.hpp"
#include "talweg/step/joint_forces.hpp"
#include "talweg/step/step_report.hpp"
#include "talweg/step/step_settings.hpp"
#include "talweg/step/travel.hpp"

namespace talweg {

/// How a step, or a part of one, went.
struct Substep {
    Descent descent;
    Impulses impulses = {};
};

/// Iterations after which a body that constraints lead is led more slowly instead.
inline constexpr int most_when_led = 200;

/// Whether the integrator knows how rigid bodies fly.
template <class Integrator>
inline constexpr bool flies = std::is_same_v<Integrator, Conserving>;

/// The integrator's landscape; the default's in the array of the one before.
template <class Integrator>
auto predict(const Model& model, const State& state, double dt, Backend& backend) {
    if constexpr (std::is_same_v<Integrator, ImplicitEuler>)
        return Integrator::predict(model, state, dt, &backend.live(), std::move(backend.spare().x_ref));
    else
        return Integrator::predict(model, state, dt);
}

/// x(n+1) = argmin E(x), E(x) = ½|x − x̃|²_M + h² P(x): the integrator shapes E and reads velocities off its minimum.
template <class Integrator>
Substep advance(const Model& model, State& state, double dt, const NewtonSettings& newton, Backend& backend) {
    auto landscape = predict<Integrator>(model, state, dt, backend);
    Nodes c = state.c;
    ContactStep contact(landscape, state, dt, backend);
    Going going{state.v};
    if constexpr (std::is_same_v<Integrator, ImplicitEuler> || flies<Integrator>) going.a = state.a;
    if constexpr (flies<Integrator>) going.flown = landscape.flights.flown;
    Descent descent = travel(landscape, state.script_time() + dt, going, c, dt, newton, backend);
    NewtonSettings patience = newton;  // what follows too slowly is led more slowly
    if (descent.led) patience.max_iterations = std::min(newton.max_iterations, most_when_led);
    while (descent.reached()) {
        descent.append(descend(landscape, c, dt, patience, backend));
        if (!descent.reached() && descent.led) descent.outcome = Outcome::held_up;
        if (contact.settled(c, newton.tolerance)) break;
    }
    if (!descent.reached()) return {std::move(descent)};
    contact.finish(c, state, descent);
    if (backend.contact()) descent.gradient.clear();  // friction may have been renewed since
    Impulses impulses = measure_impulses(landscape, c, descent.contact, dt, descent.gradient, backend);
    descent.gradient = {};
    const Nodes v_before = state.v;
    if constexpr (flies<Integrator>) {
        const Nodes c_before = state.c;
        Integrator::update(model, state, landscape, std::move(c), dt);
        impulses.integrator = taken_by_flight(model, c_before, v_before, state.c, state.v, landscape.c_tilde, dt);
        measure_flown_joints(landscape, c_before, state.c, {landscape.flights, v_before, state.v, dt}, backend,
                             impulses);
    } else {
        Integrator::update(model, state, std::move(c), dt);
    }
    accept_part(model, state.time + dt, dt, state);
    if constexpr (std::is_same_v<Integrator, ImplicitEuler>)
        impulses.integrator = taken_by_implicit_euler(model, v_before, state.v, dt);
    backend.spare().x_ref = std::move(landscape.x_ref);
    return {std::move(descent), std::move(impulses)};
}

/// A step of settings.dt; if its descent does not end, in halves, quarters… as often as the settings allow. Where that
/// does not help scripts are slowed, down to a thousandth of their speed; then a named stop, with the state as it was.
/// `name_stop` may tell a better name for it, from how far the last part came.
StepReport advance_divided(
    State& state, const StepSettings& settings, const std::function<Substep(State&, double dt)>& advance,
    const std::function<void(const State& last, StepReport&)>& name_stop = [](const State&, StepReport&) {});

/// A sheet that holds or motions pull to its strain limit lets no step through: such a stop is `overstretched`.
void name_overstretched(const Model& model, const State& last, StepReport& report);

}  // namespace talweg
