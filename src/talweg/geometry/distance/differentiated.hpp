/// A quantity of N points with its gradient and Hessian, and the one formula that gives them for every squared
/// distance.
///
/// The squared distance of two affine features is the smallest |r|² over the places on them:
///
///     r = Σ wᵢ(α) xᵢ,   r ⟂ f_k,   f_k orthonormal: the directions in which r moves with α_k,   ẇ_k = ∂w/∂α_k
///     gradient of point i     2 wᵢ r
///     Hessian of points i, j  2 [wᵢ wⱼ (I − Σ f fᵀ) − Σ (ẇᵢ wⱼ r fᵀ + wᵢ ẇⱼ f rᵀ + ẇᵢ ẇⱼ r rᵀ)]
///
/// which is F_xx − F_xα F_αα⁻¹ F_αx with F_αα = 2 I: nothing is inverted, and no two large numbers are subtracted.
#pragma once
#include "talweg/math/points.hpp"

namespace talweg {

/// Unknown 3·i + a is component a of point i.
template <int N>
struct Differentiated {
    double value;
    Vector<double, 3 * N> gradient;
    Matrix<double, 3 * N, 3 * N> hessian;
};

/// How the nearest places slide: r moves along `direction` (a unit vector) as the weights change by `rate`.
template <int N>
struct Sliding {
    Vec3 direction;
    double rate[N];
};

template <int N, int K>
TALWEG_FN Differentiated<N> squared_distance(const double (&weight)[N], const Vec3& r, const Sliding<N> (&sliding)[K]) {
    Mat3 across = Mat3::identity();
    for (const Sliding<N>& s : sliding) across -= outer(s.direction, s.direction);
    Differentiated<N> d;
    d.value = norm_squared(r);
    for (int i = 0; i < N; ++i)
        for (int a = 0; a < 3; ++a) d.gradient[3 * i + a] = 2.0 * weight[i] * r[a];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j) {
            Vec3 left = Vec3::zero(), right = Vec3::zero();  // r leftᵀ + right rᵀ
            for (const Sliding<N>& s : sliding) {
                left += (s.rate[i] * weight[j]) * s.direction + (s.rate[i] * s.rate[j]) * r;
                right += (weight[i] * s.rate[j]) * s.direction;
            }
            const double both = weight[i] * weight[j];
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    d.hessian(3 * i + a, 3 * j + b) = d.hessian(3 * j + b, 3 * i + a) =
                        2.0 * (both * across(a, b) - r[a] * left[b] - right[a] * r[b]);
        }
    return d;
}

/// The same quantity seen as one of N points, of which it depends on those named in `place`.
template <int N, int M>
TALWEG_FN Differentiated<N> among(const Differentiated<M>& d, const int (&place)[M]) {
    Differentiated<N> all{d.value, Vector<double, 3 * N>::zero(), Matrix<double, 3 * N, 3 * N>::zero()};
    for (int i = 0; i < 3 * M; ++i) {
        all.gradient[3 * place[i / 3] + i % 3] = d.gradient[i];
        for (int j = 0; j < 3 * M; ++j)
            all.hessian(3 * place[i / 3] + i % 3, 3 * place[j / 3] + j % 3) = d.hessian(i, j);
    }
    return all;
}

}  // namespace talweg
