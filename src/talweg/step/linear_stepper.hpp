/// Steps of one linear solve: the landscape's quadratic model at the start of the step is taken as the landscape.
#pragma once
#include "talweg/step/accept.hpp"
#include "talweg/step/diverged.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg {

template <class Integrator>
class LinearStepper final : public Stepper {
public:
    LinearStepper(const Model& model, const StepSettings& settings)
        : settings_(settings),
          backend_(model, settings.linear_solver, Interruption(settings.interrupted)),
          bounds_(model) {}

    StepReport step(State& state) override {
        const Model& model = backend_.model();
        const double dt = settings_.dt;
        StepReport report;
        State next = state;
        const Landscape landscape = Integrator::predict(model, state, dt);
        Nodes c = state.c, p;
        prescribe_nodes(model, state.time + dt, c);
        const System& system = backend_.assemble(landscape, c, Hessian::exact);
        const double energy = system.energy.value;
        // Where K makes the matrix indefinite, the step has no meaning; the projected one has, and agrees elsewhere.
        bool solved = backend_.solve(0.0, p);
        if (!solved) {
            backend_.assemble(landscape, c, Hessian::projected);
            solved = backend_.solve(0.0, p);
        }
        if (!solved) {
            report.stop = Stop::not_solved;
            report.advice =
                "the linear system of the step has no solution; choose a smaller time step or implicit_euler";
            return report;
        }
        report.residual = backend_.point_speed(p, dt);
        report.iterations.push_back({energy, report.residual, inner_product(system.gradient, p), 1.0, 1.0, 0.0});
        for (std::size_t i = 0; i < c.size(); ++i) c[i] += p[i];
        Integrator::update_linear(model, next, std::move(c), dt);
        accept_part(model, state.time + dt, dt, next);
        finish_step(settings_, bounds_, std::move(next), state, report);
        if (report.completed)
            report.potentials = backend_.assembler().potentials(positions(model, state), state.time, state.memory);
        return report;
    }
    Backend& backend() override { return backend_; }

private:
    StepSettings settings_;
    Backend backend_;
    Bounds bounds_;
};

}  // namespace talweg
