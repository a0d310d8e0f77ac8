/// Preconditioned conjugate gradients over nodes (Hestenes and Stiefel, 1952; Saad, "Iterative Methods for Sparse
/// Linear Systems", §9.2). Every sum is taken in a fixed order.
#pragma once
#include "talweg/solve/inner_product.hpp"

namespace talweg {

/// How far a residual is brought down, in the norm of the inverse preconditioner, which is close to that of energy: so
/// far that a direction which seems small is small, also along the softest motions, and Newton's stopping rule holds.
inline constexpr double residual_reduction = 1e-6;

struct Iterations {
    bool found;
    int count;
};

/// The memory of a solve, kept from one to the next.
struct CgVectors {
    Nodes r, z, d, hd;  // residual, preconditioned residual, direction and its image
};

/// Solves H x = r for the r in `v`: multiply(d, hd) applies H, precondition(r, z) something like its inverse, which
/// must not change on the way. Not found: H or the preconditioner is not positive definite, or `limit` was too low.
template <class Multiply, class Precondition>
Iterations conjugate_gradients(const Multiply& multiply, const Precondition& precondition, int limit, CgVectors& v,
                               Nodes& x) {
    const int n = static_cast<int>(v.r.size());
    x.assign(n, Vec3::zero());
    precondition(v.r, v.z);
    v.d = v.z;
    double rz = inner_product(v.r, v.z);
    if (rz == 0.0) return {true, 0};
    const double target = residual_reduction * residual_reduction * rz;
    for (int k = 1; k <= limit; ++k) {
        multiply(v.d, v.hd);
        const double curvature = inner_product(v.d, v.hd);
        if (!(curvature > 0.0)) return {false, k};
        const double alpha = rz / curvature;
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                x[i] += alpha * v.d[i];
                v.r[i] -= alpha * v.hd[i];
            }
        });
        precondition(v.r, v.z);
        const double next = inner_product(v.r, v.z);
        if (!(next > target)) return {next >= 0.0, k};
        const double beta = next / rz;
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) v.d[i] = v.z[i] + beta * v.d[i];
        });
        rz = next;
    }
    return {false, limit};
}

}  // namespace talweg
