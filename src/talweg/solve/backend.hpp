/// Where a model is evaluated and its systems are solved: assembler, linear solver and their memory, for one host.
#pragma once
#include "talweg/assembly/assembler.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

/// Seconds spent since the start, by phase.
struct Costs {
    double assembly = 0.0, solve = 0.0, line_search = 0.0;
};

class Backend {
public:
    Backend(const Model& model, std::string_view linear_solver);

    const Model& model() const { return model_; }
    const Unknowns& unknowns() const { return unknowns_; }
    Assembler& assembler() { return assembler_; }
    /// Made when first asked for: explicit integrators never do.
    LinearSolver& solver();
    /// Of the solver in use; "none" when none was asked for.
    std::string_view solver_name() const { return solver_ ? solver_->name() : "none"; }

    const System& assemble(const Landscape& at, const Nodes& c, Hessian kind = Hessian::projected);
    /// p = −(H + shift)⁻¹ g of the system last assembled; false when no direction was found.
    bool solve(double shift, Nodes& p);
    double energy(const Landscape& at, const Nodes& c);
    /// The largest fraction, at most 1, of the move p from c at which no guard objects.
    double largest_safe_step(const Landscape& at, const Nodes& c, const Nodes& p);
    /// Slope of the landscape at c along p.
    double slope(const Landscape& at, const Nodes& c, const Nodes& p);

    /// Largest speed of a point if the nodes moved by p in dt: max |W p| / dt; infinite if p is not a number.
    double point_speed(const Nodes& p, double dt);

    /// What the solver remembers of earlier systems, for a checkpoint; and what it is to remember.
    std::vector<std::byte> memory() const { return solver_ ? solver_->memory() : std::vector<std::byte>(); }
    void recall(std::span<const std::byte> memory) {
        if (!memory.empty()) solver().recall(memory);
    }

    const Costs& costs() const { return costs_; }

private:
    const Model& model_;
    std::string solver_name_;
    Unknowns unknowns_;
    Assembler assembler_;
    std::unique_ptr<LinearSolver> solver_;
    System system_;
    Nodes gradient_;
    std::vector<double> right_, solution_;
    Costs costs_;
};

}  // namespace talweg
