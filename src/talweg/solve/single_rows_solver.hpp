/// Directions that keep constraints each of which is about one component, as those of reduced bodies' rigs are: such
/// components are no unknowns. With f the others,
///
///     p_s = q_s / a_s ,   H_ff p_f = −g_f − H_fs p_s ,   λ_s = −(g + H p)_s / a_s .
///
/// So H need be definite over f only, and the system falls apart into bodies that nothing but their rigs had in common.
#pragma once
#include "talweg/solve/block_product.hpp"
#include "talweg/solve/constraint_rows.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

class SingleRowsSolver {
public:
    /// `rows` must stay.
    SingleRowsSolver(const Unknowns& unknowns, const ConstraintRows& rows, std::string_view solver);

    void set_interruption(const Interruption& interruption);
    /// As those of ConstrainedSolver.
    void take(const BlockMatrix& h, double shift);
    bool solve_roughly(const Nodes& gradient, const Eigen::VectorXd& q, Nodes& p);
    bool refine(Nodes& p);
    /// Whether there is a Cholesky factor of the last matrix; and with it, where rows gain nothing.
    bool keeps_factor(const std::shared_ptr<const BlockPattern>& pattern) const {
        return factorized_ && others_.count() > 0 && pattern_ == pattern && linear_->name() == "cholesky";
    }
    bool solve_again(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient, Nodes& p);
    const Eigen::VectorXd& multipliers() const { return lambda_; }
    std::vector<std::byte> save() const { return linear_ ? linear_->save() : std::vector<std::byte>(); }
    void restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved);

private:
    void use(const std::shared_ptr<const BlockPattern>& pattern);
    void finish(Nodes& p);

    const ConstraintRows& rows_;
    Unknowns all_, others_;  // free components: all, and those that no row is about
    std::string wanted_;
    const Interruption* interruption_ = nullptr;
    std::unique_ptr<LinearSolver> linear_;
    std::shared_ptr<const BlockPattern> pattern_;  // that it knows
    std::unique_ptr<BlockProduct> product_;
    bool factorized_ = false;  // the matrix in hand
    Nodes gradient_, moved_, image_;
    std::vector<double> right_, solution_;
    Eigen::VectorXd lambda_;
};

}  // namespace talweg
