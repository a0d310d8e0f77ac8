#include "talweg/solve/ldlt_solver.hpp"

namespace talweg {

LdltSolver::LdltSolver(const BlockPattern& pattern, const Unknowns& unknowns) : matrix_(pattern, unknowns) {}

bool LdltSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_.set_values(h, shift);
    const Eigen::Map<const Eigen::SparseMatrix<double>> view(matrix_.size(), matrix_.size(), matrix_.entry_count(),
                                                             matrix_.column_offsets.data(), matrix_.rows.data(),
                                                             matrix_.values.data());
    if (analyses_ == 0) {
        ldlt_.analyzePattern(view);
        ++analyses_;
    }
    ldlt_.factorize(view);
    return ldlt_.info() == Eigen::Success && (ldlt_.vectorD().array() > 0.0).all();
}

bool LdltSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    p.resize(r.size());
    Eigen::Map<Eigen::VectorXd>(p.data(), p.size()) =
        ldlt_.solve(Eigen::Map<const Eigen::VectorXd>(r.data(), r.size()));
    return is_finite(p);
}

}  // namespace talweg
