/// An isotropic material, seen through the singular values σ of F alone: its energy density Ψ(σ) and its derivatives.
///
/// With F = U diag(σ) Vᵀ the stress is P = U diag(Ψ_i) Vᵀ, and the second derivative of Ψ is diagonal but for a D×D
/// block in the basis of U E_ij Vᵀ, E_ij the matrix unit (Smith, de Goes, Kim, "Analytic Eigensystems for Isotropic
/// Distortion Energies", 2019):
///
///     stretches U E_ii Vᵀ                   the block ∂²Ψ/∂σ_i∂σ_j
///     shears    U (E_ij + E_ji) Vᵀ/√2       (Ψ_i − Ψ_j)/(σ_i − σ_j)
///     spins     U (E_ij − E_ji) Vᵀ/√2       (Ψ_i + Ψ_j)/(σ_i + σ_j)
///
/// A planar solid is a solid whose third singular value is 1 and stays so.
///
/// Materials fill it for one element (Real = double); kernels over several elements put theirs side by side in packs.
#pragma once
#include "talweg/math/project.hpp"
#include "talweg/math/svd.hpp"

namespace talweg {

template <int D, class Real = double>
struct Principal {
    static constexpr int pairs = D * (D - 1) / 2;
    /// Where the pair (i, j) stands in `shear` and `spin`: (0,1), (0,2), (1,2).
    TALWEG_FN static constexpr int pair(int i, int j) { return i + j - 1; }

    Vector<Real, D> sigma;
    Real density;
    Vector<Real, D> first;      // Ψ_i
    Matrix<Real, D, D> second;  // ∂²Ψ/∂σ_i∂σ_j
    Real shear[pairs], spin[pairs];

    TALWEG_FN explicit Principal(const Vector<Real, D>& stretches)
        : sigma(stretches),
          density(0.0),
          first(Vector<Real, D>::zero()),
          second(Matrix<Real, D, D>::zero()),
          shear{},
          spin{} {}

    /// Of a pack of elements: the stretches of one, and its place for what follows from them.
    Vector<double, D> lane_stretches(int lane) const {
        Vector<double, D> stretches;
        for (int i = 0; i < D; ++i) stretches[i] = sigma[i][lane];
        return stretches;
    }
    void set_lane(int lane, const Principal<D>& one) {
        density.set(lane, one.density);
        for (int i = 0; i < D; ++i) first[i].set(lane, one.first[i]);
        for (int i = 0; i < D * D; ++i) second[i].set(lane, one.second[i]);
        for (int p = 0; p < pairs; ++p) shear[p].set(lane, one.shear[p]), spin[p].set(lane, one.spin[p]);
    }
    /// Elements in a state that the material cannot be in: energy without bound, and no derivatives.
    template <class Mask>
    void forbid(const Mask& mask) {
        if (!any(mask)) return;
        density = select(mask, Real(HUGE_VAL), density);
        first = select(mask, Vector<Real, D>::zero(), first);
        second = select(mask, Matrix<Real, D, D>::zero(), second);
        for (int p = 0; p < pairs; ++p) {
            shear[p] = select(mask, Real(0.0), shear[p]);
            spin[p] = select(mask, Real(0.0), spin[p]);
        }
    }

    /// det F
    TALWEG_FN Real volume() const {
        Real j = sigma[0];
        for (int i = 1; i < D; ++i) j *= sigma[i];
        return j;
    }
    /// |F|² − d and det F − 1, summed from the strains, so that near rest small numbers come of small numbers.
    TALWEG_FN Real lengths_change() const {
        Real sum = Real(0.0);
        for (int i = 0; i < D; ++i) sum += (sigma[i] - 1.0) * (sigma[i] + 1.0);
        return sum;
    }
    TALWEG_FN Real volume_change() const {
        Real change = sigma[0] - 1.0;
        for (int i = 1; i < D; ++i) change = change * sigma[i] + (sigma[i] - 1.0);
        return change;
    }
    /// The singular value that the pair leaves out: ∂²J/∂σ_i∂σ_j.
    TALWEG_FN Real other(int p) const {
        if constexpr (D == 2)
            return Real(1.0);
        else
            return sigma[2 - p];
    }

    /// Adds f(|F|²), given f' and f''.
    TALWEG_FN void add_length_term(const Real& f1, const Real& f2) {
        for (int i = 0; i < D; ++i) {
            first[i] += 2.0 * f1 * sigma[i];
            second(i, i) += 2.0 * f1;
            for (int j = 0; j < D; ++j) second(i, j) += 4.0 * f2 * sigma[i] * sigma[j];
        }
        for (int p = 0; p < pairs; ++p) {
            shear[p] += 2.0 * f1;
            spin[p] += 2.0 * f1;
        }
    }
    /// Adds f(σ₀ + σ₁ + …). Where two singular values cancel, the rotation is not unique and the spin has no bound; it
    /// is given one.
    TALWEG_FN void add_sum_term(const Real& f1, const Real& f2) {
        for (int i = 0; i < D; ++i) {
            first[i] += f1;
            for (int j = 0; j < D; ++j) second(i, j) += f2;
            for (int j = 0; j < i; ++j) spin[pair(i, j)] += 2.0 * f1 / larger(sigma[i] + sigma[j], Real(1e-6));
        }
    }
    /// Adds f(det F).
    TALWEG_FN void add_volume_term(const Real& f1, const Real& f2) {
        Vector<Real, D> slope;  // ∂J/∂σ_i: the product of the others
        for (int i = 0; i < D; ++i) {
            slope[i] = Real(1.0);
            for (int j = 0; j < D; ++j)
                if (j != i) slope[i] *= sigma[j];
        }
        for (int i = 0; i < D; ++i) {
            first[i] += f1 * slope[i];
            for (int j = 0; j < D; ++j) second(i, j) += f2 * slope[i] * slope[j];
            for (int j = 0; j < i; ++j) {
                const int p = pair(i, j);
                second(i, j) += f1 * other(p);
                second(j, i) += f1 * other(p);
                shear[p] -= f1 * other(p);
                spin[p] += f1 * other(p);
            }
        }
    }

    /// Of a sheet in space: the eigenvalues Ψ_i/σ_i of moves n v_iᵀ along its normal.
    TALWEG_FN Vector<Real, D> across(bool projected) const {
        Vector<Real, D> tension;
        for (int i = 0; i < D; ++i) {
            tension[i] = first[i] / larger(sigma[i], Real(1e-6));
            if (projected) tension[i] = larger(tension[i], Real(0.0));
        }
        return tension;
    }

    /// Makes the second derivative of Ψ by F the nearest positive semi-definite one.
    TALWEG_FN void project() {
        project_positive(second);
        for (int p = 0; p < pairs; ++p) {
            shear[p] = larger(shear[p], Real(0.0));
            spin[p] = larger(spin[p], Real(0.0));
        }
    }
};

}  // namespace talweg
