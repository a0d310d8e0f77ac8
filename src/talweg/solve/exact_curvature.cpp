#include "talweg/solve/exact_curvature.hpp"

#include <utility>

namespace talweg {

namespace {

constexpr int most = 30;            // iterations; each costs a product and a solution with a factor that is there
constexpr double reduction = 1e-2;  // of the residual, in the norm of P⁻¹

}  // namespace

ExactCurvature::ExactCurvature() { gradients_.least_curvature = 1e-3; }

void ExactCurvature::keep(const BlockMatrix& exact) { exact_ = exact; }

void ExactCurvature::improve(FreeSystem& projected, const Nodes& gradient, const Interruption& interruption, Nodes& p) {
    LinearSolver& solver = projected.solver(exact_.pattern);
    gradients_.interruption = &interruption;
    gradients_.r = gradient;
    for (Vec3& r : gradients_.r) r = -1.0 * r;
    bool first = true;  // its solution is p
    const auto precondition = [&](const Nodes& r, Nodes& z) {
        if (std::exchange(first, false)) {
            z = p;
            return;
        }
        projected.unknowns().gather(r, right_);
        if (solver.solve_roughly(right_, solution_))
            projected.unknowns().spread(solution_, z);
        else
            z.assign(r.size(), Vec3::zero());  // no further
    };
    gradients_.solve([&](const Nodes& d, Nodes& hd) { multiply(exact_, d, hd); }, precondition, reduction, most);
    if (inner_product(gradients_.x, gradients_.x) > 0.0) p.swap(gradients_.x);
}

}  // namespace talweg
