#include "talweg/solve/cg_solver.hpp"

namespace talweg {

bool CgSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_.set(h, shift);
    return preconditioner_.factorize(matrix_);
}

template <class Solve>
bool CgSolver::iterate(const Solve& solve, std::vector<double>& p) {
    const Iterations done = solve([&](const Nodes& d, Nodes& hd) { matrix_.multiply(d, hd); },
                                  [&](const Nodes& r, Nodes& z) {
                                      if (!plain_) return preconditioner_.solve(r, z);
                                      z.resize(r.size());
                                      for (std::size_t i = 0; i < r.size(); ++i) z[i] = blocks_[i] * r[i];
                                  });
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
    plain_ = false;
    unknowns_.spread(r, cg_.r);
    return iterate([&](const auto& h, const auto& m) { return cg_.solve(h, m, rough_reduction, limit_); }, p) ||
           solve_plainly(r, rough_reduction, p);
}

bool CgSolver::refine(const std::vector<double>& r, std::vector<double>& p) {
    return go_on(full_reduction, p) || solve_plainly(r, full_reduction, p);
}

bool CgSolver::solve_plainly(const std::vector<double>& r, double reduction, std::vector<double>& p) {
    if (!alone_ || plain_) return false;
    plain_ = true;
    const BlockMatrix& h = matrix_.matrix();
    blocks_.resize(h.pattern->node_count());
    for (int i = 0; i < h.pattern->node_count(); ++i) {
        Mat3 block = h.values[h.pattern->diagonal(i)];
        const Vec3 shift = matrix_.shift(i);
        for (int a = 0; a < 3; ++a) {
            block(a, a) += shift[a];
            if (unknowns_(i, a) >= 0) continue;
            for (int b = 0; b < 3; ++b) block(a, b) = block(b, a) = 0.0;
            block(a, a) = 1.0;
        }
        blocks_[i] = inverse(block);
    }
    unknowns_.spread(r, cg_.r);
    return iterate([&](const auto& m, const auto& z) { return cg_.solve(m, z, reduction, limit_); }, p);
}

bool CgSolver::go_on(double reduction, std::vector<double>& p) {
    return iterate([&](const auto& h, const auto& m) { return cg_.go_on(h, m, reduction, limit_); }, p);
}

}  // namespace talweg
