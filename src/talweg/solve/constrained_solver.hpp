/// Directions that keep linear constraints (model/constraints.hpp): H p + Aᵀ λ = r, A p = q over the free components.
///
/// Conjugate gradients in the null space of A (Gould, Hribar, Nocedal, "On the solution of equality constrained
/// quadratic programming problems arising in optimization", SIAM J. Sci. Comput. 23, 2001), with one of two
/// preconditioners. With a Cholesky factor M of this or an earlier H, the constrained problem itself:
///
///     z = M⁻¹ r − Y y,   y = S⁻¹ A M⁻¹ r,   Y = M⁻¹ Aᵀ,   S = A Y .
///
/// With M = H that is the Schur complement, and one iteration does. H need be definite where A p = 0 only; where it is
/// not elsewhere – a free body without inertia – M is shifted. As in solve/reusing_solver.hpp, a factor serves until
/// the last solution cost more than the average since it was made, counted.
///
/// Rows of rigs are many, and smooth over whole bodies: Y is dear, and what such rows take from moves hardly depends on
/// H. Then, with M the incomplete factorisation that serves without constraints, between projections by masses:
///
///     z = P M⁻¹ Pᵀ r,   P = 1 − m⁻¹ Aᵀ A,   A m⁻¹ Aᵀ = 1 .
///
/// There Ã, which is A to seven digits, stands in for A: what is read in every iteration is mostly these rows. It only
/// guides. What constraints can take of r at the start, perhaps all but the last digits, is taken by A, so that Ã errs
/// by a part of what is left; the solution is brought to A p = q, and λ is found, by A.
///
/// Which of the two is taken is decided as in solve/adaptive_solver.hpp, by what they proved to cost. Where each row is
/// about one component, neither is: solve/single_rows_solver.hpp.
#pragma once
#include "talweg/solve/block_product.hpp"
#include "talweg/solve/cholesky_solver.hpp"
#include "talweg/solve/conjugate_gradients.hpp"
#include "talweg/solve/constraint_rows.hpp"
#include "talweg/solve/incomplete_cholesky.hpp"
#include "talweg/solve/single_rows_solver.hpp"

namespace talweg {

class ConstrainedSolver {
public:
    /// By a linear solver of that name, as far as it can be asked for: "auto", "cg" and "multilevel" make factors where
    /// these prove cheaper, others always.
    ConstrainedSolver(const Unknowns& unknowns, std::shared_ptr<const ConstraintRows> rows,
                      std::string_view solver = "auto");

    const ConstraintRows& rows() const { return *rows_; }
    const std::shared_ptr<const ConstraintRows>& shared_rows() const { return rows_; }
    void set_interruption(const Interruption& interruption) {
        cg_.interruption = &interruption;
        if (single_) single_->set_interruption(interruption);
        if (direct_) direct_->set_interruption(interruption);
    }
    /// Takes a matrix, which must stay until solved with.
    void take(const BlockMatrix& h, double shift);
    /// p of H p + Aᵀ λ = −g, A p = q (none: 0). False when H does not curve upwards along some p with A p = 0.
    bool solve_roughly(const Nodes& gradient, const Eigen::VectorXd* q, Nodes& p);
    bool refine(Nodes& p);
    bool keeps_factor(const std::shared_ptr<const BlockPattern>& pattern) const {
        return single_ && single_->keeps_factor(pattern);
    }
    /// p = −M⁻¹ g with a factor in hand, A p = 0; false where that takes more than leaving components out.
    bool solve_again(const std::shared_ptr<const BlockPattern>& pattern, const Nodes& gradient, Nodes& p) {
        return single_ && single_->solve_again(pattern, gradient, p);
    }
    /// λ of the last solution, by all rows of the constraints.
    std::vector<double> multipliers() const { return rows_->spread(single_ ? single_->multipliers() : lambda_); }
    /// What they exert, f += Aᵀ λ; `constraints` are those that the rows are of.
    void add_forces(const Constraints& constraints, Nodes& f) const {
        rows_->add_forces(constraints, single_ ? single_->multipliers() : lambda_, f);
    }
    int factorization_count() const { return factorizations_; }

    std::vector<std::byte> save() const;
    void restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved);

private:
    /// No padding, for these bytes are kept.
    struct Choice {
        std::int32_t direct = 0;    // 1: factors
        std::int32_t known = 0;     // 1: what they cost is
        std::int32_t patience = 0;  // factors to be made before iterations without are tried again
        std::int32_t losses = 0;    // of those in a row
        double direct_cost = 0.0;   // of a solution by factors, on average; a guess until there were some
        double fresh_cost = 0.0;    // of one by a new factor
    };
    struct Account {
        double shift = 0.0;               // of the matrix that was factorised
        double solutions = 0.0;           // with this factor
        double spent = 0.0;               // on them and on the factor
        std::int64_t made = 0, worn = 0;  // flags
        Choice choice = {};
    };
    void use(const std::shared_ptr<const BlockPattern>& pattern);
    void forget_factor();
    bool make_factor();
    bool factorize(const BlockMatrix& h, double shift);
    double factor_cost();
    double kept_iteration_cost();  // with a factor

    bool may_iterate() const;
    void look_at_factors();
    double iteration_cost() const;
    bool iterate_roughly(Nodes& p);
    bool weigh(const Iterations& done, Nodes& p);

    bool solve_by_factor(Nodes& p);
    bool settle(const Iterations& done, Nodes& p);
    template <class Solve>
    Iterations run(const Solve& solve);
    Iterations begin(int limit);
    Iterations go_on(double reduction, int limit);
    bool finish(Nodes& p);
    void precondition(Nodes& residual, Nodes& z);

    Unknowns unknowns_;
    std::shared_ptr<const ConstraintRows> rows_;
    bool factors_ = false;
    std::unique_ptr<SingleRowsSolver> single_;  // in place of all that follows, where rows are about one component each
    std::shared_ptr<const BlockPattern> pattern_;
    std::unique_ptr<CholeskySolver> direct_;
    std::unique_ptr<BlockProduct> product_;
    std::unique_ptr<IncompleteCholesky> incomplete_;  // made when first needed
    double shift_ = 0.0;
    Account account_;
    std::vector<Mat3> factorized_;
    bool fresh_ = false;     // the factor is of the matrix in hand
    bool directly_ = false;  // solved last
    int doubts_ = 0;         // times in a row that H seemed not to curve upwards; none at the end of a step
    Eigen::MatrixXd y_;
    Eigen::LDLT<Eigen::MatrixXd> schur_;
    ConjugateGradients cg_;
    Nodes start_, gradient_, rest_;
    Eigen::VectorXd q_, lambda_;
    Eigen::VectorXd taken_, taken_roughly_;  // of the residual so far, by A and by Ã
    bool at_start_ = false;                  // of iterations
    std::vector<double> gathered_, solved_;
    int counted_ = 0, factorizations_ = 0;
};

}  // namespace talweg
