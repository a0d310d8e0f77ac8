/// CHOLMOD: sparse Cholesky, simplicial or supernodal by the fill it finds. Analysed once per pattern.
///
/// Chen, Davis, Hager, Rajamanickam, "Algorithm 887", ACM TOMS 35(3), 2008. The fill-reducing order is sought among
/// nodes, not components, which makes the search nine times smaller; BLAS stays on one thread, so that results are
/// repeatable.
#pragma once
#include <cholmod.h>

#include "talweg/solve/linear_solver.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

class CholmodSolver final : public LinearSolver {
public:
    CholmodSolver(const BlockPattern& pattern, const Unknowns& unknowns);
    ~CholmodSolver() override;
    CholmodSolver(const CholmodSolver&) = delete;
    CholmodSolver& operator=(const CholmodSolver&) = delete;

    std::string_view name() const override { return "cholmod"; }
    bool factorize(const BlockMatrix& h, double shift) override;
    bool solve(const std::vector<double>& r, std::vector<double>& p) override;
    int analysis_count() const override { return analyses_; }

    /// Entries of the factor.
    double entry_count() const { return entries_; }
    /// The cost of a factorisation, in solutions with the factor, from what the analysis counted. The constants are
    /// measured: a flop of the factorisation takes 1/51 of what an entry of the factor takes in a solution, and a
    /// factorisation handles each entry as long as 12 solutions do.
    double break_even() const { return 12.0 + flops_ / (51.0 * entries_); }
    /// The matrix last factorised, as numbers in an order of its own; and a factorisation of such.
    const std::vector<double>& factorized_values() const { return matrix_.values; }
    bool factorize_values(std::vector<double> values);

private:
    void analyze(const BlockPattern& pattern);
    cholmod_sparse view();

    struct Common : cholmod_common {  // settings and workspace
        Common() { cholmod_start(this); }
        ~Common() { cholmod_finish(this); }
    };

    Unknowns unknowns_;
    ScalarMatrix matrix_;
    Common common_;
    cholmod_factor* factor_ = nullptr;
    cholmod_dense *solution_ = nullptr, *work_[2] = {nullptr, nullptr};
    int analyses_ = 0;
    double flops_ = 0.0, entries_ = 1.0;  // of a factorisation, and of the factor
};

}  // namespace talweg
