/// Triangles in space that resist stretching and shearing in their own plane, however that plane is turned: any
/// isotropic material of solids as a membrane.
///
///     F = D_s D_m⁻¹ (3×2),   E = A t Ψ(σ),   σ the two singular values of F
///
/// In the deformed triangle's own plane F is a 2×2 matrix, and the planar solid gives Ψ and its derivatives there. Out
/// of the plane, along n, a move n v_iᵀ stretches only to second order: its eigenvalue is Ψ_i/σ_i, the tension over the
/// length, as of a string (Smith, de Goes, Kim, "Analytic Eigensystems for Isotropic Distortion Energies", 2019, for
/// 3×2 matrices). Thickness relaxes: plane stress.
#pragma once
#include "talweg/energies/interface/solid.hpp"

namespace talweg {

/// D = (x₁ − x₀, x₂ − x₀) in the triangle's plane, its first axis along x₁ − x₀; det D ≥ 0.
template <class Real>
TALWEG_FN Matrix<Real, 2, 2> plane_edges(const Points<Real, 3>& x) {
    const auto first = x[1] - x[0], second = x[2] - x[0];
    const Real length = norm(first);
    Matrix<Real, 2, 2> d = Matrix<Real, 2, 2>::zero();
    d(0, 0) = length;
    if (length > Real(0.0)) {
        d(0, 1) = dot(first, second) / length;
        d(1, 1) = norm(cross(first, second)) / length;
    } else {
        d(0, 1) = norm(second);
    }
    return d;
}

/// The axes of plane_edges and, last, the normal, as columns. A triangle without area takes any of the planes it lies
/// in.
TALWEG_FN inline Mat3 plane_frame(const Points<double, 3>& x) {
    const auto direction = [](const Vec3& v, const Vec3& otherwise) {
        const double length = norm(v);
        return length > 0.0 ? v / length : otherwise;
    };
    const Vec3 second = x[2] - x[0];
    const Vec3 t = direction(x[1] - x[0], direction(second, {1.0, 0.0, 0.0}));
    const Vec3 some = ::fabs(t[0]) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
    const Vec3 n = direction(cross(t, second), direction(cross(t, some), some));
    Mat3 frame;
    frame.set_column(0, t);
    frame.set_column(1, cross(n, t));
    frame.set_column(2, n);
    return frame;
}

template <class Material>
struct MembraneElement : Solid<Material, 2> {
    using Planar = Solid<Material, 2>;
    using Element = typename Planar::Element;
    static constexpr bool planar = false;
    static constexpr Confinement confinement = Confinement::plane_stress;

    template <class Real>
    TALWEG_FN static Matrix<Real, 2, 2> edges(const Points<Real, 3>& x) {
        return plane_edges(x);
    }
    TALWEG_FN static Mat3 frame(const Points<double, 3>& x) { return plane_frame(x); }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 3>& x, const Element& e) {
        return Material::density(edges(x) * e.rest_inverse, e.constants) * e.volume;
    }
    TALWEG_FN static Derivatives<3> derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, false);
    }
    TALWEG_FN static Derivatives<3> projected_derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, true);
    }

protected:
    /// Throws Error if the rest shape has no area.
    static Element make_element(const RestElement<3>& rest, double thickness_or_one,
                                const typename Material::Constants& constants) {
        const Mat2 d = plane_edges(rest.x);
        RestElement<3> flat = rest;
        flat.x = {{Vec3::zero(), {d(0, 0), 0.0, 0.0}, {d(0, 1), d(1, 1), 0.0}}};
        return Planar::make_element(flat, thickness_or_one, constants);
    }

private:
    TALWEG_FN static Derivatives<3> closed_form(const Points<double, 3>& x, const Element& e, bool projected) {
        const Svd<2> d = svd(edges(x) * e.rest_inverse);
        const Principal<2> p = Planar::principal(d.sigma, e.constants, projected);
        const Derivatives<3> flat = Planar::from_principal(d, p, e.rest_inverse, e.volume);
        const Mat3 axes = frame(x);

        // ∇N of each point, seen from V, and the stiffness across the plane that tension gives.
        const Mat2 b = d.v.transposed() * e.rest_inverse.transposed();
        Vec2 slopes[3] = {-(b.column(0) + b.column(1)), b.column(0), b.column(1)};
        Vec2 across;
        for (int i = 0; i < 2; ++i) {
            across[i] = e.volume * p.first[i] / larger(d.sigma[i], 1e-6);
            if (projected) across[i] = larger(across[i], 0.0);
        }
        Derivatives<3> r;
        r.energy = flat.energy;
        for (int n = 0; n < 3; ++n) {
            const Vec3 g = axes * Vec3{flat.gradient[3 * n], flat.gradient[3 * n + 1], 0.0};
            for (int a = 0; a < 3; ++a) r.gradient[3 * n + a] = g[a];
            for (int m = 0; m < 3; ++m) {
                Mat3 block = Mat3::zero();
                for (int i = 0; i < 2; ++i) {
                    for (int j = 0; j < 2; ++j) block(i, j) = flat.hessian(3 * n + i, 3 * m + j);
                    block(2, 2) += across[i] * slopes[n][i] * slopes[m][i];
                }
                block = axes * block * axes.transposed();
                for (int i = 0; i < 3; ++i)
                    for (int j = 0; j < 3; ++j) r.hessian(3 * n + i, 3 * m + j) = block(i, j);
            }
        }
        return r;
    }
};

}  // namespace talweg
