/// talweg's own sparse Cholesky (solve/cholesky): on all cores, with the same bits for any number of them. Analysed
/// when first needed; an order of elimination serves later patterns, too, as long as it makes little more fill than it
/// did.
#pragma once
#include "talweg/solve/cholesky/sparse_cholesky.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg {

class CholeskySolver final : public LinearSolver {
public:
    CholeskySolver(const BlockPattern& pattern, const Unknowns& unknowns) : pattern_(pattern), unknowns_(unknowns) {}

    std::string_view name() const override { return "cholesky"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    /// Of so many right sides, one behind the other, each replaced by its solution.
    void solve_many(double* x, int count) { factor_->solve(x, count); }
    void set_interruption(const Interruption& interruption) override { interruption_ = &interruption; }
    int analysis_count() const override { return analyses_; }
    void learn_from(const LinearSolver& earlier) override;
    std::vector<std::byte> save() const override;
    void restore(std::span<const std::byte> saved) override;

    /// Makes the analysis unless it is there.
    const Supernodes& structure();
    /// Whether a factor fits into memory, beside so many bytes more: asked before one is begun, for not to fit ends the
    /// run.
    bool fits(double beside = 0.0);
    bool analysed() const { return factor_ != nullptr; }
    /// Of a solution, and of a factorisation in solutions: from what the analysis counted, in units of
    /// solve/cost_units.hpp.
    double solution_cost();
    double break_even();

private:
    const BlockPattern& pattern_;
    Unknowns unknowns_;
    std::vector<int> order_;    // of nodes; empty: none yet
    double order_flops_ = 0.0;  // of the pattern that it was made for
    std::unique_ptr<SparseCholesky> factor_;
    int analyses_ = 0;
    static inline const Interruption none{};
    const Interruption* interruption_ = &none;
};

}  // namespace talweg
