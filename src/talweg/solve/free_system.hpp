/// The unknowns of a system and the linear solver for them: directions for any right-hand side.
#pragma once
#include "talweg/assembly/assembler.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

class ConstrainedSolver;  // constrained_solver.hpp

class FreeSystem {
public:
    /// `seconds` grows by what solves cost. Where the model has constraints, directions keep them; `like` knows their
    /// rows, when the same components are free there.
    FreeSystem(const Model& model, const std::vector<Axes>& held, std::string_view solver, Interruption interruption,
               double& seconds, const FreeSystem* like = nullptr);
    ~FreeSystem();

    const Unknowns& unknowns() const { return unknowns_; }
    /// Of the solver in use; "none" when none was asked for.
    std::string_view solver_name() const {
        return solver_ ? solver_->name() : constrained_ ? std::string_view("constrained") : "none";
    }
    /// Null without constraints.
    const ConstrainedSolver* constrained() const { return constrained_.get(); }
    /// For matrices of this pattern. Made when first asked for: explicit integrators never do.
    LinearSolver& solver(const std::shared_ptr<const BlockPattern>& pattern);
    /// Whether its solver is for matrices of another pattern; and makes it for this one, ahead of a system.
    bool is_behind(const std::shared_ptr<const BlockPattern>& pattern) const { return solver_ && pattern_ != pattern; }
    void prepare(const std::shared_ptr<const BlockPattern>& pattern);

    /// Where the nodes are in the systems to come: kept where the solver may want to know.
    void set_places(const Nodes& c) {
        if (wanted_ == "multilevel" || (wanted_ == "auto" && unknowns_.count() >= multilevel_from)) places_ = c;
    }

    /// p = −(H + shift)⁻¹ g; false when no direction was found.
    bool solve(const BlockMatrix& hessian, double shift, const Nodes& gradient, Nodes& p);
    /// As of a linear solver, with directions over nodes.
    using Enough = std::function<double(const Nodes&)>;
    /// The same, only as far as a direction needs that is but one of several; and such a p brought to what solve gives.
    bool solve_roughly(const BlockMatrix& hessian, double shift, const Nodes& gradient, Nodes& p,
                       const Enough& enough = {});
    bool refine(Nodes& p);
    /// −H⁻¹ g with the matrix of the last direction, which must be of this pattern, and without shift or constraints.
    bool solve_with_last(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient, double reduction,
                         Nodes& p);
    /// Whether there is a Cholesky factor M of the last matrix, which is of this pattern; and p = −M⁻¹ g, false when
    /// there is none.
    bool keeps_factor(const std::shared_ptr<const BlockPattern>& pattern) const;
    bool solve_again(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient, Nodes& p);
    /// Sets to zero what is no unknown: components that are prescribed, or that a row is about which p keeps.
    void leave_free(Nodes& v) const;
    /// solve() when prescribed components move by `move`, zero elsewhere: p = move − H_ff⁻¹ (g_f + H_fp move); and
    /// constraints gain `rows`, where there are some.
    bool solve_following(const System& system, const Nodes& move, const std::vector<double>& rows, Nodes& p);

    /// What the solver remembers of earlier systems of this pattern, for a checkpoint; and what it is to remember.
    std::vector<std::byte> save(const std::shared_ptr<const BlockPattern>& pattern);
    void restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved);

private:
    const Model& model_;
    Unknowns unknowns_;
    Nodes places_;
    std::string wanted_;
    Interruption interruption_;
    double& seconds_;
    std::unique_ptr<ConstrainedSolver> constrained_;  // in place of it, with constraints
    std::unique_ptr<LinearSolver> solver_;
    std::shared_ptr<const BlockPattern> pattern_;  // that the solver knows
    std::vector<double> right_, solution_;
    bool factorized_ = false;  // the last matrix
    Nodes following_;          // a gradient
};

}  // namespace talweg
