/// Steps from accelerations alone, at a fixed step or, when an error tolerance is set, by step doubling.
///
/// Step doubling (Ng and O'Brien, CS184 lecture 19): one step of length s and two of s/2; their distance estimates the
/// error.
/// The halves are kept when it is small enough, and s is set for the next by the order of the error.
#pragma once
#include <algorithm>

#include "talweg/step/acceleration.hpp"
#include "talweg/step/accept.hpp"
#include "talweg/step/diverged.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

template <class Integrator>
concept ExplicitIntegrator = requires(const Acceleration& a, State& state) {
    Integrator::step(a, state, 1.0);
    { Integrator::order } -> std::convertible_to<int>;
};

template <class Integrator>
class ExplicitStepper final : public Stepper {
public:
    ExplicitStepper(const Model& model, const StepSettings& settings)
        : settings_(settings),
          backend_(model, settings.linear_solver, Interruption(settings.interrupted)),
          acceleration_(model, backend_.assembler()),
          bounds_(model) {}

    StepReport step(State& state) override {
        StepReport report;
        State next = state;
        if (settings_.error_tolerance > 0.0)
            controlled(next, report);
        else
            move(next, settings_.dt);
        if (report.stop == Stop::none) finish_step(settings_, bounds_, std::move(next), state, report);
        if (report.completed)
            report.potentials =
                backend_.assembler().potentials(positions(backend_.model(), state), state.time, state.memory);
        return report;
    }
    Backend& backend() override { return backend_; }

private:
    void move(State& state, double dt) const {
        const double end = state.time + dt;
        Integrator::step(acceleration_, state, dt);
        const Nodes before = state.c;
        prescribe_nodes(backend_.model(), end, state.c);
        for (std::size_t i = 0; i < before.size(); ++i)
            if (!(before[i] == state.c[i])) state.v[i] += (state.c[i] - before[i]) / dt;
        accept_part(backend_.model(), end, dt, state);
    }

    void controlled(State& state, StepReport& report) {
        const double end = state.time + settings_.dt;
        double s = state.inner_step > 0.0 ? state.inner_step : settings_.dt;
        report.substeps = 0;
        while (end - state.time > 1e-12 * settings_.dt) {
            const bool last = s >= end - state.time;
            const double dt = last ? end - state.time : s;
            State whole = state, halves = state;
            move(whole, dt);
            move(halves, 0.5 * dt);
            move(halves, 0.5 * dt);
            Nodes apart(whole.c.size());
            for (std::size_t i = 0; i < apart.size(); ++i) apart[i] = whole.c[i] - halves.c[i];
            const double error = backend_.point_speed(apart, 1.0);
            const double fit =
                0.9 * std::pow(settings_.error_tolerance / std::max(error, 1e-300), 1.0 / (Integrator::order + 1));
            const bool good = error <= settings_.error_tolerance;
            if (good) {
                state = std::move(halves);
                ++report.substeps;
            } else {
                ++report.rejected_substeps;
            }
            // A last step is cut short by the frame, so its fit may only shrink what the others found.
            const double proposed = dt * std::clamp(std::isfinite(fit) ? fit : 0.1, 0.1, 4.0);
            s = good && last ? std::max(s, proposed) : proposed;
            if (s < 1e-9 * settings_.dt) {
                report.stop = Stop::error_control;
                report.advice =
                    "no step, however short, keeps the error below the tolerance; raise error_tolerance, or choose "
                    "implicit_euler";
                return;
            }
        }
        state.inner_step = std::min(s, settings_.dt);
    }

    StepSettings settings_;
    Backend backend_;
    Acceleration acceleration_;
    Bounds bounds_;
};

}  // namespace talweg
