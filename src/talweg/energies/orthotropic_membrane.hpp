/// Woven cloth in its plane: warp and weft threads with stiffness and limit of their own, and the shear between them.
///
///     E = A t [a₁ w(E₁₁; ε₁) + a₂ w(E₂₂; ε₂) + a₁₂ E₁₁ E₂₂ + 2 g w(|E₁₂|; ε₁₂)]
///     w(ε; m) = −½ m² ln(1 − ε²/m²) for ε > 0, ½ ε² otherwise
///
/// E_ij is Green's strain along warp (1) and weft (2): with c = F a and d = F b, the threads as they lie now,
/// E₁₁ = ½ (c·c − 1), E₂₂ = ½ (d·d − 1), E₁₂ = ½ c·d. The energy is that of Clyde, Teran and Tamstorf, "Modeling and
/// Data-Driven Parameter Estimation for Woven Fabrics", 2017, with the curve η(x) = −x_m ln(1 − x/x_m), x = ε², of Li,
/// Kaufman and Jiang, "Codimensional Incremental Potential Contact", 2021: Hooke's law at first, infinite at the limit.
/// Two things differ: threads that are squeezed follow Hooke's law without limit, because they buckle, and the product
/// of both strains has no limit of its own.
///
/// The Hessian by (c, d) is the tension's, M ⊗ I with M = [ψ₁ ½ψ₁₂; ½ψ₁₂ ψ₂], plus Jᵀ C J of the strains, which is
/// semi-definite because C only grows with strain. Projected, M loses its negative eigenvalues.
#pragma once
#include "talweg/energies/interface/lame.hpp"
#include "talweg/energies/interface/membrane.hpp"
#include "talweg/energies/interface/packed_constants.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/select.hpp"

namespace talweg {

struct OrthotropicMembrane {
    static constexpr const char* name = "orthotropic_membrane";
    static constexpr const char* summary = "Woven cloth in its plane, with warp, weft, shear and a limit of each";
    static constexpr int point_count = 3;
    static constexpr Domain domain = Domain::triangles;
    static constexpr bool nearest_projection = false;
    static constexpr Parameter parameters[] = {
        {"warp", "Pa", "Modulus a₁: stress per strain along the warp while the weft keeps its length", Range::positive},
        {"weft", "Pa", "Modulus a₂ along the weft", Range::positive},
        {"cross", "Pa", "Modulus a₁₂ of either by the strain of the other; its square is less than a₁ a₂",
         Range::non_negative},
        {"shear", "Pa", "Modulus g of the shear E₁₂, twice the shear modulus", Range::positive},
        {"warp_limit", "1", "Green's strain along the warp that is never reached", Range::positive},
        {"weft_limit", "1", "Green's strain along the weft that is never reached", Range::positive},
        {"shear_limit", "1", "Shear E₁₂ that is never reached", Range::positive},
        {"warp_x", "1", "Direction of the warp in the rest shape, x; its length does not matter", Range::any},
        {"warp_y", "1", "Direction of the warp in the rest shape, y", Range::any},
        {"warp_z", "1", "Direction of the warp in the rest shape, z", Range::any},
        parameter::thickness};

    /// Of one triangle, or of a pack of them.
    template <class Real>
    struct Cloth {
        Real volume;            // A t
        Real warp[3], weft[3];  // c = Σ warp_i x_i, d = Σ weft_i x_i
        Real a1, a2, a12, g;    // Pa
        Real limit1, limit2, limit12;
    };
    using Element = Cloth<double>;

    static Element make(const RestElement<3>& rest, const double* values) {
        const Mat2 d = plane_edges(rest.x);
        const double area = 0.5 * determinant(d);
        if (!(area > 0.0)) throw Error("it has no area at rest; mend the mesh");
        if (!(values[2] * values[2] < values[0] * values[1]))
            throw Error("the cross modulus is too large: its square must be less than warp times weft");
        const Mat3 frame = plane_frame(rest.x);
        const Vec3 wanted = {values[7], values[8], values[9]};
        const Vec2 seen = {dot(wanted, frame.column(0)), dot(wanted, frame.column(1))};
        if (!(norm(seen) > 1e-6 * norm(wanted)))
            throw Error("the warp points across the sheet; give a direction that lies in it");
        // F u = (x₁ − x₀) s₀ + (x₂ − x₀) s₁ with s = D⁻¹ u.
        const Vec2 along = seen / norm(seen), s = inverse(d) * along, t = inverse(d) * Vec2{-along[1], along[0]};
        return {area * values[10],
                {-s[0] - s[1], s[0], s[1]},
                {-t[0] - t[1], t[0], t[1]},
                values[0],
                values[1],
                values[2],
                values[3],
                values[4],
                values[5],
                values[6]};
    }

    /// c or d, by weights of the points.
    template <class Real, class Weight>
    TALWEG_FN static Vector<Real, 3> thread(const Points<Real, 3>& x, const Weight* weights) {
        return (x[1] - x[0]) * weights[1] + (x[2] - x[0]) * weights[2];
    }
    /// E₁₁, E₂₂, E₁₂.
    template <class Real, class Weight>
    TALWEG_FN static Vector<Real, 3> strains(const Points<Real, 3>& x, const Cloth<Weight>& e) {
        const auto c = thread(x, e.warp), d = thread(x, e.weft);
        Vector<Real, 3> strain;
        strain[0] = (norm_squared(c) - Real(1.0)) * 0.5;
        strain[1] = (norm_squared(d) - Real(1.0)) * 0.5;
        strain[2] = dot(c, d) * 0.5;
        return strain;
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 3>& x, const Element& e) {
        const Vector<Real, 3> s = strains(x, e);
        const Real shear = s[2] < Real(0.0) ? -s[2] : s[2];
        return (curve(s[0], e.limit1) * e.a1 + curve(s[1], e.limit2) * e.a2 + s[0] * s[1] * e.a12 +
                curve(shear, e.limit12) * (2.0 * e.g)) *
               e.volume;
    }
    TALWEG_FN static Derivatives<3> derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, Curvature::exact);
    }
    TALWEG_FN static Derivatives<3> projected_derivatives(const Points<double, 3>& x, const Element& e) {
        return closed_form(x, e, Curvature::projected);
    }
    /// Of several triangles at once, one in each lane of Real; bitwise those of the single triangles.
    template <class Real>
    static Derivatives<3, Real> packed_derivatives(const Points<Real, 3>& x, const Element* const* e,
                                                   Curvature wanted) {
        return closed_form(x, packed_constants<Real>(e), wanted);
    }

    /// The fraction of the move x → x + dx at which nine tenths of what is left to a limit are used up; at most 1.
    TALWEG_FN static double largest_safe_step(const Points<double, 3>& x, const Points<double, 3>& dx,
                                              const Element& e) {
        const Vec3 c = thread(x, e.warp), d = thread(x, e.weft), dc = thread(dx, e.warp), dd = thread(dx, e.weft);
        const Vec3 s = strains(x, e);
        const double slope = 0.5 * (dot(c, dd) + dot(dc, d)), bend = dot(dc, dd);
        const double steps[] = {crossing(s[0], dot(c, dc), dot(dc, dc), e.limit1),
                                crossing(s[1], dot(d, dd), dot(dd, dd), e.limit2),
                                crossing(s[2], slope, bend, e.limit12), crossing(-s[2], -slope, -bend, e.limit12)};
        double least = 1.0;
        for (const double step : steps) least = step < least ? step : least;
        return least;
    }

private:
    /// w
    template <class Real>
    TALWEG_FN static Real curve(const Real& strain, double limit) {
        const Real square = strain * strain;
        if (!(strain > Real(0.0))) return square * 0.5;
        if (!(strain < Real(limit))) return Real(HUGE_VAL);
        return log1p(square * (-1.0 / (limit * limit))) * (-0.5 * limit * limit);
    }
    /// w, w′ and w″.
    template <class Real>
    struct Slopes {
        Real value, first, second;
    };
    template <class Real>
    TALWEG_FN static Slopes<Real> slopes(const Real& strain, const Real& limit) {
        const Real zero = Real(0.0), square = 0.5 * strain * strain;
        const auto pulled = strain > zero;
        if (!any(pulled)) return {square, strain, Real(1.0)};
        const auto broken = pulled && !(strain < limit);
        const Real part = select(pulled && !broken, strain / limit, zero), left = (1.0 - part) * (1.0 + part);
        return {select(broken, Real(HUGE_VAL), select(pulled, -0.5 * limit * limit * log1p(-part * part), square)),
                select(broken, zero, strain / left), select(broken, zero, (1.0 + part * part) / (left * left))};
    }

    /// Where a strain that is value + slope α + ½ bend α² on the way first comes to nine tenths of what is left to its
    /// limit; 1 if that is later.
    TALWEG_FN static double crossing(double value, double slope, double bend, double limit) {
        const double room = 0.9 * (limit - value);
        if (!(room > 0.0)) return 0.0;
        const double inside = slope * slope + 2.0 * bend * room;
        if (!(inside >= 0.0)) return 1.0;  // it turns round before
        const double q = slope + (slope >= 0.0 ? 1.0 : -1.0) * ::sqrt(inside);
        // ½ bend α² + slope α = room has the roots 2 room/q and −q/bend.
        const double one = q != 0.0 ? 2.0 * room / q : 1.0, other = bend != 0.0 ? -q / bend : 1.0;
        double first = 1.0;
        if (one > 0.0 && one < first) first = one;
        if (other > 0.0 && other < first) first = other;
        return first;
    }

    template <class Real>
    TALWEG_FN static Derivatives<3, Real> closed_form(const Points<Real, 3>& x, const Cloth<Real>& e,
                                                      Curvature wanted) {
        using Vec = Vector<Real, 3>;
        const Vec c = thread(x, e.warp), d = thread(x, e.weft), s = strains(x, e);
        const auto u = slopes(s[0], e.limit1), v = slopes(s[1], e.limit2), w = slopes(Real(fabs(s[2])), e.limit12);
        Real m11 = e.a1 * u.first + e.a12 * s[1], m22 = e.a2 * v.first + e.a12 * s[0];
        Real m12 = select(s[2] < Real(0.0), -e.g, e.g) * w.first;
        const Vec by_c = (c * m11 + d * m12) * e.volume, by_d = (d * m22 + c * m12) * e.volume;
        if (wanted == Curvature::projected) keep_positive(m11, m22, m12);
        const Real c11 = e.a1 * u.second, c22 = e.a2 * v.second, shear = 0.5 * e.g * w.second;  // ¼ · 2 g w″
        Derivatives<3, Real> r;
        r.energy = e.volume * (e.a1 * u.value + e.a2 * v.value + e.a12 * s[0] * s[1] + 2.0 * e.g * w.value);
        for (int n = 0; n < 3; ++n)
            for (int i = 0; i < 3; ++i) r.gradient[3 * n + i] = e.warp[n] * by_c[i] + e.weft[n] * by_d[i];
        if (wanted == Curvature::none) return r;

        // ∂²E by (c, c), (d, d) and (c, d); each pair of points weighs them.
        const Matrix<Real, 3, 3> one = Matrix<Real, 3, 3>::identity(), cc = outer(c, c), dd = outer(d, d);
        const Matrix<Real, 3, 3> by_cc = (cc * c11 + dd * shear + one * m11) * e.volume;
        const Matrix<Real, 3, 3> by_dd = (dd * c22 + cc * shear + one * m22) * e.volume;
        const Matrix<Real, 3, 3> by_cd = (outer(c, d) * e.a12 + outer(d, c) * shear + one * m12) * e.volume;
        for (int n = 0; n < 3; ++n)
            for (int m = 0; m <= n; ++m) {
                const Real ww = e.warp[n] * e.warp[m], ff = e.weft[n] * e.weft[m];
                const Real wf = e.warp[n] * e.weft[m], fw = e.weft[n] * e.warp[m];
                for (int i = 0; i < 3; ++i)
                    for (int j = 0; j < 3; ++j)
                        r.hessian(3 * n + i, 3 * m + j) = r.hessian(3 * m + j, 3 * n + i) =
                            ww * by_cc(i, j) + ff * by_dd(i, j) + wf * by_cd(i, j) + fw * by_cd(j, i);
            }
        return r;
    }

    /// The nearest semi-definite matrix to [a b; b d].
    template <class Real>
    TALWEG_FN static void keep_positive(Real& a, Real& d, Real& b) {
        const Real mean = 0.5 * (a + d), half = 0.5 * (a - d), radius = sqrt(half * half + b * b);
        const Real high = mean + radius;
        const auto negative = !(mean - radius >= Real(0.0));
        if (!any(negative)) return;
        // What is positive, times the projector on its direction: ½ (I + (matrix − mean I)/radius).
        const Real share = select(high > Real(0.0), 0.5 * high / radius, Real(0.0));
        a = select(negative, share * (radius + half), a);
        d = select(negative, share * (radius - half), d);
        b = select(negative, b * share, b);
    }
};

}  // namespace talweg
