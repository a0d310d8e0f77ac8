#include "talweg/step/advance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "talweg/energies/orthotropic_membrane.hpp"
#include "talweg/energies/strain_limit.hpp"
#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/step/accept.hpp"

namespace talweg {

namespace {

constexpr int slowing_level = 3;             // scripts that are held up in an eighth of a step are slowed
constexpr double least_pace = 1.0 / 1024.0;  // slower than that they stand
constexpr double hard_pressed = 2.0;         // of Descent::pressed: what constraints lead is led more slowly

std::string advice_on(const Descent& descent, int level, const std::string& integrator) {
    const std::string parts = "1/" + std::to_string(std::int64_t(1) << level) + " of the time step";
    if (descent.outcome == Outcome::held_up)
        return "scripted points cannot go on, not even in " + parts +
               " and at a thousandth of their speed: what is in their way cannot give way; let the motion end earlier "
               "or "
               "leave a way out";
    const std::string found = std::string("the solver found no minimum (") + describe(descent.outcome) + ")";
    if (integrator == "quasi_static")
        return found +
               "; without inertia every step leads from one equilibrium to the next: raise loads and motions in more "
               "and "
               "smaller parts (a curve of time, more frames), and hold what nothing holds";
    return found + ", not even at " + parts +
           "; look for extreme stiffness ratios or collapsed springs, or choose a smaller time step";
}

/// "triangle 3–4–9 of cloth": the one that has least room to grow.
std::string tightest_triangle(const Model& model, const Term& term, const Positions& x) {
    std::ptrdiff_t tightest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::ptrdiff_t e = 0; e < term.element_count(); ++e) {
        const double room = term.largest_safe_step(x.data(), x.data(), e, e + 1);
        if (room >= least) continue;
        least = room;
        tightest = e;
    }
    const int* points = term.points() + tightest * term.point_count();
    for (const Body& body : model.bodies)
        if (points[0] >= body.first_point && points[0] < body.first_point + body.point_count)
            return feature_name({points, 3}, body.first_point) + " of " + body.name;
    return "a sheet";
}

}  // namespace

void name_overstretched(const Model& model, const State& last, StepReport& report) {
    constexpr double little = 0.05;  // of the room between rest and limit
    const Positions x = positions(model, last);
    for (const auto& term : model.terms) {
        if (term->name() != StrainLimit::name && term->name() != OrthotropicMembrane::name) continue;
        // How much larger all could become before an element of the term is at its limit.
        const auto room = [&](const Positions& at) {
            return term->largest_safe_step(at.data(), at.data(), 0, term->element_count());
        };
        if (room(x) > little * room(model.rest)) continue;
        report.stop = Stop::overstretched;
        report.advice = fmt::format(
            "holds or motions pull {} farther than its strain limit lets it: let them end earlier, raise the limit, or "
            "cut the sheet larger",
            tightest_triangle(model, *term, x));
        return;
    }
}

StepReport advance_divided(State& state, const StepSettings& settings,
                           const std::function<Substep(State&, double dt)>& advance,
                           const std::function<void(const State& last, StepReport&)>& name_stop) {
    StepReport report;
    State moving = state;
    int level = 0;          // the current substep is dt / 2^level
    std::int64_t done = 0;  // such substeps taken
    // Of the scripts' clock in the current substep; what was held up in the step before goes on as it could then.
    const double last_pace = state.inner_step > 0.0 ? std::min(1.0, state.inner_step / settings.dt) : 1.0;
    double pace = last_pace;
    report.substeps = 0;
    while (done < std::int64_t(1) << level) {
        const double dt = settings.dt / static_cast<double>(std::int64_t(1) << level);
        const double delay = moving.delay;
        moving.delay += (1.0 - pace) * dt;
        auto [descent, impulses] = advance(moving, dt);
        report.iterations.insert(report.iterations.end(), descent.iterations.begin(), descent.iterations.end());
        if (!descent.reached()) {
            ++report.rejected_substeps;
            moving.delay = delay;
            const bool held_up = descent.outcome == Outcome::held_up;
            // What was held up in the step before is led more slowly at once: parts of the step did not help it then.
            if (descent.led && held_up && last_pace < 1.0 && pace > least_pace) {
                pace *= std::clamp(descent.way, 0.125, 0.5);
            } else if (level <
                       (held_up ? std::min(slowing_level, settings.max_subdivisions) : settings.max_subdivisions)) {
                ++level;
                done *= 2;
            } else if (held_up && pace > least_pace) {
                pace *= 0.5;
            } else {
                report.stop = held_up ? Stop::no_room : Stop::not_converged;
                report.advice = advice_on(descent, level, settings.integrator);
                name_stop(moving, report);
                return report;
            }
            continue;
        }
        report.slowed += (1.0 - pace) * dt;
        if (descent.pressed > hard_pressed)
            pace = std::max(least_pace, 0.5 * pace);
        else if (descent.pressed < 0.75 * hard_pressed)
            pace = std::min(1.0, 2.0 * pace);
        moving.inner_step = pace < 1.0 && descent.led ? pace * settings.dt : 0.0;
        report.residual = std::max(report.residual, descent.residual);
        report.left.include(descent.left);
        report.friction_unsettled |= descent.friction_unsettled;
        report.at_floor |= descent.outcome == Outcome::at_floor;
        report.potentials = std::move(descent.potentials);
        report.gap = std::min(report.gap, descent.gap);
        report.contact.add(descent.contact, dt / settings.dt);
        report.impulses.add(impulses);
        ++report.substeps;
        ++done;
        while (level > 0 && done % 2 == 0) {  // back to longer substeps as soon as they fit
            --level;
            done /= 2;
        }
        moving.time =
            state.time + settings.dt * (static_cast<double>(done) / static_cast<double>(std::int64_t(1) << level));
    }
    accept(std::move(moving), settings.dt, state, report);
    return report;
}

}  // namespace talweg
