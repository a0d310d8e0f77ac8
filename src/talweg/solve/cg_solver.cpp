#include "talweg/solve/cg_solver.hpp"

namespace talweg {

bool CgSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_.set(h, shift);
    return preconditioner_.factorize(matrix_);
}

template <class Solve>
bool CgSolver::iterate(const Solve& solve, std::vector<double>& p) {
    const Iterations done = solve([&](const Nodes& d, Nodes& hd) { matrix_.multiply(d, hd); },
                                  [&](const Nodes& r, Nodes& z) { preconditioner_.solve(r, z); });
    iterations_ = done.count;
    indefinite_ = done.indefinite;
    out_of_turns_ = !done.found && !indefinite_ && done.count == limit_;
    unknowns_.gather(cg_.x, p);
    return done.found && is_finite(p);
}

bool CgSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    return solve_roughly(r, p) && refine(r, p);
}

bool CgSolver::solve_roughly(const std::vector<double>& r, std::vector<double>& p) {
    unknowns_.spread(r, cg_.r);
    return iterate([&](const auto& h, const auto& m) { return cg_.solve(h, m, rough_reduction, limit_); }, p);
}

bool CgSolver::refine(const std::vector<double>&, std::vector<double>& p) { return go_on(full_reduction, p); }

bool CgSolver::go_on(double reduction, std::vector<double>& p) {
    return iterate([&](const auto& h, const auto& m) { return cg_.go_on(h, m, reduction, limit_); }, p);
}

}  // namespace talweg
