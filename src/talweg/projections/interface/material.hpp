/// Materials as the classical methods see them: constraints and projections of the deformation gradient F, which tets,
/// planar triangles and membranes share.
///
/// Its columns are z_a = Σ_n B(n, a) x_n with B from D_m⁻¹. Of a membrane F is seen from the plane of its triangle.
#pragma once
#include "talweg/energies/interface/solid_family.hpp"
#include "talweg/math/error.hpp"
#include "talweg/projections/interface/projection.hpp"

namespace talweg {

/// Ψ = Σ C²/(2 softness): softness in 1/Pa; the compliance of an element is softness over volume.
template <int D>
struct MaterialConstraint {
    double value = 0.0;
    Matrix<double, D, D> slope = Matrix<double, D, D>::zero();  // ∂C/∂F
    double softness = 0.0;
    bool one_sided = false;
};

/// Of a material that no header here knows.
template <class Material>
struct MaterialProjection {
    template <int D>
    static constexpr int constraint_count = 0;
    static constexpr bool has_distance = false;
    // template <int D>
    // static bool constraint(int k, const Matrix<double, D, D>& f, const Constants&, MaterialConstraint<D>&);
    // template <int D> static double weight(const Constants&);                          Pa: of Ψ = ½ weight |F − P|²
    // template <int D> static Matrix<double, D, D> project(const Matrix<double, D, D>& f, const Constants&);
};

/// μ|…|² + λ/2 (…)² is a sum of squares only with λ ≥ 0.
inline void require_squares(const Lame& m) {
    if (m.lambda < 0.0)
        throw Error(
            "a material with a poissons_ratio below 0 is no sum of squares, which position_based, xpbd and "
            "projective_dynamics ask for; use 0 or more, or implicit_euler");
}

/// U diag(s) Vᵀ
template <int D>
Matrix<double, D, D> recomposed(const Svd<D>& d, const Vector<double, D>& s) {
    Matrix<double, D, D> scaled = d.u;
    for (int i = 0; i < D; ++i) scaled.set_column(i, d.u.column(i) * s[i]);
    return scaled * d.v.transposed();
}

template <class Energy>
requires requires { typename Energy::MaterialType; }
struct Projection<Energy> {
    static constexpr int N = Energy::point_count, D = N - 1;
    using Material = typename Energy::MaterialType;
    using Of = MaterialProjection<Material>;
    using Element = typename Energy::Element;
    using Square = Matrix<double, D, D>;
    static constexpr bool membrane = requires(const Points<double, N>& x) { Energy::frame(x); };

    static constexpr int constraint_count = Of::template constraint_count<D>;
    static constexpr int rows = Of::has_distance ? D : 0;

    static bool constraint(int k, const Points<double, N>& x, const Element& e, Constraint<N>& c) {
        Vec3 z[D];
        columns(x, e, z);
        Mat3 axes;
        const Square f = in_plane(z, axes);
        MaterialConstraint<D> of_f;
        if (!Of::template constraint<D>(k, f, e.constants, of_f)) return false;
        c.value = of_f.value;
        c.compliance = of_f.softness / e.volume;
        c.one_sided = of_f.one_sided;
        for (int a = 0; a < D; ++a) {
            const Vec3 g = in_space(axes, of_f.slope, a);
            for (int n = 0; n < D; ++n)
                for (int i = 0; i < 3; ++i) {
                    c.gradient[3 * (n + 1) + i] += e.rest_inverse(n, a) * g[i];
                    c.gradient[i] -= e.rest_inverse(n, a) * g[i];
                }
        }
        return true;
    }

    static auto map(const Points<double, N>&, const Element& e) {
        LinearMap<N, D> map = {};
        map.weight = Of::template weight<D>(e.constants) * e.volume;
        for (int a = 0; a < D; ++a)
            for (int n = 0; n < D; ++n) {
                map.a[a][n + 1] = e.rest_inverse(n, a);
                map.a[a][0] -= e.rest_inverse(n, a);
            }
        return map;
    }
    static void project(const Vec3* z, const Element& e, const LinearMap<N, D>&, Vec3* p) {
        Mat3 axes;
        const Square nearest = Of::template project<D>(in_plane(z, axes), e.constants);
        for (int a = 0; a < D; ++a) {
            p[a] = in_space(axes, nearest, a);
            if (D == 2 && !membrane) p[a][2] = z[a][2];  // planar solids do not see it
        }
    }

private:
    static void columns(const Points<double, N>& x, const Element& e, Vec3* z) {
        for (int a = 0; a < D; ++a) {
            z[a] = Vec3::zero();
            for (int n = 0; n < D; ++n) z[a] += e.rest_inverse(n, a) * (x[n + 1] - x[0]);
        }
    }
    /// F as a square matrix, and the axes in space that it is seen from.
    static Square in_plane(const Vec3* z, Mat3& axes) {
        axes = Mat3::identity();
        Square f;
        if constexpr (membrane) {
            const Points<double, 3> triangle = {{Vec3::zero(), z[0], z[1]}};
            axes = plane_frame(triangle);
            f = plane_edges(triangle);
        } else {
            for (int a = 0; a < D; ++a)
                for (int i = 0; i < D; ++i) f(i, a) = z[a][i];
        }
        return f;
    }
    static Vec3 in_space(const Mat3& axes, const Square& m, int column) {
        Vec3 v = Vec3::zero();
        for (int i = 0; i < D; ++i) v[i] = m(i, column);
        return membrane ? axes * v : v;
    }
};

}  // namespace talweg
