/// Solutions with dense triangles kept column by column, for one right side or four at once (a Pack each). Sums over
/// rows have one order: four interleaved sums for one right side, one sum each for four.
#pragma once
#include <cstddef>

#include "talweg/math/block_columns.hpp"

namespace talweg::dense {

/// t += L x, L of rows × columns.
template <class X>
void add_product(int rows, int columns, const double* l, int stride, const X* x, X* __restrict t) {
    int j = 0;
    for (; j + 3 < columns; j += 4) {
        const double *a = l + std::ptrdiff_t(j) * stride, *b = a + stride, *c = b + stride, *d = c + stride;
        const X xa = x[j], xb = x[j + 1], xc = x[j + 2], xd = x[j + 3];
        for (int i = 0; i < rows; ++i) t[i] += (X(a[i]) * xa + X(b[i]) * xb) + (X(c[i]) * xc + X(d[i]) * xd);
    }
    for (; j < columns; ++j) {
        const double* a = l + std::ptrdiff_t(j) * stride;
        const X xa = x[j];
        for (int i = 0; i < rows; ++i) t[i] += X(a[i]) * xa;
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
            const Pack ti = four_from(t + i);
            for (int n = 0; n < N; ++n) sum[n] += four_from(a + std::ptrdiff_t(n) * stride + i) * ti;
        }
        for (int n = 0; n < N; ++n) {
            double s = total(sum[n]);
            for (int k = i; k < rows; ++k) s += a[std::ptrdiff_t(n) * stride + k] * t[k];
            x[j + n] -= s;
        }
    };
    int j = 0;
    for (; j + 3 < columns; j += 4) along.template operator()<4>(j);
    for (; j < columns; ++j) along.template operator()<1>(j);
}
inline void subtract_transposed(int rows, int columns, const double* l, int stride, const Pack* t, Pack* x) {
    for (int j = 0; j < columns; ++j) {
        const double* a = l + std::ptrdiff_t(j) * stride;
        Pack sum = 0.0;
        for (int i = 0; i < rows; ++i) sum += Pack(a[i]) * t[i];
        x[j] -= sum;
    }
}

/// x → L⁻¹ x, L lower triangular, four columns at a time.
template <class X>
void solve_lower(int size, const double* l, int stride, X* x) {
    for (int begin = 0; begin < size; begin += 4) {
        const int end = begin + 4 < size ? begin + 4 : size;
        X taken[4];
        for (int j = begin; j < end; ++j) {
            const double* a = l + std::ptrdiff_t(j) * stride;
            x[j] = x[j] / X(a[j]);
            taken[j - begin] = -x[j];
            for (int i = j + 1; i < end; ++i) x[i] -= X(a[i]) * x[j];
        }
        add_product(size - end, end - begin, l + std::ptrdiff_t(begin) * stride + end, stride, taken, x + end);
    }
}
/// x → L⁻ᵀ x, four columns at a time: sums along them wait for nothing.
template <class X>
void solve_transposed(int size, const double* l, int stride, X* x) {
    for (int end = size; end > 0;) {
        const int begin = end > 4 ? end - 4 : 0;
        const double* panel = l + std::ptrdiff_t(begin) * stride;
        subtract_transposed(size - end, end - begin, panel + end, stride, x + end, x + begin);
        for (int j = end - 1; j >= begin; --j) {
            const double* a = l + std::ptrdiff_t(j) * stride;
            X sum = x[j];
            for (int i = j + 1; i < end; ++i) sum -= X(a[i]) * x[i];
            x[j] = sum / X(a[j]);
        }
        end = begin;
    }
}

}  // namespace talweg::dense
