/// Triangles in space that resist stretching and shearing in their own plane, however that plane is turned: any
/// isotropic material of solids as a membrane.
///
///     F = D_s D_m⁻¹ (3×2),   E = A t Ψ(σ),   σ the two singular values of F
///
/// With F = U diag(σ) Vᵀ, the last of U the normal n, the planar solid gives Ψ and its derivatives in the plane. Out of
/// the plane a move n v_iᵀ stretches only to second order: its eigenvalue is Ψ_i/σ_i, the tension over the length, as
/// of a string (Smith, de Goes, Kim, "Analytic Eigensystems for Isotropic Distortion Energies", 2019, for 3×2
/// matrices). Thickness relaxes: plane stress.
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
    const auto any_length = length > Real(0.0);
    d(0, 1) = select(any_length, dot(first, second) / length, norm(second));
    d(1, 1) = select(any_length, norm(cross(first, second)) / length, Real(0.0));
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
        return closed_form(x, e, Curvature::exact);
    }
    TALWEG_FN static Derivatives<3> projected_derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, Curvature::projected);
    }
    /// Of several elements at once, one in each lane of Real; bitwise those of the single elements.
    template <class Real>
    static Derivatives<3, Real> packed_derivatives(const Points<Real, 3>& x, const Element* const* e,
                                                   Curvature wanted) {
        const typename Planar::template Rest<Real> rest(e);
        const auto d = svd(deformation(x, rest.inverse));
        return Planar::from_principal(d, Planar::packed_principal(d.sigma, e, wanted), wanted, rest);
    }

    /// Likewise.
    template <class Real>
    static Real packed_energy(const Points<Real, 3>& x, const Element* const* e) requires PackedDensity<Material> {
        const typename Planar::template Rest<Real> rest(e);
        return Planar::packed_density(edges(x) * rest.inverse, e) * rest.volume;
    }

protected:
    /// F, 3×2.
    template <class Real>
    TALWEG_FN static Matrix<Real, 3, 2> deformation(const Points<Real, 3>& x, const Matrix<Real, 2, 2>& rest_inverse) {
        Matrix<Real, 3, 2> d;
        d.set_columns(x[1] - x[0], x[2] - x[0]);
        return d * rest_inverse;
    }
    /// Throws Error if the rest shape has no area.
    static Element make_element(const RestElement<3>& rest, double thickness_or_one,
                                const typename Material::Constants& constants) {
        const Mat2 d = plane_edges(rest.x);
        RestElement<3> flat = rest;
        flat.x = {{Vec3::zero(), {d(0, 0), 0.0, 0.0}, {d(0, 1), d(1, 1), 0.0}}};
        return Planar::make_element(flat, thickness_or_one, constants);
    }

private:
    TALWEG_FN static Derivatives<3> closed_form(const Points<double, 3>& x, const Element& e, Curvature wanted) {
        const auto d = svd(deformation(x, e.rest_inverse));
        return Planar::from_principal(d, Planar::principal(d.sigma, e.constants, wanted), wanted,
                                      typename Planar::template Rest<double>(e));
    }
};

}  // namespace talweg
