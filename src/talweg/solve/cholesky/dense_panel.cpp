#include "talweg/solve/cholesky/dense_panel.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/math/dense_tile.hpp"

#ifdef TALWEG_WITH_CHOLMOD
extern "C" void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
                       const int*, const double*, const int*, const double*, double*, const int*);
extern "C" void openblas_set_num_threads(int);
#endif

namespace talweg::dense {

namespace {

/// function.template operator()<R, N>(row, column) over tiles that cover rows × columns.
template <int R, class Function>
void along_columns(int row, int columns, const Function& function) {
    int column = 0;
    for (; column + 4 <= columns; column += 4) function.template operator()<R, 4>(row, column);
    if (columns - column == 3) function.template operator()<R, 3>(row, column);
    if (columns - column == 2) function.template operator()<R, 2>(row, column);
    if (columns - column == 1) function.template operator()<R, 1>(row, column);
}
template <class Function>
void each_tile(int rows, int columns, const Function& function) {
    int row = 0;
    for (; row + 8 < rows; row += 12) along_columns<3>(row, columns, function);
    if (rows - row > 4) {
        along_columns<2>(row, columns, function);
    } else if (rows - row > 0) {
        along_columns<1>(row, columns, function);
    }
}

bool is_large([[maybe_unused]] int rows, [[maybe_unused]] int columns, [[maybe_unused]] int inner) {
#ifdef TALWEG_WITH_CHOLMOD
    return rows >= 32 && columns >= 16 && inner >= 32 && double(rows) * columns * inner > 60000.0;
#else
    return false;
#endif
}

#ifdef TALWEG_WITH_CHOLMOD
void call_blas(int rows, int columns, int inner, double factor, const double* a, int a_stride, const double* b,
               int b_stride, double keep, double* c, int c_stride) {
    dgemm_("N", "T", &rows, &columns, &inner, &factor, a, &a_stride, b, &b_stride, &keep, c, &c_stride);
}
#endif

constexpr int panel = 64;  // columns that are divided by their own triangle at once

/// Rows of B, 4 R at a time, through all columns of L: four columns at once, from what stands to the left of them.
template <int R>
void divide_rows(int rows, int size, const double* l, int l_stride, const double* inverse, double* b, int b_stride) {
    for (int c = 0; c < size; c += 4) {
        const int n = std::min(4, size - c);
        Pack x[R][4];
        if (n == 4) {
            Tile<R, 4> tile;
            tile.add(c, b, b_stride, l + c, l_stride);
            for (int r = 0; r < R; ++r)
                for (int k = 0; k < 4; ++k)
                    x[r][k] = get(b + std::ptrdiff_t(c + k) * b_stride + 4 * r) - tile.sum[r][k];
        } else {
            for (int k = 0; k < n; ++k) {
                Tile<R, 1> tile;
                tile.add(c, b, b_stride, l + c + k, l_stride);
                for (int r = 0; r < R; ++r)
                    x[r][k] = get(b + std::ptrdiff_t(c + k) * b_stride + 4 * r) - tile.sum[r][0];
            }
        }
        for (int k = 0; k < n; ++k)
            for (int r = 0; r < R; ++r) {
                for (int e = 0; e < k; ++e) x[r][k] -= x[r][e] * Pack(l[c + k + std::ptrdiff_t(c + e) * l_stride]);
                x[r][k] *= Pack(inverse[c + k]);
                put(b + std::ptrdiff_t(c + k) * b_stride + 4 * r, x[r][k], rows - 4 * r);
            }
    }
}

void divide_panel(int rows, int size, const double* l, int l_stride, double* b, int b_stride) {
    double inverse[panel];
    for (int k = 0; k < size; ++k) inverse[k] = 1.0 / l[k + std::ptrdiff_t(k) * l_stride];
    int row = 0;
    for (; row + 8 < rows; row += 12) divide_rows<3>(rows - row, size, l, l_stride, inverse, b + row, b_stride);
    if (rows - row > 4)
        divide_rows<2>(rows - row, size, l, l_stride, inverse, b + row, b_stride);
    else if (rows - row > 0)
        divide_rows<1>(rows - row, size, l, l_stride, inverse, b + row, b_stride);
}

bool factorize_panel(int size, double* a, int stride) {
    for (int c = 0; c < size; c += 4) {
        const int n = std::min(4, size - c);
        // Its own 4 × 4, less what stands to the left; then all rows below are divided by it.
        subtract_product(n, n, c, a + c, stride, a + c, stride, a + c + std::ptrdiff_t(c) * stride, stride);
        double* own = a + c + std::ptrdiff_t(c) * stride;
        for (int j = 0; j < n; ++j) {
            double pivot = own[j + std::ptrdiff_t(j) * stride];
            for (int e = 0; e < j; ++e)
                pivot -= own[j + std::ptrdiff_t(e) * stride] * own[j + std::ptrdiff_t(e) * stride];
            if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
            pivot = std::sqrt(pivot);
            own[j + std::ptrdiff_t(j) * stride] = pivot;
            for (int i = j + 1; i < n; ++i) {
                double value = own[i + std::ptrdiff_t(j) * stride];
                for (int e = 0; e < j; ++e)
                    value -= own[i + std::ptrdiff_t(e) * stride] * own[j + std::ptrdiff_t(e) * stride];
                own[i + std::ptrdiff_t(j) * stride] = value / pivot;
            }
        }
        const int below = size - c - n;
        subtract_product(below, n, c, a + c + n, stride, a + c, stride, own + n, stride);
        divide_panel(below, n, own, stride, own + n, stride);
    }
    return true;
}

}  // namespace

void stay_on_this_thread() {
#ifdef TALWEG_WITH_CHOLMOD
    openblas_set_num_threads(1);
#endif
}

void product(int rows, int columns, int inner, const double* a, int a_stride, const double* b, int b_stride, double* c,
             int c_stride) {
#ifdef TALWEG_WITH_CHOLMOD
    if (is_large(rows, columns, inner))
        return call_blas(rows, columns, inner, 1.0, a, a_stride, b, b_stride, 0.0, c, c_stride);
#endif
    each_tile(rows, columns, [&]<int R, int N>(int row, int column) {
        Tile<R, N> tile;
        tile.add(inner, a + row, a_stride, b + column, b_stride);
        for (int n = 0; n < N; ++n)
            for (int r = 0; r < R; ++r)
                put(c + std::ptrdiff_t(column + n) * c_stride + row + 4 * r, tile.sum[r][n], rows - row - 4 * r);
    });
}

void subtract_product(int rows, int columns, int inner, const double* a, int a_stride, const double* b, int b_stride,
                      double* c, int c_stride) {
    if (rows <= 0 || columns <= 0 || inner <= 0) return;
#ifdef TALWEG_WITH_CHOLMOD
    if (is_large(rows, columns, inner))
        return call_blas(rows, columns, inner, -1.0, a, a_stride, b, b_stride, 1.0, c, c_stride);
#endif
    each_tile(rows, columns, [&]<int R, int N>(int row, int column) {
        Tile<R, N> tile;
        tile.add(inner, a + row, a_stride, b + column, b_stride);
        for (int n = 0; n < N; ++n)
            for (int r = 0; r < R; ++r) {
                double* to = c + std::ptrdiff_t(column + n) * c_stride + row + 4 * r;
                put(to, get(to) - tile.sum[r][n], rows - row - 4 * r);
            }
    });
}

bool factorize(int size, double* a, int stride) {
    for (int c = 0; c < size; c += panel) {
        const int n = std::min(panel, size - c), below = size - c - n;
        double* own = a + c + std::ptrdiff_t(c) * stride;
        subtract_product(n, n, c, a + c, stride, a + c, stride, own, stride);
        if (!factorize_panel(n, own, stride)) return false;
        subtract_product(below, n, c, a + c + n, stride, a + c, stride, own + n, stride);
        divide_panel(below, n, own, stride, own + n, stride);
    }
    return true;
}

void divide(int rows, int size, const double* l, int l_stride, double* b, int b_stride) {
    for (int c = 0; c < size; c += panel) {
        const int n = std::min(panel, size - c);
        subtract_product(rows, n, c, b, b_stride, l + c, l_stride, b + std::ptrdiff_t(c) * b_stride, b_stride);
        divide_panel(rows, n, l + c + std::ptrdiff_t(c) * l_stride, l_stride, b + std::ptrdiff_t(c) * b_stride,
                     b_stride);
    }
}

}  // namespace talweg::dense
