/// Directions that keep linear constraints (model/constraints.hpp): H p + Aᵀ λ = r, A p = q over the free components.
///
/// Conjugate gradients in the null space of A, preconditioned by the constrained problem itself with a Cholesky factor
/// M of this or an earlier H in place of H (Gould, Hribar, Nocedal, "On the solution of equality constrained quadratic
/// programming problems arising in optimization", SIAM J. Sci. Comput. 23, 2001):
///
///     z = M⁻¹ r − Y y,   y = S⁻¹ A M⁻¹ r,   Y = M⁻¹ Aᵀ,   S = A Y .
///
/// With M = H that is the Schur complement, and one iteration does. H need be definite where A p = 0 only; where it is
/// not elsewhere – a free body without inertia – M is shifted. As in solve/reusing_solver.hpp, a factor serves until
/// the last solution cost more than the average since it was made, counted.
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Sparse>

#include "talweg/model/constraints.hpp"
#include "talweg/solve/block_product.hpp"
#include "talweg/solve/cholesky_solver.hpp"
#include "talweg/solve/conjugate_gradients.hpp"

namespace talweg {

/// The rows of constraints over free components, without those that follow from others, and made orthonormal when nodes
/// count by 1/mass, A = L⁻¹ A_kept, so that rows that are nearly alike do no harm: what is nearest to a place among all
/// that keep them, each node counting as much as it weighs.
class ConstraintRows {
public:
    ConstraintRows(const Constraints& constraints, const Unknowns& unknowns, const std::vector<double>& mass);

    const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix() const { return a_; }
    /// The constraints' numbers of the rows; and of those left out, with what combination of the others they are.
    const std::vector<int>& kept() const { return kept_; }
    struct LeftOut {
        int row;
        Eigen::VectorXd of_kept;
    };
    const std::vector<LeftOut>& left_out() const { return left_out_; }
    /// p += A⁺ (q − A p), q by rows of A, over the free components.
    void meet(const Eigen::VectorXd& q, Nodes& p) const;
    /// The multipliers whose Aᵀ λ is nearest to −g, by all rows; those left out have none.
    std::vector<double> multipliers(const Nodes& g) const;
    /// The values of rows that are kept, as they are; and as A has them.
    Eigen::VectorXd picked(const std::vector<double>& all) const;
    Eigen::VectorXd of_kept(const std::vector<double>& all) const;
    /// Multipliers of A as those of all rows.
    std::vector<double> spread(const Eigen::VectorXd& of_kept) const;

private:
    void find_rows(const Constraints& constraints);

    Unknowns unknowns_;
    Eigen::SparseMatrix<double, Eigen::RowMajor> a_;
    Eigen::VectorXd weight_;             // 1/m of every free component
    Eigen::MatrixXd lower_;              // L
    Eigen::LDLT<Eigen::MatrixXd> gram_;  // A m⁻¹ Aᵀ
    std::vector<int> kept_;
    std::vector<LeftOut> left_out_;
    int all_rows_ = 0;
};

class ConstrainedSolver {
public:
    ConstrainedSolver(const Constraints& constraints, const Unknowns& unknowns, const std::vector<double>& mass)
        : unknowns_(unknowns), rows_(constraints, unknowns, mass) {}

    const ConstraintRows& rows() const { return rows_; }
    void set_interruption(const Interruption& interruption) {
        cg_.interruption = &interruption;
        if (direct_) direct_->set_interruption(interruption);
    }
    /// Takes a matrix, which must stay until solved with.
    void take(const BlockMatrix& h, double shift);
    /// p of H p + Aᵀ λ = −g, A p = q (none: 0). False when H does not curve upwards along some p with A p = 0.
    bool solve_roughly(const Nodes& gradient, const Eigen::VectorXd* q, Nodes& p);
    bool refine(Nodes& p);
    /// λ of the last solution, by all rows of the constraints.
    std::vector<double> multipliers() const { return rows_.spread(lambda_); }
    int factorization_count() const { return factorizations_; }

    std::vector<std::byte> save() const;
    void restore(const std::shared_ptr<const BlockPattern>& pattern, std::span<const std::byte> saved);

private:
    struct Account {
        double shift = 0.0;               // of the matrix that was factorised
        double solutions = 0.0;           // with this factor
        double spent = 0.0;               // on them and on the factor
        std::int64_t made = 0, worn = 0;  // flags; no padding, for these bytes are kept
    };
    void use(const std::shared_ptr<const BlockPattern>& pattern);
    bool make_factor();
    bool factorize(const BlockMatrix& h, double shift);
    template <class Solve>
    bool iterate(const Solve& solve, Nodes& p);
    void precondition(Nodes& residual, Nodes& z);

    Unknowns unknowns_;
    ConstraintRows rows_;
    std::shared_ptr<const BlockPattern> pattern_;
    std::unique_ptr<CholeskySolver> direct_;
    std::unique_ptr<BlockProduct> product_;
    double shift_ = 0.0;
    Account account_;
    std::vector<Mat3> factorized_;
    bool fresh_ = false;  // the factor is of the matrix in hand
    Eigen::MatrixXd y_;
    Eigen::LDLT<Eigen::MatrixXd> schur_;
    ConjugateGradients cg_;
    Nodes start_, gradient_;
    Eigen::VectorXd q_, lambda_;
    std::vector<double> gathered_, solved_;
    int counted_ = 0, factorizations_ = 0;
};

}  // namespace talweg
