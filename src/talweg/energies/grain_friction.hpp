/// Friction of balls that turn, and what resists their rolling, with the normal force of an earlier moment (lagged).
///
///     D(v) = F f(|u|),   u = Σ G_kᵀ v_k + u₀
///
/// with f of contact_friction.hpp. Some of the points are places, others are spins: coordinates whose velocity is r ω,
/// in metres per second. With the unit normal n from the second ball to the first, what slides is
///
///     u = T ᵀ (v₁ − v₂ − (r₁ω₁ + r₂ω₂) × n),   F = μ λ
///
/// and what rolls, against a torque of at most ρ λ R with R = r₁r₂/(r₁ + r₂) (Ai et al., "Assessment of rolling
/// resistance models in discrete element simulations", 2011, model A),
///
///     u = R (ω₁ − ω₂),   F = ρ λ
#pragma once
#include "talweg/energies/contact_friction.hpp"

namespace talweg {

/// N points, of which some are spins. G holds three columns for each; what has fewer directions leaves some at zero.
template <int N>
struct TurningFriction {
    static constexpr const char* names[] = {"grain_friction_one_point", "grain_friction_two_points",
                                            "grain_friction_three_points", "grain_friction_four_points",
                                            "grain_friction_five_points"};
    static constexpr const char* name = names[N - 1];
    static constexpr const char *summary = "Friction of grains that turn", *page = "contact_friction";
    static constexpr int point_count = N;
    static constexpr Domain domain = Domain::contacts;
    static constexpr bool dissipative = true, majorized = true;
    static constexpr Invariance invariance = Invariance::none;

    struct Element {
        double force;               // F, N
        double slip;                // ε, m/s
        Vec3 lever[N][3];           // G
        Vec3 drift = Vec3::zero();  // u₀, m/s
    };

    static Element make(const RestElement<N>&, const double* numbers) {
        Element e{numbers[0], 0.2 * numbers[1], {}};
        for (int k = 0; k < N; ++k) {
            e.lever[k][0] = {0.6 - 0.1 * k, 0.8, 0.0};
            e.lever[k][1] = {0.0, 0.3 * k, 1.0 - 0.5 * k};
            e.lever[k][2] = Vec3::zero();
        }
        return e;
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, N>& v, const Points<double, N>&, const Element& e) {
        Real square(0.0);
        for (int d = 0; d < 3; ++d) {
            Real u(e.drift[d]);
            for (int k = 0; k < N; ++k)
                for (int a = 0; a < 3; ++a) u = u + v[k][a] * e.lever[k][d][a];
            square = square + u * u;
        }
        return friction_potential(square, e.force, e.slip);
    }

    template <class Real>
    TALWEG_FN static Real incremental(const Points<Real, N>& x, const Points<double, N>& x_ref, double rate,
                                      const Element& e) {
        Points<Real, N> v;
        for (int k = 0; k < N; ++k)
            for (int a = 0; a < 3; ++a) v[k][a] = (x[k][a] - Real(x_ref[k][a])) * rate;
        return dissipation(v, x_ref, e) * (1.0 / rate);
    }
    TALWEG_FN static Derivatives<N> incremental_derivatives(const Points<double, N>& x, const Points<double, N>& x_ref,
                                                            double rate, const Element& e) {
        return closed_form(x, x_ref, rate, e, false);
    }
    /// The paraboloid above D that touches it at v, as for pairs that do not turn.
    TALWEG_FN static Derivatives<N> projected_incremental_derivatives(const Points<double, N>& x,
                                                                      const Points<double, N>& x_ref, double rate,
                                                                      const Element& e) {
        return closed_form(x, x_ref, rate, e, true);
    }

    /// u when points came from x_ref to x at a rate.
    TALWEG_FN static Vec3 slip_velocity(const Points<double, N>& x, const Points<double, N>& x_ref, double rate,
                                        const Element& e) {
        Vec3 u = e.drift;
        for (int k = 0; k < N; ++k) {
            const Vec3 v = rate * (x[k] - x_ref[k]);
            for (int d = 0; d < 3; ++d) u[d] += dot(e.lever[k][d], v);
        }
        return u;
    }

private:
    TALWEG_FN static Derivatives<N> closed_form(const Points<double, N>& x, const Points<double, N>& x_ref, double rate,
                                                const Element& e, bool above) {
        const Vec3 u = slip_velocity(x, x_ref, rate, e);
        const double y = norm(u);
        const FrictionSlopes f = FrictionSlopes::at(y, e.slip);
        const double along = y > 0.0 && !above ? (f.second - f.over_speed) / (y * y) : 0.0;
        Vec3 pull[N];  // Gᵀ u of each point
        for (int k = 0; k < N; ++k) pull[k] = u[0] * e.lever[k][0] + u[1] * e.lever[k][1] + u[2] * e.lever[k][2];
        Derivatives<N> r;
        r.energy = incremental(x, x_ref, rate, e);
        for (int l = 0; l < N; ++l)
            for (int b = 0; b < 3; ++b) {
                r.gradient[3 * l + b] = e.force * f.over_speed * pull[l][b];
                for (int k = 0; k < N; ++k)
                    for (int a = 0; a < 3; ++a) {
                        double flat = 0.0;
                        for (int d = 0; d < 3; ++d) flat += e.lever[k][d][a] * e.lever[l][d][b];
                        r.hessian(3 * k + a, 3 * l + b) =
                            e.force * rate * (f.over_speed * flat + along * pull[k][a] * pull[l][b]);
                    }
            }
        return r;
    }
};

struct GrainFriction {
    using Family =
        TypeList<TurningFriction<1>, TurningFriction<2>, TurningFriction<3>, TurningFriction<4>, TurningFriction<5>>;
};

}  // namespace talweg
