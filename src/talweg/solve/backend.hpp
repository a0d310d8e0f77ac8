/// Where a model is evaluated and its systems are solved: assembler, linear solver and their memory, for one host.
#pragma once
#include "talweg/assembly/assembler.hpp"
#include "talweg/contact/contact.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/linear_solver.hpp"
#include "talweg/solve/settlement.hpp"
#include "talweg/solve/turning.hpp"

namespace talweg {

/// Seconds spent since the start, by phase.
struct Costs {
    double assembly = 0.0, solve = 0.0, line_search = 0.0;
    double contact = 0.0;   // candidates, distances and collision times, which are not part of the others
    long long systems = 0;  // assembled
};

class Backend {
public:
    Backend(const Model& model, std::string_view linear_solver, Interruption interruption = {});

    const Model& model() const { return model_; }
    const Interruption& interruption() const { return interruption_; }
    const Unknowns& unknowns() const { return side().unknowns; }
    Assembler& assembler() { return assembler_; }
    /// Made when first asked for: explicit integrators never do.
    LinearSolver& solver();
    /// Of the solver in use; "none" when none was asked for.
    std::string_view solver_name() const { return side().solver ? side().solver->name() : "none"; }

    /// Contact of the model; null when things may pass through one another.
    Contact* contact() { return contact_.get(); }
    /// Whether some moves are forbidden: by contact, or by energies that do not take inversion.
    bool guarded() const;
    /// From now on scripted components of nodes are unknowns (on their way), or prescribed again (arrived).
    void set_travelling(bool travelling) { travelling_ = travelling; }

    const System& assemble(const Landscape& at, const Nodes& c, Hessian kind = Hessian::projected);
    /// p = −(H + shift)⁻¹ g of the system last assembled; false when no direction was found.
    bool solve(double shift, Nodes& p);
    /// The same, only as far as a direction needs that is but one of several; and such a p brought to what solve gives.
    bool solve_roughly(double shift, Nodes& p);
    bool refine(Nodes& p);
    /// solve() when prescribed components move by `move`, zero elsewhere: p = move − H_ff⁻¹ (g_f + H_fp move).
    bool solve_following(const Nodes& move, Nodes& p);
    double energy(const Landscape& at, const Nodes& c, std::vector<double>* potentials = nullptr);
    /// The largest fraction, at most 1, of the move p from c at which no guard objects.
    double largest_safe_step(const Landscape& at, const Nodes& c, const Nodes& p);
    /// Over all components, held ones too; valid until the next evaluation.
    const Nodes& gradient(const Landscape& at, const Nodes& c);
    /// Slope of the landscape at c along p.
    double slope(const Landscape& at, const Nodes& c, const Nodes& p);

    /// Renews the friction of contacts from where c is; as the mean of so many places, this one and the last ones.
    void lag_friction(const Landscape& at, const Nodes& c, int places = 1);
    /// Whether something slides at c that friction, as it was lagged, is strong enough to stop within the step.
    bool friction_may_stop(const Landscape& at, const Nodes& c);

    /// How far c, where the last system was assembled, is from the minimum: p is the direction that leads there.
    Settlement settlement(const Landscape& at, const Nodes& c, const Nodes& p, double tolerance);

    /// Turns of whole pieces in the move p from c carried out as turns; false when p stays as it was.
    bool bend(const Landscape& at, const Nodes& c, double negligible, Nodes& p);

    /// Cuts the move p from c piece by piece, so that what stops one body does not stop all. False when that changes
    /// nothing.
    bool cut(const Landscape& at, const Nodes& c, Nodes& p);

    /// Largest speed of a point if the nodes moved by p in dt: max |W p| / dt; infinite if p is not a number.
    double point_speed(const Nodes& p, double dt);

    /// What pattern and solvers remember of earlier systems, for a checkpoint; and what they are to remember.
    std::vector<std::byte> memory() const;
    void recall(std::span<const std::byte> memory);

    const Costs& costs() const { return costs_; }

private:
    struct Side {  // what is unknown, and the solver for it
        Unknowns unknowns;
        std::unique_ptr<LinearSolver> solver;
        std::shared_ptr<const BlockPattern> pattern;  // that the solver knows
    };
    Side& side() { return travelling_ ? travelling_side_ : side_; }
    const Side& side() const { return travelling_ ? travelling_side_ : side_; }
    void touch(const Landscape& at, const Nodes& c);
    bool solve_roughly(const Nodes& gradient, double shift, Nodes& p);

    const Model& model_;
    Interruption interruption_;
    std::string solver_name_;
    Side side_, travelling_side_;
    bool travelling_ = false;
    Assembler assembler_;
    std::unique_ptr<Contact> contact_;
    struct Whole {  // what looks at pieces as wholes
        Pieces pieces;
        Settler settler;
        Turning turning;
        explicit Whole(const Model& model) : pieces(model), settler(model, pieces), turning(model, pieces) {}
    };
    Whole& whole();
    std::unique_ptr<Whole> whole_;  // made when first asked for
    Positions x_, dx_;
    System system_;
    Nodes gradient_;
    std::vector<double> right_, solution_;
    Costs costs_;
};

}  // namespace talweg
