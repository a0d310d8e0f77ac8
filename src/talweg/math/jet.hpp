/// Second-order forward automatic differentiation: a number with its gradient and Hessian over N unknowns.
/// The reference for every closed form and the quick start for a new energy; not the fast path.
#pragma once
#include "talweg/math/points.hpp"

namespace talweg {

template <int N>
struct Jet {
    double value;
    double gradient[N];
    double hessian[N * (N + 1) / 2];  // lower triangle, row by row: (i, j ≤ i) at i(i+1)/2 + j

    Jet() = default;
    TALWEG_FN Jet(double v) : value(v), gradient{}, hessian{} {}

    /// The unknown number `index`, now at value v.
    TALWEG_FN static Jet unknown(double v, int index) {
        Jet j(v);
        j.gradient[index] = 1.0;
        return j;
    }

    /// Chain rule for a function with value f, first and second derivative f1, f2 at a.value.
    TALWEG_FN static Jet chain(const Jet& a, double f, double f1, double f2) {
        Jet r;
        r.value = f;
        for (int i = 0, k = 0; i < N; ++i) {
            r.gradient[i] = f1 * a.gradient[i];
            for (int j = 0; j <= i; ++j, ++k) r.hessian[k] = f1 * a.hessian[k] + f2 * a.gradient[i] * a.gradient[j];
        }
        return r;
    }

    TALWEG_FN Jet& operator+=(const Jet& b) {
        value += b.value;
        for (int i = 0; i < N; ++i) gradient[i] += b.gradient[i];
        for (int k = 0; k < N * (N + 1) / 2; ++k) hessian[k] += b.hessian[k];
        return *this;
    }
    TALWEG_FN Jet& operator-=(const Jet& b) { return *this += -b; }
    TALWEG_FN Jet& operator*=(const Jet& b) { return *this = *this * b; }

    TALWEG_FN friend Jet operator-(const Jet& a) { return chain(a, -a.value, -1.0, 0.0); }
    TALWEG_FN friend Jet operator+(Jet a, const Jet& b) { return a += b; }
    TALWEG_FN friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
    TALWEG_FN friend Jet operator*(const Jet& a, const Jet& b) {
        Jet r;
        r.value = a.value * b.value;
        for (int i = 0, k = 0; i < N; ++i) {
            r.gradient[i] = a.value * b.gradient[i] + b.value * a.gradient[i];
            for (int j = 0; j <= i; ++j, ++k)
                r.hessian[k] = a.value * b.hessian[k] + b.value * a.hessian[k] + a.gradient[i] * b.gradient[j] +
                               a.gradient[j] * b.gradient[i];
        }
        return r;
    }
    TALWEG_FN friend Jet operator/(const Jet& a, const Jet& b) {
        const double inv = 1.0 / b.value;
        return a * chain(b, inv, -inv * inv, 2.0 * inv * inv * inv);
    }
    TALWEG_FN friend bool operator<(const Jet& a, const Jet& b) { return a.value < b.value; }
    TALWEG_FN friend bool operator>(const Jet& a, const Jet& b) { return a.value > b.value; }
    TALWEG_FN friend bool operator<=(const Jet& a, const Jet& b) { return a.value <= b.value; }
    TALWEG_FN friend bool operator>=(const Jet& a, const Jet& b) { return a.value >= b.value; }

    TALWEG_FN friend Jet sqrt(const Jet& a) {
        const double s = ::sqrt(a.value);
        return chain(a, s, 0.5 / s, -0.25 / (s * a.value));
    }
    TALWEG_FN friend Jet log(const Jet& a) {
        return chain(a, ::log(a.value), 1.0 / a.value, -1.0 / (a.value * a.value));
    }
    /// log(1 + a), accurate for small a.
    TALWEG_FN friend Jet log1p(const Jet& a) {
        const double inverse = 1.0 / (1.0 + a.value);
        return chain(a, ::log1p(a.value), inverse, -inverse * inverse);
    }
    TALWEG_FN friend Jet exp(const Jet& a) {
        const double e = ::exp(a.value);
        return chain(a, e, e, e);
    }
    TALWEG_FN friend Jet sin(const Jet& a) {
        const double s = ::sin(a.value), c = ::cos(a.value);
        return chain(a, s, c, -s);
    }
    TALWEG_FN friend Jet cos(const Jet& a) {
        const double s = ::sin(a.value), c = ::cos(a.value);
        return chain(a, c, -s, -c);
    }
    TALWEG_FN friend Jet atan2(const Jet& y, const Jet& x) {
        // Angle = atan of the better-conditioned quotient, so that neither x = 0 nor y = 0 divides by zero.
        const bool steep = ::fabs(y.value) > ::fabs(x.value);
        const Jet q = steep ? x / y : y / x;
        const double d = 1.0 / (1.0 + q.value * q.value), sign = steep ? -1.0 : 1.0;
        return chain(q, ::atan2(y.value, x.value), sign * d, -sign * 2.0 * q.value * d * d);
    }
};

/// The plain number that a scalar stands for.
template <int N>
TALWEG_FN double value_of(const Jet<N>& jet) {
    return jet.value;
}
TALWEG_FN inline double value_of(long double number) { return static_cast<double>(number); }

/// Energy, gradient and Hessian of `energy(points)` by jets. `energy` takes Points<Jet<3N>, N>.
template <int N, class Energy>
TALWEG_FN Derivatives<N> differentiate(const Points<double, N>& x, const Energy& energy) {
    Points<Jet<3 * N>, N> unknowns;
    for (int i = 0; i < N; ++i)
        for (int a = 0; a < 3; ++a) unknowns[i][a] = Jet<3 * N>::unknown(x[i][a], 3 * i + a);
    const Jet<3 * N> e = energy(unknowns);
    Derivatives<N> d;
    d.energy = e.value;
    for (int i = 0, k = 0; i < 3 * N; ++i) {
        d.gradient[i] = e.gradient[i];
        for (int j = 0; j <= i; ++j, ++k) d.hessian(i, j) = d.hessian(j, i) = e.hessian[k];
    }
    return d;
}

}  // namespace talweg
