/// A bound on how far a sheet can be stretched: cloth gives easily up to a point, and then not at all.
///
///     E = k A Σ b(σ_i),   b(σ) = −((σ − 1)/(s − 1))² ln((s − σ)/(s − 1)) for σ > 1, else 0
///
/// σ the stretches of a triangle in its plane. b and its first derivative begin at 0, and b is infinite at the limit s,
/// which therefore no step reaches (Li, Kaufman, Jiang, "Codimensional Incremental Potential Contact", 2021). The guard
/// looks for the place on the way where the largest stretch comes to s: it is a convex function of the way, so that
/// there is but one. Squeezing costs nothing.
#pragma once
#include "talweg/energies/interface/membrane.hpp"

namespace talweg {

/// The bound as a material, for MembraneElement.
struct StrainBarrier {
    static constexpr const char* name = "strain_limit";
    static constexpr bool packs = true;
    struct Constants {
        double limit, stiffness;  // s; k, N/m
    };

    /// b with its first and second derivative by σ.
    template <class Real>
    struct Barrier {
        Real value, first, second;
    };
    template <class Real>
    TALWEG_FN static Barrier<Real> barrier(const Real& sigma, const Constants& c) {
        const Real zero = Real(0.0), over = sigma - 1.0;
        const auto felt = over > zero;
        if (!any(felt)) return {zero, zero, zero};
        const double width = c.limit - 1.0;
        const Real left = (c.limit - sigma) / width, done = select(felt, over / width, zero);
        const auto broken = !(left > zero);
        const Real y = select(felt && !broken, left, Real(1.0)), l = log(y), ratio = done / y;
        const Real first = c.stiffness * done * (ratio - 2.0 * l) / width;
        const Real second = c.stiffness * (-2.0 * l + 4.0 * ratio + ratio * ratio) / (width * width);
        return {select(broken, Real(HUGE_VAL), -c.stiffness * done * done * l), select(broken, zero, first),
                select(broken, zero, second)};
    }

    template <class Real, int D>
    TALWEG_FN static Real density(const Matrix<Real, D, D>& f, const Constants& c) {
        static_assert(D == 2);
        // Mean and half-difference of the squared stretches.
        const Matrix<Real, D, D> g = f.transposed() * f;
        const Real mean = (g(0, 0) + g(1, 1)) * 0.5, apart = (g(0, 0) - g(1, 1)) * 0.5;
        const Real half = sqrt(apart * apart + g(0, 1) * g(0, 1));
        const Real larger_one = of_square(mean + half, c);
        return larger_one + of_square(mean - half, c);
    }

    template <int D, class Real>
    TALWEG_FN static void add_to(Principal<D, Real>& p, const Constants& c) {
        static_assert(D == 2);
        const Barrier<Real> b[2] = {barrier(p.sigma[0], c), barrier(p.sigma[1], c)};
        for (int i = 0; i < 2; ++i) {
            p.density += b[i].value;
            p.first[i] += b[i].first;
            p.second(i, i) += b[i].second;
        }
        const Real apart = p.sigma[0] - p.sigma[1], sum = p.sigma[0] + p.sigma[1];
        p.shear[0] += select(apart > Real(1e-6), (b[0].first - b[1].first) / apart, 0.5 * (b[0].second + b[1].second));
        p.spin[0] += (b[0].first + b[1].first) / larger(sum, Real(1e-6));
    }

private:
    template <class Real>
    TALWEG_FN static Real of_square(const Real& square, const Constants& c) {
        const auto felt = square > Real(1.0);
        if (!any(felt)) return Real(0.0);
        const Real sigma = sqrt(select(felt, square, Real(1.0))), width = Real(c.limit - 1.0);
        const Real done = (sigma - Real(1.0)) / width, left = (Real(c.limit) - sigma) / width;
        const auto holds = left > Real(0.0);
        const Real value = done * done * log(select(holds, left, Real(1.0))) * -c.stiffness;
        return select(holds, select(felt, value, Real(0.0)), Real(HUGE_VAL));
    }
};

struct StrainLimit : MembraneElement<StrainBarrier> {
    static constexpr const char* name = "strain_limit";
    static constexpr const char* summary = "Bound on the stretch of a sheet, which nothing gets past";
    static constexpr Parameter parameters[] = {
        {"limit", "1", "Stretch that is never reached: 1.05 allows five percent", Range::above_one},
        {"stiffness", "N/m", "Stiffness k of the approach to the limit", Range::positive}};
    static constexpr bool relaxed_at_rest = false;  // not even felt there
    using Element = MembraneElement<StrainBarrier>::Element;

    static Element make(const RestElement<3>& rest, const double* values) {
        return make_element(rest, 1.0, {values[0], values[1]});
    }

    /// The fraction of the move x → x + dx at which nine tenths of what is left to the limit are used up; at most 1.
    TALWEG_FN static double largest_safe_step(const Points<double, 3>& x, const Points<double, 3>& dx,
                                              const Element& e) {
        const double now = largest_stretch(x, dx, 0.0, e), limit = e.constants.limit;
        if (!(now < limit)) return 0.0;
        const double bound = limit - 0.1 * (limit - now);
        if (largest_stretch(x, dx, 1.0, e) <= bound) return 1.0;
        double free = 0.0, taken = 1.0;
        for (int halving = 0; halving < 40; ++halving) {
            const double middle = 0.5 * (free + taken);
            (largest_stretch(x, dx, middle, e) <= bound ? free : taken) = middle;
        }
        return free;
    }

private:
    TALWEG_FN static double largest_stretch(const Points<double, 3>& x, const Points<double, 3>& dx, double part,
                                            const Element& e) {
        Points<double, 3> at;
        for (int i = 0; i < 3; ++i) at[i] = x[i] + part * dx[i];
        const Matrix<double, 3, 2> f = deformation(at, e.rest_inverse);
        const Mat2 square = f.transposed() * f;
        const double mean = 0.5 * (square(0, 0) + square(1, 1)), half = 0.5 * (square(0, 0) - square(1, 1));
        return ::sqrt(mean + ::sqrt(half * half + square(1, 0) * square(1, 0)));
    }
};

}  // namespace talweg
