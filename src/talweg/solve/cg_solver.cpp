#include "talweg/solve/cg_solver.hpp"

#include "talweg/assembly/parallel.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

namespace {

double inner(const Nodes& a, const Nodes& b) {
    return parallel_sum(static_cast<int>(a.size()), [&](int begin, int end) {
        double sum = 0.0;
        for (int i = begin; i < end; ++i) sum += dot(a[i], b[i]);
        return sum;
    });
}

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
        shift_ = mean_diagonal(h, unknowns_);
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

void CgSolver::apply(const Nodes& v, Nodes& out) {
    multiply(*h_, v, out);
    for (int i = 0; i < unknowns_.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (unknowns_(i, a) >= 0) out[i][a] += shift_[unknowns_(i, a)] * v[i][a];
    clear_held(out);
}

bool CgSolver::solve(const std::vector<double>& right, std::vector<double>& solution) {
    Nodes r, x(unknowns_.node_count(), Vec3::zero()), z(x.size()), d, ad(x.size());
    unknowns_.spread(right, r);
    const auto precondition = [&] {
        for (std::size_t i = 0; i < z.size(); ++i) z[i] = inverse_diagonal_[i] * r[i];
        clear_held(z);
    };
    precondition();
    d = z;
    double rz = inner(r, z);
    const double target = 1e-20 * rz;
    const int limit = 50 + 10 * unknowns_.count();
    bool found = rz == 0.0;
    for (int k = 0; k < limit && !found; ++k) {
        apply(d, ad);
        const double curvature = inner(d, ad);
        if (!(curvature > 0.0)) return false;
        const double alpha = rz / curvature;
        add(x, alpha, d);
        add(r, -alpha, ad);
        precondition();
        const double next = inner(r, z);
        found = next <= target;
        for (std::size_t i = 0; i < d.size(); ++i) d[i] = z[i] + (next / rz) * d[i];
        rz = next;
    }
    unknowns_.gather(x, solution);
    return found;
}

}  // namespace talweg
