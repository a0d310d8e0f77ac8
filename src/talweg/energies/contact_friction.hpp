/// Smoothed Coulomb friction between features in contact, with the normal force and the tangent plane of an earlier
/// moment (lagged).
///
///     D(v) = μ λ f(|u|),   u = Tᵀ Σ γ_k v_k + u₀
///     f(y) = y²/ε − y³/(3ε²) for y < ε,   y − ε/3 beyond
///
/// λ is the normal force, γ the weights of the points in the relative velocity, T the two tangents, u₀ what a surface
/// adds that moves without its points moving, such as a ball that spins, ε the speed below which sticking creeps. Li et
/// al. 2020 (IPC), section 5.4, as a Rayleigh dissipation, so that it goes with every integrator's idea of velocity.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/type_list.hpp"

namespace talweg {

/// f′(y)/y and f″(y).
struct FrictionSlopes {
    double over_speed, second;
    TALWEG_FN static FrictionSlopes at(double y, double slip) {
        if (y < slip) return {(2.0 * slip - y) / (slip * slip), 2.0 * (slip - y) / (slip * slip)};
        return {1.0 / y, 0.0};
    }
};

/// F f(|u|), given |u|².
template <class Real>
TALWEG_FN Real friction_potential(const Real& square, double force, double slip) {
    using std::sqrt;
    if (square < 1e-300) return square * (force / slip);  // where the root has no derivative
    const Real y = sqrt(square);
    if (y < slip) return (square * (1.0 / slip) - square * y * (1.0 / (3.0 * slip * slip))) * force;
    return (y - Real(slip / 3.0)) * force;
}

template <int N>
struct PairFriction {
    static constexpr const char* name = N == 2   ? "friction_two_points"
                                        : N == 3 ? "friction_three_points"
                                                 : "friction_four_points";
    static constexpr const char *summary = "Friction between features in contact", *page = "contact_friction";
    static constexpr int point_count = N;
    static constexpr Domain domain = Domain::contacts;
    static constexpr bool dissipative = true, majorized = true;
    static constexpr Invariance invariance = Invariance::translation;

    struct Element {
        double force;              // μ λ, N
        double slip;               // ε, m/s
        Vec3 tangent[2];           // orthonormal
        Vector<double, N> weight;  // γ, of sum zero
        double drift[2] = {};      // u₀, m/s
    };

    static Element make(const RestElement<N>&, const double* numbers) {
        Element e{numbers[0], 0.2 * numbers[1], {{0.6, 0.8, 0.0}, {0.0, 0.0, 1.0}}, {}};
        e.weight[0] = 1.0;
        for (int k = 1; k < N; ++k) e.weight[k] = -1.0 / (N - 1);
        return e;
    }

    template <class Real>
    TALWEG_FN static Real dissipation(const Points<Real, N>& v, const Points<double, N>&, const Element& e) {
        Real u[2] = {Real(e.drift[0]), Real(e.drift[1])};
        for (int t = 0; t < 2; ++t)
            for (int k = 0; k < N; ++k)
                for (int a = 0; a < 3; ++a) u[t] = u[t] + v[k][a] * (e.weight[k] * e.tangent[t][a]);
        return friction_potential(u[0] * u[0] + u[1] * u[1], e.force, e.slip);
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
    /// Not the nearest positive Hessian, which the exact one is already, but that of the paraboloid above D that
    /// touches it at v, μ λ f′(|u|)/|u| in both directions (f is concave in |u|²). What slides meets no curvature along
    /// its slip, and Newton's method goes past the place where it would stick and back; the paraboloid stops there.
    TALWEG_FN static Derivatives<N> projected_incremental_derivatives(const Points<double, N>& x,
                                                                      const Points<double, N>& x_ref, double rate,
                                                                      const Element& e) {
        return closed_form(x, x_ref, rate, e, true);
    }

    /// u when points came from x_ref to x at a rate.
    TALWEG_FN static Vec2 slip_velocity(const Points<double, N>& x, const Points<double, N>& x_ref, double rate,
                                        const Element& e) {
        Vec3 v = Vec3::zero();
        for (int k = 0; k < N; ++k) v += (e.weight[k] * rate) * (x[k] - x_ref[k]);
        return {dot(e.tangent[0], v) + e.drift[0], dot(e.tangent[1], v) + e.drift[1]};
    }

private:
    TALWEG_FN static Derivatives<N> closed_form(const Points<double, N>& x, const Points<double, N>& x_ref, double rate,
                                                const Element& e, bool above) {
        const Vec2 u = slip_velocity(x, x_ref, rate, e);
        const double y = std::sqrt(u[0] * u[0] + u[1] * u[1]);
        const FrictionSlopes f = FrictionSlopes::at(y, e.slip);
        const double along = y > 0.0 && !above ? (f.second - f.over_speed) / (y * y) : 0.0;
        const Vec3 pull = u[0] * e.tangent[0] + u[1] * e.tangent[1];
        Derivatives<N> d;
        d.energy = incremental(x, x_ref, rate, e);
        for (int l = 0; l < N; ++l)
            for (int b = 0; b < 3; ++b) {
                d.gradient[3 * l + b] = e.force * e.weight[l] * f.over_speed * pull[b];
                for (int k = 0; k < N; ++k)
                    for (int a = 0; a < 3; ++a) {
                        const double flat = e.tangent[0][a] * e.tangent[0][b] + e.tangent[1][a] * e.tangent[1][b];
                        d.hessian(3 * k + a, 3 * l + b) = e.force * rate * e.weight[k] * e.weight[l] *
                                                          (f.over_speed * flat + along * pull[a] * pull[b]);
                    }
            }
        return d;
    }
};

struct ContactFriction {
    using Family = TypeList<PairFriction<2>, PairFriction<3>, PairFriction<4>>;
};

}  // namespace talweg
