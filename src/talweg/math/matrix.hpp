/// Plain small vectors and matrices: trivially copyable, column-major, any scalar (double, jets, packs), host and
/// device. Eigen 3.4's Matrix3d is not trivially copyable, so kernels use these; Eigen serves outside kernels.
#pragma once
#include <cmath>
#include <type_traits>
#include "talweg/math/platform.hpp"

namespace talweg {

/// R×C matrix, entry (r, c) at data[c * R + r]. A vector is a matrix with one column.
template <class Real, int R, int C>
struct Matrix {
    Real data[R * C];

    static constexpr int rows = R, cols = C, size = R * C;

    TALWEG_FN Real& operator()(int r, int c) { return data[c * R + r]; }
    TALWEG_FN const Real& operator()(int r, int c) const { return data[c * R + r]; }
    TALWEG_FN Real& operator[](int i) { return data[i]; }
    TALWEG_FN const Real& operator[](int i) const { return data[i]; }

    TALWEG_FN static Matrix zero() {
        Matrix m;
        for (int i = 0; i < size; ++i) m.data[i] = Real(0.0);
        return m;
    }
    TALWEG_FN static Matrix identity() {
        static_assert(R == C);
        Matrix m = zero();
        for (int i = 0; i < R; ++i) m(i, i) = Real(1.0);
        return m;
    }

    TALWEG_FN Matrix& operator+=(const Matrix& o) {
        for (int i = 0; i < size; ++i) data[i] += o.data[i];
        return *this;
    }
    TALWEG_FN Matrix& operator-=(const Matrix& o) {
        for (int i = 0; i < size; ++i) data[i] -= o.data[i];
        return *this;
    }
    template <class Scale>
    TALWEG_FN Matrix& operator*=(const Scale& s) {
        for (int i = 0; i < size; ++i) data[i] = data[i] * s;
        return *this;
    }
    TALWEG_FN friend Matrix operator+(Matrix a, const Matrix& b) { return a += b; }
    TALWEG_FN friend Matrix operator-(Matrix a, const Matrix& b) { return a -= b; }
    TALWEG_FN friend Matrix operator-(Matrix a) {
        for (int i = 0; i < size; ++i) a.data[i] = -a.data[i];
        return a;
    }
    TALWEG_FN friend bool operator==(const Matrix& a, const Matrix& b) {
        for (int i = 0; i < size; ++i)
            if (!(a.data[i] == b.data[i])) return false;
        return true;
    }

    TALWEG_FN Matrix<Real, C, R> transposed() const {
        Matrix<Real, C, R> t;
        for (int c = 0; c < C; ++c)
            for (int r = 0; r < R; ++r) t(c, r) = (*this)(r, c);
        return t;
    }
    TALWEG_FN Matrix<Real, R, 1> column(int c) const {
        Matrix<Real, R, 1> v;
        for (int r = 0; r < R; ++r) v[r] = (*this)(r, c);
        return v;
    }
    TALWEG_FN void set_column(int c, const Matrix<Real, R, 1>& v) {
        for (int r = 0; r < R; ++r) (*this)(r, c) = v[r];
    }
    template <class... Columns>
    TALWEG_FN void set_columns(const Columns&... columns) {
        static_assert(sizeof...(Columns) == C);
        int c = 0;
        (set_column(c++, columns), ...);
    }
};

template <class Real, int N>
using Vector = Matrix<Real, N, 1>;
using Vec2 = Vector<double, 2>;
using Vec3 = Vector<double, 3>;
using Mat2 = Matrix<double, 2, 2>;
using Mat3 = Matrix<double, 3, 3>;

static_assert(std::is_trivially_copyable_v<Mat3>);

/// A scalar that may multiply a matrix of Real: Real itself, or a number that Real mixes with.
template <class Scale, class Real>
inline constexpr bool scales = std::is_same_v<Scale, Real> || std::is_arithmetic_v<Scale>;

template <class Real, int R, int C, class Scale>
TALWEG_FN std::enable_if_t<scales<Scale, Real>, Matrix<Real, R, C>> operator*(Matrix<Real, R, C> m, const Scale& s) {
    return m *= s;
}
template <class Real, int R, int C, class Scale>
TALWEG_FN std::enable_if_t<scales<Scale, Real>, Matrix<Real, R, C>> operator*(const Scale& s, Matrix<Real, R, C> m) {
    return m *= s;
}
template <class Real, int R, int C, class Scale>
TALWEG_FN std::enable_if_t<scales<Scale, Real>, Matrix<Real, R, C>> operator/(Matrix<Real, R, C> m, const Scale& s) {
    for (int i = 0; i < R * C; ++i) m.data[i] = m.data[i] / s;
    return m;
}

/// Product; the scalars may differ (jets times doubles).
template <class A, class B, int R, int K, int C>
TALWEG_FN auto operator*(const Matrix<A, R, K>& a, const Matrix<B, K, C>& b) {
    using Real = decltype(A() * B());
    Matrix<Real, R, C> m;
    for (int c = 0; c < C; ++c)
        for (int r = 0; r < R; ++r) {
            Real sum = a(r, 0) * b(0, c);
            for (int k = 1; k < K; ++k) sum += a(r, k) * b(k, c);
            m(r, c) = sum;
        }
    return m;
}

template <class A, class B, int N>
TALWEG_FN auto dot(const Vector<A, N>& a, const Vector<B, N>& b) {
    auto sum = a[0] * b[0];
    for (int i = 1; i < N; ++i) sum += a[i] * b[i];
    return sum;
}
/// |m|², the sum of the squares of all entries.
template <class Real, int R, int C>
TALWEG_FN Real norm_squared(const Matrix<Real, R, C>& m) {
    Real sum = m[0] * m[0];
    for (int i = 1; i < R * C; ++i) sum += m[i] * m[i];
    return sum;
}
template <class Real, int N>
TALWEG_FN Real norm(const Vector<Real, N>& v) {
    using std::sqrt;
    return sqrt(dot(v, v));
}
template <class Real>
TALWEG_FN Vector<Real, 3> cross(const Vector<Real, 3>& a, const Vector<Real, 3>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// a bᵀ
template <class Real, int R, int C>
TALWEG_FN Matrix<Real, R, C> outer(const Vector<Real, R>& a, const Vector<Real, C>& b) {
    return a * b.transposed();
}
template <class Real, int N>
TALWEG_FN Real trace(const Matrix<Real, N, N>& m) {
    Real sum = m(0, 0);
    for (int i = 1; i < N; ++i) sum += m(i, i);
    return sum;
}
template <class Real>
TALWEG_FN Real determinant(const Matrix<Real, 2, 2>& m) {
    return m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
}
template <class Real>
TALWEG_FN Real determinant(const Matrix<Real, 3, 3>& m) {
    return dot(m.column(0), cross(m.column(1), m.column(2)));
}
/// Transposed adjugate: m · cofactor(m)ᵀ = det(m) I; also the gradient of the determinant.
template <class Real>
TALWEG_FN Matrix<Real, 2, 2> cofactor(const Matrix<Real, 2, 2>& m) {
    return {m(1, 1), -m(0, 1), -m(1, 0), m(0, 0)};
}
template <class Real>
TALWEG_FN Matrix<Real, 3, 3> cofactor(const Matrix<Real, 3, 3>& m) {
    Matrix<Real, 3, 3> c;
    c.set_columns(cross(m.column(1), m.column(2)), cross(m.column(2), m.column(0)), cross(m.column(0), m.column(1)));
    return c;
}
template <class Real, int N>
TALWEG_FN Matrix<Real, N, N> inverse(const Matrix<Real, N, N>& m) {
    return cofactor(m).transposed() / determinant(m);
}

}  // namespace talweg
