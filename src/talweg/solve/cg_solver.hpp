/// Conjugate gradients with a 3×3 block-Jacobi preconditioner: little memory, no factorisation.
///
/// The residual is brought to 1e-10 of its start, so that a small direction means a small gradient, as the stopping
/// rule of Newton's method needs.
#pragma once
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

class CgSolver final : public LinearSolver {
public:
    explicit CgSolver(const Unknowns& unknowns) : unknowns_(unknowns) {}
    std::string_view name() const override { return "cg"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;

private:
    void apply(const Nodes& v, Nodes& out) const;
    void precondition();  // z of r
    void clear_held(Nodes& v) const;

    Unknowns unknowns_;
    const BlockMatrix* h_ = nullptr;  // of the caller, read by solve
    std::vector<double> shift_;
    std::vector<Mat3> inverse_diagonal_;
    Nodes x_, r_, z_, d_, hd_;  // solution, residual, preconditioned residual, direction and its image
};

}  // namespace talweg
