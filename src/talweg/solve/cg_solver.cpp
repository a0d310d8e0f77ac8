#include "talweg/solve/cg_solver.hpp"

#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

namespace {

/// a += s b
void add(Nodes& a, double s, const Nodes& b) {
    parallel_pieces(static_cast<int>(a.size()), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) a[i] += s * b[i];
    });
}

}  // namespace

bool CgSolver::factorize(const BlockMatrix& h, double shift) {
    h_ = &h;
    shift_.assign(unknowns_.count(), 0.0);
    if (shift > 0.0) {
        shift_ = shift_unit(h, unknowns_);
        for (double& value : shift_) value *= shift;
    }
    inverse_diagonal_.resize(unknowns_.node_count());
    for (int i = 0; i < unknowns_.node_count(); ++i) {
        Mat3 block = h.values[h.pattern->diagonal(i)];
        for (int a = 0; a < 3; ++a) {
            if (unknowns_(i, a) >= 0) {
                block(a, a) += shift_[unknowns_(i, a)];
            } else {
                for (int b = 0; b < 3; ++b) block(a, b) = block(b, a) = 0.0;
                block(a, a) = 1.0;
            }
        }
        // Leading minors tell whether the block is positive definite.
        if (!(block(0, 0) > 0.0 && block(0, 0) * block(1, 1) > block(0, 1) * block(1, 0) && determinant(block) > 0.0))
            return false;
        inverse_diagonal_[i] = inverse(block);
    }
    return true;
}

void CgSolver::clear_held(Nodes& v) const {
    for (int i = 0; i < unknowns_.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (unknowns_(i, a) < 0) v[i][a] = 0.0;
}

void CgSolver::apply(const Nodes& v, Nodes& out) const {
    multiply(*h_, v, out);
    for (int i = 0; i < unknowns_.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (unknowns_(i, a) >= 0) out[i][a] += shift_[unknowns_(i, a)] * v[i][a];
    clear_held(out);
}

void CgSolver::precondition() {
    z_.resize(r_.size());
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = inverse_diagonal_[i] * r_[i];
    clear_held(z_);
}

bool CgSolver::solve(const std::vector<double>& right, std::vector<double>& solution) {
    unknowns_.spread(right, r_);
    x_.assign(r_.size(), Vec3::zero());
    precondition();
    d_ = z_;
    double rz = inner_product(r_, z_);
    const double target = 1e-20 * rz;
    const int limit = 50 + 10 * unknowns_.count();
    bool found = rz == 0.0;
    for (int k = 0; k < limit && !found; ++k) {
        apply(d_, hd_);
        const double curvature = inner_product(d_, hd_);
        if (!(curvature > 0.0)) return false;
        const double alpha = rz / curvature;
        add(x_, alpha, d_);
        add(r_, -alpha, hd_);
        precondition();
        const double next = inner_product(r_, z_);
        found = next <= target;
        for (std::size_t i = 0; i < d_.size(); ++i) d_[i] = z_[i] + (next / rz) * d_[i];
        rz = next;
    }
    unknowns_.gather(x_, solution);
    return found;
}

}  // namespace talweg
