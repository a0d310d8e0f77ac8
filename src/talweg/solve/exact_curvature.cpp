#include "talweg/solve/exact_curvature.hpp"

#include "talweg/math/parallel.hpp"
#include "talweg/solve/inner_product.hpp"

namespace talweg {

namespace {

constexpr int most = 30;            // iterations; each costs a product and a solution with a factor that is there
constexpr double reduction = 1e-2;  // of the residual, in the norm of P⁻¹
constexpr double curved = 1e-3;     // of what P makes of a direction: less is none

}  // namespace

void ExactCurvature::keep(const BlockMatrix& exact) { exact_ = exact; }

void ExactCurvature::improve(FreeSystem& projected, const Nodes& gradient, const Interruption& interruption, Nodes& p) {
    const int n = static_cast<int>(p.size());
    LinearSolver& solver = projected.solver(exact_.pattern);
    r_.resize(n);
    for (int i = 0; i < n; ++i) r_[i] = -1.0 * gradient[i];
    x_.assign(n, Vec3::zero());
    d_ = p;
    double rz = inner_product(r_, p);
    const double target = reduction * reduction * rz;
    bool moved = false;
    for (int count = 0; count < most && rz > target; ++count) {
        interruption.check();
        multiply(exact_, d_, hd_);
        const double curvature = inner_product(d_, hd_);
        if (!(curvature > curved * rz)) break;  // dᵀP d ≥ zᵀP z = rᵀz
        const double alpha = rz / curvature;
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                x_[i] += alpha * d_[i];
                r_[i] -= alpha * hd_[i];
            }
        });
        moved = true;
        projected.unknowns().gather(r_, right_);
        if (!solver.solve_roughly(right_, solution_)) break;
        projected.unknowns().spread(solution_, z_);
        const double next = inner_product(r_, z_);
        if (!(next > 0.0)) break;
        const double beta = next / rz;
        parallel_pieces(n, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) d_[i] = z_[i] + beta * d_[i];
        });
        rz = next;
    }
    if (moved) p.swap(x_);
}

}  // namespace talweg
