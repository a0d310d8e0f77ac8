/// Derivatives of any energy of the angle of a hinge: E(θ) has the torque E′ and the stiffness E″.
#pragma once
#include <initializer_list>

#include "talweg/energies/interface/hinge_angle.hpp"

namespace talweg {

/// An energy, its torque and its stiffness at the angle where the hinge is.
template <class Real>
struct HingeLaw {
    Real energy, torque, stiffness;

    /// ∇E = E′ ∇θ, and E″ ∇θ ∇θᵀ: without what the torque does as the angle's slope turns (Gauss–Newton). Semi-definite
    /// where the stiffness is not negative. Cloth in contact needs as many iterations as with the nearest
    /// semi-definite matrix, which takes eigenvalues of a 12×12 matrix.
    TALWEG_FN Derivatives<4, Real> projected_derivatives(const Points<Real, 4>& x) const {
        Vector<Real, 12> slope = Vector<Real, 12>::zero();
        for (const HingeTriangle& triangle : {own, across}) triangle.add_slope<4>(x, slope);
        Derivatives<4, Real> d;
        d.energy = energy;
        d.gradient = slope * torque;
        for (int i = 0; i < 12; ++i)
            for (int j = 0; j < 12; ++j) d.hessian(i, j) = stiffness * slope[i] * slope[j];
        return d;
    }

    /// E″ ∇θ ∇θᵀ + E′ ∇²θ
    TALWEG_FN Derivatives<4, Real> derivatives(const Points<Real, 4>& x) const {
        Derivatives<4, Real> d = projected_derivatives(x);
        Matrix<Real, 12, 12> curving = Matrix<Real, 12, 12>::zero();
        for (const HingeTriangle& triangle : {own, across}) triangle.add_curving<4>(x, torque, curving);
        for (int i = 0; i < 12; ++i)
            for (int j = 0; j < 12; ++j) d.hessian(i, j) += 0.5 * (curving(i, j) + curving(j, i));
        return d;
    }

private:
    static constexpr HingeTriangle own = {{0, 1, 2}, 1.0}, across = {{0, 1, 3}, -1.0};
};

}  // namespace talweg
