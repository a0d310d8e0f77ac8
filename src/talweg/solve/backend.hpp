/// Where a model is evaluated, on one host: landscape, contact, guards, what is settled; and the systems of unknowns.
#pragma once
#include <optional>

#include "talweg/assembly/assembler.hpp"
#include "talweg/contact/contact.hpp"
#include "talweg/solve/free_system.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/settlement.hpp"
#include "talweg/solve/turning.hpp"
#include "talweg/solve/uncondensed_direction.hpp"

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
    Assembler& assembler() { return assembler_; }
    const LivePoints& live() const { return assembler_.live(); }
    /// Arrays over points that steps work in one after another: of a reduced body most never change in them.
    struct Spare {
        Positions x_ref, x, f;
    };
    Spare& spare() { return spare_; }
    /// What is not held; and the same with scripted components among the unknowns, while these are on their way.
    FreeSystem& free_system() { return free_system_; }
    FreeSystem& travelling_system() { return travelling_system_; }
    const Unknowns& unknowns() const { return free_system_.unknowns(); }
    LinearSolver& solver() { return free_system_.solver(assembler_.pattern()); }
    std::string_view solver_name() const { return free_system_.solver_name(); }

    /// Contact of the model; null when things may pass through one another.
    Contact* contact() { return contact_.get(); }
    /// Whether some moves are forbidden: by contact, or by energies that do not take inversion.
    bool guarded() const;

    /// What the solver of `unknowns`, whose direction is to come, has to know of a pattern that has grown is found out
    /// side by side.
    const System& assemble(const Landscape& at, const Nodes& c, Hessian kind = Hessian::projected,
                           FreeSystem* unknowns = nullptr);
    /// The system last assembled with the Hessian H + share · excess in place of its own; all of one pattern.
    const System& mix(const std::vector<Mat3>& h, double share, const std::vector<Mat3>& excess);
    /// p = −(H + shift)⁻¹ g of the system last assembled; false when no direction was found.
    bool solve(double shift, Nodes& p) { return free_system_.solve(system_.hessian, shift, system_.gradient, p); }
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

    /// Newton's direction at c to about a hundredth, without a system of its own, where that would be dear, as of
    /// reduced bodies: by a factor that these unknowns have (solve/uncondensed_direction.hpp). Null: there is none that
    /// serves. What is returned has no whole Hessian.
    const System* assemble_again(const Landscape& at, const Nodes& c, FreeSystem& unknowns, Nodes& p);
    /// Such a direction to a smaller part of the residual; false: only a whole system can tell.
    bool refine_again(double reduction, Nodes& p);
    /// As balance() with such a p.
    void balance_again(const FreeSystem& unknowns, const Nodes& p);
    /// What settlement() would say to a better p, where such a one leaves no doubt that c is settled.
    std::optional<Settlement> foresee(const Landscape& at, const Nodes& c, const FreeSystem& unknowns, const Nodes& p,
                                      double dt, double tolerance);

    /// Settlement at c by its gradient and the Hessian of the place before, where p was Newton's direction and `slope`
    /// that along it; and p is the like of here. The change of a Hessian along p makes the next direction about
    /// θ² = gᵀp / slope as large as the last one, in the norm of energy, whichever of the two Hessians it is found
    /// with (Deuflhard, "Newton Methods for Nonlinear Problems", 2004, §2.1 and §3.1): none where θ is not small, or
    /// where more than half of what is allowed is left, so that they could disagree.
    std::optional<Settlement> settlement_by_last(const Landscape& at, const Nodes& c, FreeSystem& unknowns,
                                                 double slope, double tolerance, Nodes& p);
    /// Last assembled; its gradient, energy and potentials may be of a later place than its Hessian.
    const System& system() const { return system_; }

    /// Turns of whole pieces in the move p from c carried out as turns; false when p stays as it was.
    bool bend(const Landscape& at, const Nodes& c, double negligible, Nodes& p);

    /// Cuts the move p from c piece by piece, so that what stops one body does not stop all. False when that changes
    /// nothing.
    bool cut(const Landscape& at, const Nodes& c, Nodes& p);

    /// Brings held components of c to where they belong at a time, and constraints to their values: by the least of
    /// moves, each node counting as much as it weighs.
    void prescribe(double time, Nodes& c) const;
    /// Takes from a move of the free components what would change constraints.
    void keep_constraints(Nodes& p) const;
    /// Counts what constraints exert, by the last solution of these unknowns, with the gradient of the system and with
    /// slopes from now on: g + Aᵀ λ. Along moves that keep the constraints that is the same, but for rounding, and λ is
    /// large where p is small.
    void balance(const FreeSystem& unknowns);
    /// The gradient of the system last balanced, without them; none without constraints.
    const Nodes& gradient_before_balance() const { return before_balance_; }
    /// What constraints lack at c of their values at a time, by row.
    std::vector<double> constraints_lack(double time, const Nodes& c) const;
    /// The multipliers of constraints at c, in the landscape's unit; least squares, so exact in equilibrium.
    std::vector<double> multipliers(const Landscape& at, const Nodes& c) { return multipliers(gradient(at, c)); }
    /// The same where the gradient is known.
    std::vector<double> multipliers(const Nodes& gradient) const;

    /// Largest speed of a point if the nodes moved by p in dt: max |W p| / dt; infinite if p is not a number.
    double point_speed(const Nodes& p, double dt);

    /// What pattern and solvers remember of earlier systems, for a checkpoint; and what they are to remember.
    std::vector<std::byte> save();
    void restore(std::span<const std::byte> saved);

    const Costs& costs() const { return costs_; }

private:
    void refresh_contacts(const Landscape& at, const Nodes& c);
    void add_constraint_forces(Nodes forces);

    const Model& model_;
    Interruption interruption_;
    Costs costs_;
    FreeSystem free_system_, travelling_system_;
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
    Spare spare_;
    System system_;
    UncondensedDirection uncondensed_;
    bool balanced_ = false;  // the system's gradient has the forces of constraints in it, which are these
    Nodes constraint_forces_, before_balance_;
    Nodes gradient_;
};

}  // namespace talweg
