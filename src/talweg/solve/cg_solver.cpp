#include "talweg/solve/cg_solver.hpp"

namespace talweg {

bool CgSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_.set(h, shift);
    return preconditioner_.factorize(matrix_);
}

bool CgSolver::solve(const std::vector<double>& right, std::vector<double>& solution) {
    unknowns_.spread(right, vectors_.r);
    const Iterations done =
        conjugate_gradients([&](const Nodes& d, Nodes& hd) { matrix_.multiply(d, hd); },
                            [&](const Nodes& r, Nodes& z) { preconditioner_.solve(r, z); }, limit_, vectors_, x_);
    iterations_ = done.count;
    unknowns_.gather(x_, solution);
    return done.found && is_finite(solution);
}

}  // namespace talweg
