/// Conjugate gradients with an incomplete block factorisation: memory and time per iteration grow with the mesh alone,
/// and large systems are solved fastest this way.
///
/// Where a body is nearly incompressible, blocks stand in for so many pivots that the incomplete factor misleads, and
/// the iteration fails although the matrix is definite. Used on its own it then begins anew with the blocks of the
/// diagonal, which take more iterations and mislead never.
#pragma once
#include "talweg/solve/conjugate_gradients.hpp"
#include "talweg/solve/incomplete_cholesky.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

class CgSolver final : public LinearSolver {
public:
    CgSolver(const BlockPattern& pattern, const Unknowns& unknowns)
        : unknowns_(unknowns),
          matrix_(pattern, unknowns),
          preconditioner_(pattern),
          limit_(50 + 10 * unknowns.count()) {}
    std::string_view name() const override { return "cg"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    bool solve_roughly(const std::vector<double>& r, std::vector<double>& p) override;
    bool refine(const std::vector<double>& r, std::vector<double>& p) override;
    /// Takes up a solve that ran out of turns, with a new limit.
    bool go_on(double reduction, std::vector<double>& p);
    void set_interruption(const Interruption& interruption) override { cg_.interruption = &interruption; }
    /// Iterations of the last solve, and whether it ended because there were too many.
    int iteration_count() const { return iterations_; }
    bool out_of_turns() const { return out_of_turns_; }
    /// Whether it ended because the matrix seemed not to be positive definite.
    bool saw_indefinite() const { return indefinite_; }
    /// Somebody else takes over after so many, or after a failure.
    void set_limit(int iterations) {
        limit_ = iterations;
        alone_ = false;
    }

private:
    template <class Solve>
    bool iterate(const Solve& solve, std::vector<double>& p);
    bool solve_plainly(const std::vector<double>& r, double reduction, std::vector<double>& p);

    Unknowns unknowns_;
    BlockProduct matrix_;
    IncompleteCholesky preconditioner_;
    ConjugateGradients cg_;
    int limit_, iterations_ = 0;
    bool out_of_turns_ = false, indefinite_ = false;
    bool alone_ = true, plain_ = false;  // plain: by the blocks of the diagonal, whose inverses are
    std::vector<Mat3> blocks_;
};

}  // namespace talweg
