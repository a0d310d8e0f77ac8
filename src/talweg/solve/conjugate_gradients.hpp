/// Preconditioned conjugate gradients over nodes (Hestenes and Stiefel, 1952; Saad, "Iterative Methods for Sparse
/// Linear Systems", §9.2). Every sum is taken in a fixed order.
#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "talweg/math/interruption.hpp"
#include "talweg/solve/inner_product.hpp"

namespace talweg {

/// How far a residual is brought down, in the norm of the inverse preconditioner, which is close to that of energy.
/// First: so far that one sees how long a direction is, and how well it has to be known. Roughly: Newton's method
/// converges about as fast with such a direction as with the exact one. Fully: so far that a direction which seems
/// small is small, also along the softest motions, and Newton's stopping rule holds.
inline constexpr double first_reduction = 1e-2, rough_reduction = 1e-4, full_reduction = 1e-6;

struct Iterations {
    bool found;
    int count;
    bool indefinite = false;  // a direction was met along which H does not curve upwards,
    double curvature = 0.0;   // dᵀH d along it
};

/// One solve of H x = r, which can be taken up again to bring the residual further down.
class ConjugateGradients {
public:
    Nodes r, x;                                  // the residual, at the start the right side; and the solution
    const Interruption* interruption = nullptr;  // asked before every iteration
    double least_curvature = 0.0;  // of H along a direction, as a part of the preconditioner's: less is none

    /// multiply(d, hd) applies H, precondition(r, z) something like its inverse, which must not change on the way. They
    /// may return dᵀ hd and rᵀ z, as they come by.
    /// Not found: H or the preconditioner is not positive definite, or `limit` was too low.
    template <class Multiply, class Precondition>
    Iterations solve(const Multiply& multiply, const Precondition& precondition, double reduction, int limit) {
        begin(precondition);
        return go_on(multiply, precondition, reduction, limit);
    }
    template <class Precondition>
    void begin(const Precondition& precondition) {
        x.resize(r.size());
        parallel_nodes(static_cast<int>(x.size()), [&](int i) { x[i] = Vec3::zero(); });
        rr_given_ = inner_product(r, r);
        rz_ = start_ = apply(precondition, r, z_);
        d_.resize(z_.size());
        parallel_nodes(static_cast<int>(d_.size()), [&](int i) { d_[i] = z_[i]; });
        rr_start_ = inner_product(r, r);
        count_ = 0;
    }
    /// From where it is, with another preconditioner, in whose norm the right side is measured anew.
    template <class Precondition>
    void begin_again(const Precondition& precondition, Nodes& right) {
        start_ = apply(precondition, right, z_);
        rz_ = apply(precondition, r, z_);
        parallel_nodes(static_cast<int>(d_.size()), [&](int i) { d_[i] = z_[i]; });
    }

    /// Counts all iterations since the start, and so does `limit`.
    template <class Multiply, class Precondition>
    Iterations go_on(const Multiply& multiply, const Precondition& precondition, double reduction, int limit) {
        const double target = reduction * reduction * start_;
        const int n = static_cast<int>(r.size());
        // A preconditioner close to singular sees nothing but its own weakness: the plain residual must fall as well.
        const auto is_far = [&] { return rz_ > target || inner_product(r, r) > reduction * rr_start_; };
        if (at_rounding()) return {true, count_};
        if (!(rz_ >= 0.0)) return {false, count_};
        while (is_far()) {
            if (count_ >= limit) return {false, count_};  // a lower one than before, when taken up again
            if (interruption) interruption->check();
            ++count_;
            const double curvature = apply(multiply, d_, hd_);
            // dᵀP d ≥ zᵀP z = rᵀz
            if (!(curvature > least_curvature * rz_)) return {false, count_, true, curvature};
            const double alpha = rz_ / curvature;
            parallel_nodes(n, [&](int i) {
                x[i] += alpha * d_[i];
                r[i] -= alpha * hd_[i];
            });
            const double next = apply(precondition, r, z_);
            if (!(next >= 0.0)) return {at_rounding(), count_};
            const double beta = next / rz_;
            parallel_nodes(n, [&](int i) { d_[i] = z_[i] + beta * d_[i]; });
            rz_ = next;
        }
        return {true, count_};
    }

    /// That the last iteration went along.
    const Nodes& direction() const { return d_; }

    /// By how many powers of ten the residual has come down since the start.
    double digits() const { return rz_ > 0.0 ? std::max(0.0, 0.5 * std::log10(start_ / rz_)) : most_digits; }

private:
    static constexpr double most_digits = 16.0;

    /// y = A x; xᵀ y.
    template <class A, class X>
    static double apply(const A& a, X& x, Nodes& y) {
        if constexpr (std::is_void_v<decltype(a(x, y))>) {
            a(x, y);
            return inner_product(x, y);
        } else {
            return a(x, y);
        }
    }

    /// Nothing is left but rounding of what was given, and signs mean nothing: of one particle on a line the first
    /// direction leaves just that, or constraints bear all of it.
    bool at_rounding() const {
        constexpr double digits = 1e-13;
        return std::isfinite(rr_given_) && inner_product(r, r) <= digits * digits * rr_given_;
    }

    Nodes z_, d_, hd_;  // preconditioned residual, direction and its image
    double start_ = 0.0, rr_start_ = 0.0, rz_ = 0.0;
    double rr_given_ = 0.0;  // before the preconditioner took what constraints bear
    int count_ = 0;
};

}  // namespace talweg
