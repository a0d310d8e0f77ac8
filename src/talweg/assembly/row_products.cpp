#include "talweg/assembly/row_products.hpp"

#include <algorithm>

#include "talweg/math/dense_tile.hpp"

namespace talweg {

namespace {

constexpr int longest_part = 248;  // rows: then a panel of W and one of K W fit into 32 KB

}  // namespace

RowProducts::RowProducts(int nodes, int rows, const std::vector<double>& weights)
    : nodes_(nodes), rows_(rows), panels_((nodes + tall - 1) / tall), quads_((nodes + wide - 1) / wide) {
    const int parts = std::max(1, (rows + longest_part - 1) / longest_part);
    const int length = ((rows + parts - 1) / parts + 7) / 8 * 8;
    for (int first = 0; first < rows; first += length) parts_.push_back({first, std::min(length, rows - first)});
    weights_.assign(std::size_t(rows) * std::size_t(quads_) * wide, 0.0);
    for (int p = 0; p < rows; ++p)
        std::copy_n(weights.data() + std::ptrdiff_t(p) * nodes, nodes,
                    weights_.data() + std::ptrdiff_t(p) * quads_ * wide);
    left_.assign(std::size_t(rows) * std::size_t(panels_) * tall, 0.0);
    for (const Part& part : parts_)
        for (int panel = 0; panel < panels_; ++panel)
            for (int p = 0; p < part.count; ++p)
                for (int f = tall * panel; f < std::min(nodes, tall * (panel + 1)); ++f)
                    left_[std::size_t(left(part, panel) - left_.data()) + std::size_t(p) * tall +
                          std::size_t(f - tall * panel)] = weights[std::size_t(part.first + p) * nodes + f];
}

void RowProducts::begin(Product& product) const {
    product.inner.resize(std::size_t(rows_) * std::size_t(quads_) * wide);
    product.stride = panels_ * tall;
    product.sums.resize(std::size_t(product.stride) * std::size_t(quads_) * wide);
}

template <int Count>
void RowProducts::set(int first, const double* k, Product& product) const {
    const double* from[Count];
    double* to[Count];
    std::ptrdiff_t step[Count];
    for (int i = 0; i < Count; ++i) {
        from[i] = weights_.data() + std::ptrdiff_t(first + i) * quads_ * wide;
        const auto part = std::find_if(parts_.begin(), parts_.end(),
                                       [&](const Part& each) { return first + i < each.first + each.count; });
        to[i] = product.inner.data() + (std::ptrdiff_t(part->first) * quads_ + (first + i - part->first)) * wide;
        step[i] = std::ptrdiff_t(part->count) * wide;
    }
    for (int quad = 0; quad < quads_; ++quad) {
        Pack w[Count];
        for (int j = 0; j < Count; ++j) w[j] = dense::get(from[j] + wide * quad);
        for (int i = 0; i < Count; ++i) {
            Pack sum = Pack(k[i * Count]) * w[0];
            for (int j = 1; j < Count; ++j) sum += Pack(k[i * Count + j]) * w[j];
            dense::put(to[i] + quad * step[i], sum);
        }
    }
}

void RowProducts::set_rows(int first, int count, const double* k, Product& product) const {
    if (count == 1) set<1>(first, k, product);
    if (count == 2) set<2>(first, k, product);
    if (count == 3) set<3>(first, k, product);
    if (count == 4) set<4>(first, k, product);
}

template <int R>
void RowProducts::multiply_panel(const Part& part, int panel, bool upper, Product& product) const {
    for (int quad = upper ? tall * panel / wide : 0; quad < quads_; ++quad) {
        const double* a = left(part, panel);
        const double* b =
            product.inner.data() + (std::ptrdiff_t(part.first) * quads_ + std::ptrdiff_t(quad) * part.count) * wide;
        dense::Tile<R, wide> tile;
        if constexpr (R == 1) {  // four sums alone would wait for one another: even rows, and odd ones
            const int eights = part.count / 8 * 8;
            dense::Tile<R, wide> odd;
            tile.add(eights / 2, a, 2 * tall, b, 2 * wide);
            odd.add(eights / 2, a + tall, 2 * tall, b + wide, 2 * wide);
            for (int n = 0; n < wide; ++n) tile.sum[0][n] += odd.sum[0][n];
            tile.add(part.count - eights, a + std::ptrdiff_t(eights) * tall, tall, b + std::ptrdiff_t(eights) * wide,
                     wide);
        } else {
            tile.add(part.count, a, tall, b, wide);
        }
        for (int n = 0; n < wide; ++n)
            for (int r = 0; r < R; ++r) {
                double* to =
                    product.sums.data() + std::ptrdiff_t(wide * quad + n) * product.stride + tall * panel + 4 * r;
                dense::put(to, part.first == 0 ? tile.sum[r][n] : dense::get(to) + tile.sum[r][n]);
            }
    }
}

void RowProducts::multiply(bool upper, Product& product) const {
    for (const Part& part : parts_)
        for (int panel = 0; panel < panels_; ++panel) {
            const int left_over = nodes_ - tall * panel;
            if (left_over > 8)
                multiply_panel<3>(part, panel, upper, product);
            else if (left_over > 4)
                multiply_panel<2>(part, panel, upper, product);
            else
                multiply_panel<1>(part, panel, upper, product);
        }
}

}  // namespace talweg
