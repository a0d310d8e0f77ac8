/// The pairs of features that contact knows, each with the squared distance of the region it stands for: what is
/// nearest was decided before, so every one of these is smooth.
#pragma once
#include "talweg/energies/interface/barrier_function.hpp"
#include "talweg/geometry/distance/line_line.hpp"
#include "talweg/geometry/distance/point_line.hpp"
#include "talweg/geometry/distance/point_plane.hpp"
#include "talweg/geometry/distance/point_point.hpp"
#include "talweg/math/points.hpp"
#include "talweg/math/project.hpp"

namespace talweg {

struct PointPoint {
    static constexpr int point_count = 2;
    static constexpr const char *name = "contact_point_point", *summary = "Barrier between two points";
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 2>& x) {
        return point_point_squared(x[0], x[1]);
    }
    TALWEG_FN static Differentiated<2> distance(const Points<double, 2>& x) { return point_point_distance(x[0], x[1]); }
};

struct PointEdge {
    static constexpr int point_count = 3;
    static constexpr const char *name = "contact_point_edge", *summary = "Barrier between a point and an edge";
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 3>& x) {
        return point_line_squared(x[0], x[1], x[2]);
    }
    TALWEG_FN static Differentiated<3> distance(const Points<double, 3>& x) {
        return point_line_distance(x[0], x[1], x[2]);
    }
};

struct PointFace {
    static constexpr int point_count = 4;
    static constexpr const char *name = "contact_point_face", *summary = "Barrier between a point and a face";
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 4>& x) {
        return point_plane_squared(x[0], x[1], x[2], x[3]);
    }
    TALWEG_FN static Differentiated<4> distance(const Points<double, 4>& x) {
        return point_plane_distance(x[0], x[1], x[2], x[3]);
    }
};

struct EdgeEdge {
    static constexpr int point_count = 4;
    template <class Real>
    TALWEG_FN static Real squared(const Points<Real, 4>& x) {
        return line_line_squared(x[0], x[1], x[2], x[3]);
    }
    TALWEG_FN static Differentiated<4> distance(const Points<double, 4>& x) {
        return line_line_distance(x[0], x[1], x[2], x[3]);
    }
};

/// E = b(D):  ∇E = b′ ∇D,  ∇²E = b″ ∇D ∇Dᵀ + b′ ∇²D.
template <int N>
TALWEG_FN Derivatives<N> chained(const BarrierSlopes& b, const Differentiated<N>& d) {
    Derivatives<N> r;
    r.energy = b.value;
    r.gradient = d.gradient * b.first;
    for (int j = 0; j < 3 * N; ++j)
        for (int i = 0; i < 3 * N; ++i)
            r.hessian(i, j) = b.second * (d.gradient[i] * d.gradient[j]) + b.first * d.hessian(i, j);
    return r;
}

/// N numbers of sum zero: orthonormal columns (Helmert).
template <int N>
TALWEG_FN Matrix<double, N, N - 1> zero_sums() {
    Matrix<double, N, N - 1> columns = Matrix<double, N, N - 1>::zero();
    for (int k = 0; k < N - 1; ++k) {
        const double share = 1.0 / std::sqrt((k + 1.0) * (k + 2.0));
        for (int i = 0; i <= k; ++i) columns(i, k) = share;
        columns(k + 1, k) = -(k + 1.0) * share;
    }
    return columns;
}

/// What a function of a squared distance feels to second order, as orthonormal columns. With the distance along n and
/// its places weighted by w (geometry/distance/differentiated.hpp) these are moves of the points along n that are no
/// translation, and a move of the distance as a whole, w ⊗ f, in the two directions f across n.
template <int N>
TALWEG_FN Matrix<double, 3 * N, N + 1> felt_moves(const Vector<double, 3 * N>& distance_gradient) {
    const auto part = [&](int i) {
        return Vec3{distance_gradient[3 * i], distance_gradient[3 * i + 1], distance_gradient[3 * i + 2]};
    };
    int most = 0;
    for (int i = 1; i < N; ++i)
        if (norm_squared(part(i)) > norm_squared(part(most))) most = i;
    const Vec3 n = part(most) / norm(part(most));
    const Vec3 aside = std::fabs(n[0]) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
    Vec3 f[2] = {cross(n, aside), {}};
    f[0] = f[0] / norm(f[0]);
    f[1] = cross(n, f[0]);
    Vector<double, N> w;
    for (int i = 0; i < N; ++i) w[i] = dot(part(i), n);
    w = w / norm(w);
    const Matrix<double, N, N - 1> along = zero_sums<N>();
    Matrix<double, 3 * N, N + 1> moves;
    for (int i = 0; i < N; ++i)
        for (int a = 0; a < 3; ++a) {
            for (int k = 0; k < N - 1; ++k) moves(3 * i + a, k) = along(i, k) * n[a];
            for (int k = 0; k < 2; ++k) moves(3 * i + a, N - 1 + k) = w[i] * f[k][a];
        }
    return moves;
}

/// All moves of four points that are no translation.
TALWEG_FN inline Matrix<double, 12, 9> relative_moves() {
    const Matrix<double, 4, 3> along = zero_sums<4>();
    Matrix<double, 12, 9> moves = Matrix<double, 12, 9>::zero();
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
            for (int a = 0; a < 3; ++a) moves(3 * i + a, 3 * k + a) = along(i, k);
    return moves;
}

}  // namespace talweg
