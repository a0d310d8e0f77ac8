#ifdef TALWEG_WITH_CHOLMOD
#include "talweg/solve/cholmod_solver.hpp"

#include "talweg/math/error.hpp"

// A strong reference: linkers that drop unused libraries would drop OpenBLAS for a weak one, and CHOLMOD would then
// call the system's BLAS, whose threads nobody limits.
extern "C" void openblas_set_num_threads(int);
// Of the OpenMP that CHOLMOD brings along.
extern "C" void omp_set_max_active_levels(int);

namespace talweg {

namespace {

/// CHOLMOD asks OpenMP for four threads at every supernode, and waking them costs several times the factorisation of a
/// small system. The limit belongs to the calling thread, so it is set before each call.
void stay_on_this_thread() { omp_set_max_active_levels(0); }

[[noreturn]] void refuse_size() {
    throw Error("the linear system does not fit into memory; use the solver \"cg\" or a coarser mesh");
}

}  // namespace

CholmodSolver::CholmodSolver(const BlockPattern& pattern, const Unknowns& unknowns)
    : unknowns_(unknowns), matrix_(pattern, unknowns) {
    openblas_set_num_threads(1);
    common_.print = 0;
    common_.quick_return_if_not_posdef = 1;
    common_.final_asis = 1;
    common_.final_ll = 1;  // LLᵀ: its other form, LDLᵀ, takes indefinite matrices without a word
    analyze(pattern);
}

CholmodSolver::~CholmodSolver() {
    cholmod_free_dense(&solution_, &common_);
    cholmod_free_dense(&work_[0], &common_);
    cholmod_free_dense(&work_[1], &common_);
    cholmod_free_factor(&factor_, &common_);
}

cholmod_sparse CholmodSolver::view() {
    cholmod_sparse a{};
    a.nrow = a.ncol = matrix_.size();
    a.nzmax = matrix_.entry_count();
    a.p = matrix_.column_offsets.data();
    a.i = matrix_.rows.data();
    a.x = matrix_.values.data();
    a.stype = -1;
    a.itype = CHOLMOD_INT;
    a.xtype = CHOLMOD_REAL;
    a.dtype = CHOLMOD_DOUBLE;
    a.sorted = a.packed = 1;
    return a;
}

void CholmodSolver::analyze(const BlockPattern& pattern) {
    // The graph of nodes, as a pattern-only matrix; its order is then spread over the components.
    const int n = pattern.node_count();
    std::vector<int> offsets(n + 1), rows(pattern.block_count()), order;
    for (int i = 0; i <= n; ++i) offsets[i] = i < n ? pattern.row_begin(i) : pattern.block_count();
    for (int k = 0; k < pattern.block_count(); ++k) rows[k] = pattern.column(k);
    cholmod_sparse graph = view();
    graph.nrow = graph.ncol = n;
    graph.nzmax = pattern.block_count();
    graph.p = offsets.data();
    graph.i = rows.data();
    graph.x = nullptr;
    graph.xtype = CHOLMOD_PATTERN;
    cholmod_factor* nodes = cholmod_analyze(&graph, &common_);
    if (!nodes) refuse_size();
    for (int k = 0; k < n; ++k)
        for (int a = 0; a < 3; ++a) {
            const int unknown = unknowns_(static_cast<int*>(nodes->Perm)[k], a);
            if (unknown >= 0) order.push_back(unknown);
        }
    cholmod_free_factor(&nodes, &common_);

    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_GIVEN;
    cholmod_sparse a = view();
    factor_ = cholmod_analyze_p(&a, order.data(), nullptr, 0, &common_);
    if (!factor_) refuse_size();
    ++analyses_;
}

bool CholmodSolver::factorize(const BlockMatrix& h, double shift) {
    matrix_.set_values(h, shift);
    stay_on_this_thread();
    cholmod_sparse a = view();
    cholmod_factorize(&a, factor_, &common_);
    if (common_.status == CHOLMOD_OUT_OF_MEMORY || common_.status == CHOLMOD_TOO_LARGE) refuse_size();
    return common_.status == CHOLMOD_OK && factor_->minor == factor_->n;
}

bool CholmodSolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    stay_on_this_thread();
    cholmod_dense right{};
    right.nrow = right.nzmax = right.d = r.size();
    right.ncol = 1;
    right.x = const_cast<double*>(r.data());
    right.xtype = CHOLMOD_REAL;
    right.dtype = CHOLMOD_DOUBLE;
    if (!cholmod_solve2(CHOLMOD_A, factor_, &right, nullptr, &solution_, nullptr, &work_[0], &work_[1], &common_))
        return false;
    const double* x = static_cast<double*>(solution_->x);
    p.assign(x, x + r.size());
    return is_finite(p);
}

}  // namespace talweg
#endif
