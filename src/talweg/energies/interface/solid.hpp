/// Linear tetrahedra and triangles of any material: from points to the deformation gradient F and back.
///
///     F = D_s D_m⁻¹,   E = V Ψ(F),   D = (x₁ − x₀, …) deformed (s) and at rest (m)
///     ∂E/∂x_n = V P ∇N_n,   ∂²E/∂x_n∂x_m = V ∇N_n · ∂²Ψ/∂F² · ∇N_m,   ∇N_n (n ≥ 1) the rows of D_m⁻¹
///
/// (Bonet and Wood, "Nonlinear Continuum Mechanics for Finite Element Analysis"; Sifakis and Barbič, SIGGRAPH course
/// 2012.)
///
/// A material is a struct with its own header that says, for D = 3 and 2, nothing about elements:
///
///     static constexpr const char *name, *summary;  static constexpr Parameter parameters[];
///     struct Constants {…};  static Constants constants(const double* values, Confinement);
///     template <class Real, int D> static Real density(const Matrix<Real, D, D>& F, const Constants&);     // Ψ, J/m³
///     template <int D, class Real> static void add_to(Principal<D, Real>&, const Constants&);  // isotropic, or else
///     template <class Seen> static void add_to(Seen&, const Constants&);      // the same, of |F|² and det F alone
///     template <int D> static Response<D> response(const Matrix<double, D, D>& F, const Constants&, bool projected);
///                                                            // either may come later: without them, jets of `density`
///     static constexpr bool forbids_inversion = true;        // Ψ is infinite for det F ≤ 0; default false
///     static constexpr bool packs = true;                    // density takes packs for Real; default false
///     using Family = SolidFamily<Material>;                  // the energies that its header stands for
#pragma once
#include <array>
#include <cstring>

#include "talweg/energies/interface/invariants.hpp"
#include "talweg/energies/interface/lame.hpp"
#include "talweg/energies/interface/principal.hpp"
#include "talweg/energies/interface/type_list.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/first_zero.hpp"
#include "talweg/math/jet.hpp"
#include "talweg/math/project.hpp"

namespace talweg {

/// Ψ with its first and second derivative by F; the entry F(i, a) has the number a·D + i.
template <int D>
struct Response {
    double density;
    Matrix<double, D, D> stress;
    Matrix<double, D * D, D * D> tangent;
};

template <class Material>
concept Isotropic = requires(Principal<3> principal, typename Material::Constants constants) {
    Material::add_to(principal, constants);
};
/// As the material has it in closed form, or else by automatic differentiation of its density.
template <class Material, int D>
TALWEG_FN Response<D> response_of(const Matrix<double, D, D>& f, const typename Material::Constants& constants,
                                  bool projected) {
    if constexpr (requires { Material::template response<D>(f, constants, projected); }) {
        return Material::template response<D>(f, constants, projected);
    } else {
        Matrix<Jet<D * D>, D, D> unknowns;
        for (int k = 0; k < D * D; ++k) unknowns[k] = Jet<D * D>::unknown(f[k], k);
        const Jet<D* D> density = Material::density(unknowns, constants);
        Response<D> r;
        r.density = density.value;
        for (int i = 0, k = 0; i < D * D; ++i) {
            r.stress[i] = density.gradient[i];
            for (int j = 0; j <= i; ++j, ++k) r.tangent(i, j) = r.tangent(j, i) = density.hessian[k];
        }
        if (projected) project_positive(r.tangent);
        return r;
    }
}

template <class Material>
concept ForbidsInversion = requires {
    requires Material::forbids_inversion;
};

template <class Material>
concept PackedDensity = requires {
    requires Material::packs;
};

template <class Material, int D>
struct Solid {
    static constexpr int point_count = D + 1;
    static constexpr Domain domain = D == 3 ? Domain::tets : Domain::triangles;
    static constexpr bool planar = D == 2;
    using MaterialType = Material;
    static constexpr bool nearest_projection = false;  // the nearest one by F, not by x
    static constexpr const char* page = Material::name;
    static constexpr Invariance invariance = invariance_of<Material>();

    using Square = Matrix<double, D, D>;
    struct Element {
        Square rest_inverse;  // D_m⁻¹
        double volume;        // of material at rest; of a triangle: area times thickness
        typename Material::Constants constants;
    };

    template <class Real>
    TALWEG_FN static Matrix<Real, D, D> edges(const Points<Real, D + 1>& x) {
        Matrix<Real, D, D> d;
        for (int n = 0; n < D; ++n)
            for (int i = 0; i < D; ++i) d(i, n) = x[n + 1][i] - x[0][i];
        return d;
    }
    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, D + 1>& x, const Element& e) {
        return Material::density(edges(x) * e.rest_inverse, e.constants) * e.volume;
    }
    TALWEG_FN static Derivatives<D + 1> derivatives(const Points<double, D + 1>& x, const Element& e) {
        return closed_form(x, e, Curvature::exact);
    }
    TALWEG_FN static Derivatives<D + 1> projected_derivatives(const Points<double, D + 1>& x, const Element& e) {
        return closed_form(x, e, Curvature::projected);
    }

    /// The closed forms of several elements at once, one in each lane of Real; bitwise those of the single elements.
    template <class Real>
    static Derivatives<D + 1, Real> packed_derivatives(const Points<Real, D + 1>& x, const Element* const* e,
                                                       Curvature wanted) requires(Isotropic<Material>&& D == 3) {
        const Rest<Real> rest(e);
        const Matrix<Real, D, D> f = edges(x) * rest.inverse;
        if constexpr (OfInvariants<Material>)
            if (wanted != Curvature::projected) {
                Invariants<Real> i = packed_invariants(f, e);
                if constexpr (ForbidsInversion<Material>) i.forbid(!(i.j > Real(0.0)));
                return from_invariants(f, i, wanted, rest);
            }
        const Svd<D, Real> d = svd(f);
        Principal<D, Real> p = packed_principal(d.sigma, e, wanted);
        if constexpr (ForbidsInversion<Material>) p.forbid(!(determinant(f) > Real(0.0)));
        return from_principal(d, p, wanted, rest);
    }

    /// Likewise.
    template <class Real>
    static Real packed_energy(const Points<Real, D + 1>& x,
                              const Element* const* e) requires(PackedDensity<Material>&& D == 3) {
        const Rest<Real> rest(e);
        return packed_density(edges(x) * rest.inverse, e) * rest.volume;
    }

    /// The fraction of the move x → x + dx at which the element has lost nine tenths of its volume; at most 1.
    TALWEG_FN static double largest_safe_step(const Points<double, D + 1>& x, const Points<double, D + 1>& dx,
                                              const Element&) requires ForbidsInversion<Material> {
        const Square f = edges(x), df = edges(dx);
        const double now = determinant(f), first = dot_of(cofactor(f), df);
        if constexpr (D == 2)
            return first_zero({{0.9 * now, first, determinant(df), 0.0}});
        else
            return first_zero({{0.9 * now, first, dot_of(f, cofactor(df)), determinant(df)}});
    }

protected:
    /// Throws Error if the rest shape is flat or inside out.
    static Element make_element(const RestElement<D + 1>& rest, double thickness_or_one,
                                const typename Material::Constants& constants) {
        const Square d = edges(rest.x);
        const double volume = determinant(d) / (D == 3 ? 6.0 : 2.0) * thickness_or_one * rest.fill;
        if (!(volume > 0.0) || !std::isfinite(1.0 / volume))
            throw Error(D == 3 ? "a tetrahedron is flat or inside out at rest; mend the mesh"
                               : "a triangle is flat or turned over at rest; mend the mesh");
        return {inverse(d), volume, constants};
    }

    template <class Real>
    TALWEG_FN static Principal<D, Real> principal(const Vector<Real, D>& sigma,
                                                  const typename Material::Constants& constants, Curvature wanted) {
        Principal<D, Real> p(sigma);
        Material::add_to(p, constants);
        if (wanted == Curvature::projected) p.project();
        return p;
    }
    template <class Real>
    static Principal<D, Real> packed_principal(const Vector<Real, D>& sigma, const Element* const* e,
                                               Curvature wanted) {
        if (are_alike<Real::lanes>(e)) return principal(sigma, e[0]->constants, wanted);
        Principal<D, Real> p(sigma);
        for (int k = 0; k < Real::lanes; ++k) p.set_lane(k, principal(p.lane_stretches(k), e[k]->constants, wanted));
        return p;
    }

    template <class Real>
    static Invariants<Real> packed_invariants(const Matrix<Real, D, D>& f, const Element* const* e) {
        Invariants<Real> packed(f);
        if (are_alike<Real::lanes>(e)) {
            Material::add_to(packed, e[0]->constants);
            return packed;
        }
        for (int k = 0; k < Real::lanes; ++k) {
            Invariants<double> one = packed.lane(k);
            Material::add_to(one, e[k]->constants);
            packed.set_lane(k, one);
        }
        return packed;
    }
    template <class Real>
    static Real packed_density(const Matrix<Real, D, D>& f, const Element* const* e) {
        if (are_alike<Real::lanes>(e)) return Material::density(f, e[0]->constants);
        Real densities;
        for (int k = 0; k < Real::lanes; ++k) {
            Square lane;
            for (int i = 0; i < D * D; ++i) lane[i] = f[i][k];
            densities.set(k, Material::density(lane, e[k]->constants));
        }
        return densities;
    }
    /// As nearly always: all of one material.
    template <int count>
    static bool are_alike(const Element* const* e) {
        bool alike = true;
        for (int k = 1; k < count; ++k)
            alike = alike && std::memcmp(&e[k]->constants, &e[0]->constants, sizeof(e[0]->constants)) == 0;
        return alike;
    }

    /// What derivatives need of one element, or of a pack of them.
    template <class Real>
    struct Rest {
        Matrix<Real, D, D> inverse;
        Real volume;

        TALWEG_FN explicit Rest(const Element& e) : inverse(e.rest_inverse), volume(e.volume) {}
        explicit Rest(const Element* const* e) {
            const double *inverses[Real::lanes], *volumes[Real::lanes];
            for (int k = 0; k < Real::lanes; ++k) {
                inverses[k] = e[k]->rest_inverse.data;
                volumes[k] = &e[k]->volume;
            }
            Real::load(inverses, D * D, inverse.data);
            Real::load(volumes, 1, &volume);
        }
    };

    /// With b_n = ∇N_n and q = F (b_n × b_m), that of points n and m is, over V,
    ///
    ///     2 Ψ_I (b_n · b_m) 1 + 4 Ψ_II (F b_n)(F b_m)ᵀ + Ψ_JJ (G b_n)(G b_m)ᵀ − Ψ_J [q]ₓ
    ///
    /// because det F changes by (w × u) · q, to second order, where n moves by w and m by u.
    template <class Real>
    TALWEG_FN static Derivatives<D + 1, Real> from_invariants(const Matrix<Real, D, D>& f, const Invariants<Real>& i,
                                                              Curvature wanted, const Rest<Real>& rest) {
        using Block = Matrix<Real, D, D>;
        const Block b = rest.inverse.transposed();  // column n: ∇N of point n + 1
        Derivatives<D + 1, Real> r;
        r.energy = rest.volume * i.density;
        set_gradient(r, i.stress_times(f, b) * rest.volume);
        if (wanted == Curvature::none) return r;
        const Block fb = f * b, gb = cofactor(f) * b;
        const Real stretch = 2.0 * rest.volume * i.length_first, swell = rest.volume * i.volume_first;
        const Block fb_scaled = fb * (4.0 * rest.volume * i.length_second);
        const Block gb_scaled = gb * (rest.volume * i.volume_second);
        for (int n = 0; n < D; ++n)
            for (int m = 0; m <= n; ++m) {
                Block block = outer(fb_scaled.column(n), fb.column(m)) + outer(gb_scaled.column(n), gb.column(m));
                const Real pull = stretch * dot(b.column(n), b.column(m));
                for (int a = 0; a < D; ++a) block(a, a) += pull;
                if (m < n) {
                    const auto q = f * cross(b.column(n), b.column(m)) * swell;
                    for (int a = 0; a < D; ++a) {
                        const int next = (a + 1) % D, last = (a + 2) % D;
                        block(a, next) += q[last];
                        block(next, a) -= q[last];
                    }
                }
                set_block(r, n + 1, m + 1, block);
            }
        complete_hessian<D>(r);
        return r;
    }

    /// S is D, or one more for what lies in space and has a direction across: the last of U.
    template <class Real, int S>
    TALWEG_FN static Derivatives<D + 1, Real> from_principal(const Svd<D, Real, S>& d, const Principal<D, Real>& p,
                                                             Curvature wanted, const Rest<Real>& rest) {
        using Block = Matrix<Real, D, D>;
        const Real& volume = rest.volume;
        const Block b = d.v.transposed() * rest.inverse.transposed();  // column n: ∇N of point n + 1, seen from V
        Matrix<Real, S, D> axes;                                       // of U
        for (int i = 0; i < S * D; ++i) axes[i] = d.u[i];
        Block stress_b;
        for (int n = 0; n < D; ++n)
            for (int i = 0; i < D; ++i) stress_b(i, n) = volume * p.first[i] * b(i, n);

        Derivatives<D + 1, Real> r;
        r.energy = volume * p.density;
        set_gradient(r, axes * stress_b);
        if (wanted == Curvature::none) return r;
        // In the frames U and V only these second derivatives of Ψ are not zero: F_ii by F_jj (normal), F_ij by F_ij
        // (same) and F_ij by F_ji (crossed).
        Block normal = p.second * volume, same = Block::zero(), crossed = Block::zero();
        for (int i = 0; i < D; ++i) {
            same(i, i) = normal(i, i);
            normal(i, i) = Real(0.0);
            for (int j = 0; j < i; ++j) {
                const int q = Principal<D>::pair(i, j);
                same(i, j) = same(j, i) = 0.5 * volume * (p.shear[q] + p.spin[q]);
                crossed(i, j) = crossed(j, i) = 0.5 * volume * (p.shear[q] - p.spin[q]);
            }
        }
        for (int n = 0; n < D; ++n)
            for (int m = 0; m <= n; ++m) {
                const Block bb = outer(b.column(n), b.column(m));
                Block k;  // the block of points n + 1 and m + 1, seen from U
                for (int i = 0; i < D; ++i) {
                    k(i, i) = same(i, 0) * bb(0, 0);
                    for (int a = 1; a < D; ++a) k(i, i) += same(i, a) * bb(a, a);
                    for (int j = 0; j < i; ++j) {
                        k(i, j) = normal(i, j) * bb(i, j) + crossed(i, j) * bb(j, i);
                        k(j, i) = normal(i, j) * bb(j, i) + crossed(i, j) * bb(i, j);
                    }
                }
                Matrix<Real, S, S> block = axes * k * axes.transposed();
                if constexpr (S > D) {
                    const Vector<Real, D> tension = p.across(wanted == Curvature::projected);
                    Real pull = volume * tension[0] * bb(0, 0);
                    for (int a = 1; a < D; ++a) pull += volume * tension[a] * bb(a, a);
                    block += outer(d.u.column(D) * pull, d.u.column(D));
                }
                set_block(r, n + 1, m + 1, block);
            }
        complete_hessian<S>(r);
        return r;
    }

private:
    /// A : B
    TALWEG_FN static double dot_of(const Square& a, const Square& b) {
        double sum = 0.0;
        for (int i = 0; i < D * D; ++i) sum += a[i] * b[i];
        return sum;
    }

    TALWEG_FN static Derivatives<D + 1> closed_form(const Points<double, D + 1>& x, const Element& e,
                                                    Curvature wanted) {
        const Square f = edges(x) * e.rest_inverse;
        if constexpr (ForbidsInversion<Material>)
            if (!(determinant(f) > 0.0)) return forbidden();
        if constexpr (OfInvariants<Material> && D == 3)
            if (wanted != Curvature::projected) {
                Invariants<double> i(f);
                Material::add_to(i, e.constants);
                return from_invariants(f, i, wanted, Rest<double>(e));
            }
        if constexpr (Isotropic<Material>) {
            const Svd<D> d = svd(f);
            return from_principal(d, principal(d.sigma, e.constants, wanted), wanted, Rest<double>(e));
        } else {
            return from_response(response_of<Material, D>(f, e.constants, wanted == Curvature::projected), e);
        }
    }

    TALWEG_FN static Derivatives<D + 1> forbidden() {
        Derivatives<D + 1> d = {};
        d.energy = HUGE_VAL;
        return d;
    }

    TALWEG_FN static Derivatives<D + 1> from_response(const Response<D>& response, const Element& e) {
        Derivatives<D + 1> r;
        r.energy = e.volume * response.density;
        set_gradient(r, (response.stress * e.rest_inverse.transposed()) * e.volume);
        for (int n = 0; n < D; ++n)
            for (int m = 0; m <= n; ++m) {
                Square block = Square::zero();
                for (int a = 0; a < D; ++a)
                    for (int b = 0; b < D; ++b) {
                        const double weight = e.volume * e.rest_inverse(n, a) * e.rest_inverse(m, b);
                        for (int j = 0; j < D; ++j)
                            for (int i = 0; i < D; ++i) block(i, j) += weight * response.tangent(a * D + i, b * D + j);
                    }
                set_block(r, n + 1, m + 1, block);
            }
        complete_hessian<D>(r);
        return r;
    }

    /// Column n of g belongs to point n + 1; point 0 takes what makes the sum vanish.
    template <class Real, int S>
    TALWEG_FN static void set_gradient(Derivatives<D + 1, Real>& r, const Matrix<Real, S, D>& g) {
        r.gradient = Vector<Real, 3 * (D + 1)>::zero();
        for (int n = 0; n < D; ++n)
            for (int i = 0; i < S; ++i) {
                r.gradient[3 * (n + 1) + i] = g(i, n);
                r.gradient[i] -= g(i, n);
            }
    }
    template <class Real, int S>
    TALWEG_FN static void set_block(Derivatives<D + 1, Real>& r, int n, int m, const Matrix<Real, S, S>& block) {
        for (int j = 0; j < S; ++j)
            for (int i = 0; i < S; ++i) r.hessian(3 * n + i, 3 * m + j) = r.hessian(3 * m + j, 3 * n + i) = block(i, j);
    }
    /// The blocks of point 0, from the others by translation; zeros for the third direction of a planar solid.
    template <int S, class Real>
    TALWEG_FN static void complete_hessian(Derivatives<D + 1, Real>& r) {
        using Block = Matrix<Real, S, S>;
        Block corner = Block::zero();
        for (int m = 1; m <= D; ++m) {
            Block sum = Block::zero();
            for (int n = 1; n <= D; ++n)
                for (int j = 0; j < S; ++j)
                    for (int i = 0; i < S; ++i) sum(i, j) -= r.hessian(3 * n + i, 3 * m + j);
            set_block(r, 0, m, sum);
            corner -= sum;
        }
        set_block(r, 0, 0, corner);
        if constexpr (S == 2)
            for (int n = 0; n < 3; ++n)
                for (int k = 0; k < 9; ++k) r.hessian(3 * n + 2, k) = r.hessian(k, 3 * n + 2) = 0.0;
    }
};

}  // namespace talweg
