/// A material that is a function of |F|² and det F alone, without singular values: its exact derivatives.
///
///     P = 2 Ψ_I F + Ψ_J G,   dP = 2 Ψ_I dF + 4 Ψ_II (F : dF) F + Ψ_JJ (G : dF) G + Ψ_J dG,
///
/// I = |F|², J = det F, G = ∂J/∂F the cofactors (Bonet and Wood, "Nonlinear Continuum Mechanics for Finite Element
/// Analysis"). Materials fill it as they fill Principal, which knows how to project and is taken where that is wanted.
#pragma once
#include <cmath>
#include <initializer_list>

#include "talweg/math/select.hpp"
#include "talweg/math/squared_strain.hpp"

namespace talweg {

template <class Real>
struct Invariants {
    Real lengths, j, change;  // |F|² − 3, J, J − 1
    Real density = Real(0.0);
    Real length_first = Real(0.0), length_second = Real(0.0);  // Ψ_I, Ψ_II
    Real volume_first = Real(0.0), volume_second = Real(0.0);  // Ψ_J, Ψ_JJ
    Matrix<Real, 3, 3> x;                                      // FᵀF − 1

    Invariants() = default;
    TALWEG_FN explicit Invariants(const Matrix<Real, 3, 3>& f) {
        x = squared_strain(f);
        lengths = trace(x);
        j = determinant(f);
        change = talweg::volume_change(x, j);
    }

    TALWEG_FN const Real& lengths_change() const { return lengths; }
    TALWEG_FN const Real& volume() const { return j; }
    TALWEG_FN const Real& volume_change() const { return change; }
    /// Adds f(|F|²), given f' and f''.
    TALWEG_FN void add_length_term(const Real& f1, const Real& f2) {
        length_first += f1;
        length_second += f2;
    }
    /// Adds f(det F).
    TALWEG_FN void add_volume_term(const Real& f1, const Real& f2) {
        volume_first += f1;
        volume_second += f2;
    }

    /// P B. Near rest P is a small difference of large terms, whose rounding would turn a stiff body; so there it is
    /// F S, S = 2 Ψ_I 1 + Ψ_J J C⁻¹ symmetric, written in X = C − 1,
    ///
    ///     J C⁻¹ − 1 = ((tr X − (J − 1)) 1 − X + cof X) / J
    TALWEG_FN Matrix<Real, 3, 3> stress_times(const Matrix<Real, 3, 3>& f, const Matrix<Real, 3, 3>& b) const {
        const auto near = is_near_rest(x, j);
        const Real part = volume_first / select(near, j, Real(1.0));
        Matrix<Real, 3, 3> s = (cofactor(x) - x) * part;
        const Real even = (2.0 * length_first + volume_first) + part * (lengths - change);
        for (int a = 0; a < 3; ++a) s(a, a) += even;
        const Matrix<Real, 3, 3> fsb = f * (s * b);
        if (!any(!near)) return fsb;
        return select(near, fsb, (f * (2.0 * length_first) + cofactor(f) * volume_first) * b);
    }

    /// Of a pack of elements: one of them, and its place for what follows.
    Invariants<double> lane(int k) const {
        Invariants<double> one;
        one.lengths = lengths[k];
        one.j = j[k];
        one.change = change[k];
        return one;
    }
    void set_lane(int k, const Invariants<double>& one) {
        density.set(k, one.density);
        length_first.set(k, one.length_first);
        length_second.set(k, one.length_second);
        volume_first.set(k, one.volume_first);
        volume_second.set(k, one.volume_second);
    }
    /// Elements in a state that the material cannot be in: energy without bound, and no derivatives.
    template <class Mask>
    void forbid(const Mask& mask) {
        if (!any(mask)) return;
        density = select(mask, Real(HUGE_VAL), density);
        for (Real* derivative : {&length_first, &length_second, &volume_first, &volume_second})
            *derivative = select(mask, Real(0.0), *derivative);
    }
};

/// Materials whose text serves both.
template <class Material>
concept OfInvariants = requires(Invariants<double> invariants, typename Material::Constants constants) {
    Material::add_to(invariants, constants);
};

}  // namespace talweg
