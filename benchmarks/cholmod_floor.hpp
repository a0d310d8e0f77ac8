/// The floor of a Newton direction: CHOLMOD alone on the same matrix, with its own choice of order.
#pragma once
#include <cholmod.h>

#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

class CholmodFloor {
public:
    CholmodFloor(const BlockMatrix& h, const Unknowns& unknowns) : matrix_(*h.pattern, unknowns) {
        matrix_.set_values(h, 0.0);
        cholmod_start(&common_);
        a_.nrow = a_.ncol = matrix_.size();
        a_.nzmax = matrix_.entry_count();
        a_.p = matrix_.column_offsets.data();
        a_.i = matrix_.rows.data();
        a_.x = matrix_.values.data();
        a_.stype = -1;
        a_.itype = CHOLMOD_INT;
        a_.xtype = CHOLMOD_REAL;
        a_.dtype = CHOLMOD_DOUBLE;
        a_.sorted = a_.packed = 1;
        right_ = cholmod_ones(a_.nrow, 1, CHOLMOD_REAL, &common_);
        factor_ = cholmod_analyze(&a_, &common_);
        factorize_and_solve();
    }
    ~CholmodFloor() {
        cholmod_free_dense(&right_, &common_);
        cholmod_free_factor(&factor_, &common_);
        cholmod_finish(&common_);
    }
    CholmodFloor(const CholmodFloor&) = delete;
    CholmodFloor& operator=(const CholmodFloor&) = delete;

    void factorize_and_solve() {
        cholmod_factorize(&a_, factor_, &common_);
        cholmod_dense* x = cholmod_solve(CHOLMOD_A, factor_, right_, &common_);
        cholmod_free_dense(&x, &common_);
    }

private:
    ScalarMatrix matrix_;
    cholmod_sparse a_{};
    cholmod_common common_;
    cholmod_factor* factor_ = nullptr;
    cholmod_dense* right_ = nullptr;
};

}  // namespace talweg
