/// Stiffness-proportional damping of any elastic energy: the second half of Rayleigh's C = α M + β K.
///
///     D = ½ β vᵀ K v,   K the energy's projected Hessian at the start of the step
///
/// K is lagged: over a step from x_ref the potential is ½ β·rate (x − x_ref)ᵀ K(x_ref) (x − x_ref), quadratic and never
/// negative. A mode of frequency ω then decays like exp(−½ β ω² t). A rigid turn is damped only to second order in its
/// angle per step, unlike in strain_rate_damping.hpp. Scenes ask for it with a body's "damping".
#pragma once
#include "talweg/energies/interface/description.hpp"

namespace talweg {

/// Of energies with a projected Hessian in closed form.
template <class Elastic>
concept DampedByStiffness = HasProjection<Elastic> && OfferedToScenes<Elastic> && !Dissipative<Elastic>;

template <DampedByStiffness Elastic>
struct StiffnessDamping {
    static constexpr const char* name = "stiffness_damping";
    static constexpr const char* summary = "Damping in proportion to the stiffness";
    static constexpr int point_count = Elastic::point_count;
    static constexpr Domain domain = Elastic::domain;
    static constexpr bool dissipative = true;
    static constexpr Invariance invariance = Invariance::translation;
    static constexpr int N = point_count;

    struct Element {
        typename Elastic::Element elastic;
        double beta;  // s
    };

    /// Frames go on as those of the energy that is damped.
    static auto& memory(Element& e) requires HasMemory<Elastic> { return Elastic::memory(e.elastic); }
    static auto evolve(const Points<double, N>& x, double dt, const Element& e) requires HasMemory<Elastic> {
        return Elastic::evolve(x, dt, e.elastic);
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, N>& v, const Points<double, N>& x, const Element& e) {
        return quadratic(v, Elastic::projected_derivatives(x, e.elastic).hessian) * (0.5 * e.beta);
    }
    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, N>& x, const Points<double, N>& x_ref, double rate,
                                      const Element& e) {
        Points<Real, N> move;
        for (int i = 0; i < N; ++i)
            for (int a = 0; a < 3; ++a) move[i][a] = x[i][a] - Real(x_ref[i][a]);
        return quadratic(move, Elastic::projected_derivatives(x_ref, e.elastic).hessian) * (0.5 * e.beta * rate);
    }
    TALWEG_FN static Derivatives<N> incremental_derivatives(const Points<double, N>& x, const Points<double, N>& x_ref,
                                                            double rate, const Element& e) {
        Derivatives<N> d;
        d.hessian = Elastic::projected_derivatives(x_ref, e.elastic).hessian * (e.beta * rate);
        Vector<double, 3 * N> move;
        for (int k = 0; k < 3 * N; ++k) move[k] = x[k / 3][k % 3] - x_ref[k / 3][k % 3];
        d.gradient = d.hessian * move;
        d.energy = 0.5 * dot(d.gradient, move);
        return d;
    }
    TALWEG_FN static Derivatives<N> projected_incremental_derivatives(const Points<double, N>& x,
                                                                      const Points<double, N>& x_ref, double rate,
                                                                      const Element& e) {
        return incremental_derivatives(x, x_ref, rate, e);
    }

private:
    template <class Real>
    TALWEG_FN static Real quadratic(const Points<Real, N>& u, const Matrix<double, 3 * N, 3 * N>& k) {
        Real sum(0.0);
        for (int i = 0; i < 3 * N; ++i) {
            Real row(0.0);
            for (int j = 0; j < 3 * N; ++j) row += u[j / 3][j % 3] * k(i, j);
            sum += row * u[i / 3][i % 3];
        }
        return sum;
    }
};

}  // namespace talweg
