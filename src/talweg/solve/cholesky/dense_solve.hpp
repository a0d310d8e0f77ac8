/// Solutions with dense triangles kept column by column, for one right side or four at once (a Pack each). Sums over
/// rows have one order: four interleaved sums for one right side, one sum each for four.
#pragma once
#include <algorithm>
#include <cstddef>

#include "talweg/math/dense_tile.hpp"

namespace talweg::dense {

/// a b + c
inline double fused(double a, double b, double c) {
#ifdef __FMA__
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}
/// t += L x, L of rows × columns.
inline void add_product(int rows, int columns, const double* l, int stride, const double* x, double* __restrict t) {
    const auto along = [&]<int N>(int j) {
        const double* column[N];
        Pack factor[N];
        for (int n = 0; n < N; ++n) column[n] = l + std::ptrdiff_t(j + n) * stride, factor[n] = x[j + n];
        int i = 0;
        for (; i + 3 < rows; i += 4) {
            // Two chains, so that one does not wait for the other.
            Pack even = get(t + i), odd = 0.0;
            for (int n = 0; n < N; n += 2) even = fused(get(column[n] + i), factor[n], even);
            for (int n = 1; n < N; n += 2) odd = fused(get(column[n] + i), factor[n], odd);
            put(t + i, even + odd);
        }
        for (; i < rows; ++i) {
            double even = t[i], odd = 0.0;
            for (int n = 0; n < N; n += 2) even = fused(column[n][i], factor[n][0], even);
            for (int n = 1; n < N; n += 2) odd = fused(column[n][i], factor[n][0], odd);
            t[i] = even + odd;
        }
    };
    int j = 0;
    for (; j + 7 < columns; j += 8) along.template operator()<8>(j);
    for (; j + 3 < columns; j += 4) along.template operator()<4>(j);
    for (; j < columns; ++j) along.template operator()<1>(j);
}
inline void add_product(int rows, int columns, const double* l, int stride, const Pack* x, Pack* __restrict t) {
    int j = 0;
    for (; j + 3 < columns; j += 4) {
        const double *a = l + std::ptrdiff_t(j) * stride, *b = a + stride, *c = b + stride, *d = c + stride;
        const Pack xa = x[j], xb = x[j + 1], xc = x[j + 2], xd = x[j + 3];
        for (int i = 0; i < rows; ++i)
            t[i] = fused(Pack(a[i]), xa, fused(Pack(b[i]), xb, t[i])) + fused(Pack(c[i]), xc, Pack(d[i]) * xd);
    }
    for (; j < columns; ++j) {
        const double* a = l + std::ptrdiff_t(j) * stride;
        const Pack xa = x[j];
        for (int i = 0; i < rows; ++i) t[i] = fused(Pack(a[i]), xa, t[i]);
    }
}

/// x −= Lᵀ t
inline void subtract_transposed(int rows, int columns, const double* l, int stride, const double* t, double* x) {
    const auto total = [](Pack p) { return (p[0] + p[1]) + (p[2] + p[3]); };
    const auto along = [&]<int N>(int j) {
        const double* a = l + std::ptrdiff_t(j) * stride;
        Pack sum[N];
        for (Pack& s : sum) s = 0.0;
        int i = 0;
        for (; i + 3 < rows; i += 4) {
            const Pack ti = get(t + i);
            for (int n = 0; n < N; ++n) sum[n] = fused(get(a + std::ptrdiff_t(n) * stride + i), ti, sum[n]);
        }
        for (int n = 0; n < N; ++n) {
            double s = total(sum[n]);
            for (int k = i; k < rows; ++k) s = fused(a[std::ptrdiff_t(n) * stride + k], t[k], s);
            x[j + n] -= s;
        }
    };
    int j = 0;
    for (; j + 7 < columns; j += 8) along.template operator()<8>(j);
    for (; j + 3 < columns; j += 4) along.template operator()<4>(j);
    for (; j < columns; ++j) along.template operator()<1>(j);
}
inline void subtract_transposed(int rows, int columns, const double* l, int stride, const Pack* t, Pack* x) {
    for (int j = 0; j < columns; ++j) {
        const double* a = l + std::ptrdiff_t(j) * stride;
        Pack sum = 0.0;
        for (int i = 0; i < rows; ++i) sum = fused(Pack(a[i]), t[i], sum);
        x[j] -= sum;
    }
}

inline constexpr int at_once = 8;  // columns of a triangle

/// x → L⁻¹ x, L lower triangular.
template <class X>
void solve_lower(int size, const double* l, int stride, X* x) {
    for (int begin = 0; begin < size; begin += at_once) {
        const int end = std::min(size, begin + at_once);
        X taken[at_once];
        for (int j = begin; j < end; ++j) {
            const double* a = l + std::ptrdiff_t(j) * stride;
            x[j] = x[j] / X(a[j]);
            taken[j - begin] = -x[j];
            for (int i = j + 1; i < end; ++i) x[i] = fused(X(a[i]), taken[j - begin], x[i]);
        }
        add_product(size - end, end - begin, l + std::ptrdiff_t(begin) * stride + end, stride, taken, x + end);
    }
}
/// x → L⁻ᵀ x: sums along columns wait for nothing.
template <class X>
void solve_transposed(int size, const double* l, int stride, X* x) {
    for (int end = size; end > 0;) {
        const int begin = std::max(0, end - at_once);
        const double* panel = l + std::ptrdiff_t(begin) * stride;
        subtract_transposed(size - end, end - begin, panel + end, stride, x + end, x + begin);
        for (int j = end - 1; j >= begin; --j) {
            const double* a = l + std::ptrdiff_t(j) * stride;
            X sum = x[j];
            for (int i = j + 1; i < end; ++i) sum = fused(X(a[i]), -x[i], sum);
            x[j] = sum / X(a[j]);
        }
        end = begin;
    }
}

}  // namespace talweg::dense
