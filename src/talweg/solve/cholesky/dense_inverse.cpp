#include "talweg/solve/cholesky/dense_inverse.hpp"

#include <algorithm>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/cholesky/dense_panel.hpp"
#include "talweg/solve/cholesky/dense_solve.hpp"

namespace talweg {

namespace {

constexpr int strip = 24, tile = 96;  // rows of V; rows and columns of products: multiples of what kernels take at once
constexpr int columns = 32;           // of a product with one right side

}  // namespace

/// V = L⁻ᵀ row by row, in parallel, then −V Vᵀ tile by tile; V and L have zeros on one side of the diagonal.
DenseInverse::DenseInverse(int size, std::vector<double> l) : size_(size), stride_(padded(size)) {
    const int n = stride_, tiles = (n + tile - 1) / tile;
    const auto at = [n](int row, int column) { return row + std::ptrdiff_t(column) * n; };
    const std::size_t count = std::size_t(n) * n + dense::overhang;
    l.resize(count, 0.0);
    for (int k = size; k < n; ++k) l[at(k, k)] = 1.0;
    std::vector<double> v(count, 0.0);
    parallel_each(0, (n + strip - 1) / strip, [&](int k) {
        const int begin = k * strip, end = std::min(n, begin + strip);
        for (int i = begin; i < end; ++i) v[at(i, i)] = 1.0;
        dense::divide(end - begin, n - begin, l.data() + at(begin, begin), n, v.data() + at(begin, begin), n);
    });
    l.clear();
    negative_.assign(count, 0.0);
    parallel_each(0, tiles * tiles, [&](int k) {
        const int row = k / tiles * tile, column = k % tiles * tile;
        if (row < column) return;
        const int rows = std::min(tile, n - row), width = std::min(tile, n - column);
        dense::subtract_product(rows, width, n - row, v.data() + at(row, row), n, v.data() + at(column, row), n,
                                negative_.data() + at(row, column), n);
    });
    // What is above the diagonal is what is below, so that the inverse is symmetric to the last bit.
    parallel_each(0, tiles, [&](int k) {
        for (int column = k * tile; column < std::min(n, (k + 1) * tile); ++column)
            for (int row = 0; row < column; ++row) negative_[at(row, column)] = negative_[at(column, row)];
    });
}

template <class X>
void DenseInverse::multiply_all(const X* x, X* y) const {
    parallel_each(0, (size_ + columns - 1) / columns, [&](int k) {
        const int begin = k * columns, end = std::min(size_, begin + columns);
        std::fill(y + begin, y + end, X(0.0));
        dense::subtract_transposed(size_, end - begin, negative_.data() + std::ptrdiff_t(begin) * stride_, stride_, x,
                                   y + begin);
    });
}

template void DenseInverse::multiply_all(const double*, double*) const;
template void DenseInverse::multiply_all(const Pack*, Pack*) const;

}  // namespace talweg
