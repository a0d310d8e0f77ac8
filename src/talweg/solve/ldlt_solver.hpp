/// Eigen's sparse LDLᵀ: always there, and quickest for small systems.
#pragma once
#include <Eigen/SparseCholesky>

#include "talweg/solve/linear_solver.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

class LdltSolver final : public LinearSolver {
public:
    LdltSolver(const BlockPattern& pattern, const Unknowns& unknowns);
    std::string_view name() const override { return "ldlt"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    int analysis_count() const override { return analyses_; }

private:
    ScalarMatrix matrix_;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt_;
    int analyses_ = 0;
};

}  // namespace talweg
