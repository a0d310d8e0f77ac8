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
};

}  // namespace talweg
