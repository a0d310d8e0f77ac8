#include "talweg/solve/shared_rows.hpp"

#include <algorithm>
#include <type_traits>

#include "talweg/math/dense_tile.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/solve/block_columns.hpp"

namespace talweg {

namespace {

constexpr int tiles_at_a_time = 32;  // by one thread: 2048 nodes

/// sum + a x, and sum + (a x + b y)
template <class Real>
Pack plus(Pack sum, Pack a, Pack x) {
    if constexpr (std::is_same_v<Real, float>) return dense::fused(a, x, sum);
    return sum + a * x;
}
template <class Real>
Pack plus(Pack sum, Pack a, Pack x, Pack b, Pack y) {
    if constexpr (std::is_same_v<Real, float>) return dense::fused(b, y, dense::fused(a, x, sum));
    return sum + (a * x + b * y);
}

}  // namespace

template <class Real>
BasicSharedRows<Real>::BasicSharedRows(const Eigen::MatrixXd& rows) : row_count_(static_cast<int>(rows.rows())) {
    const int nodes = static_cast<int>(rows.cols());
    const auto range = [&](int row) {
        int first = 0, last = nodes;
        while (first < last && rows(row, first) == 0.0) ++first;
        while (last > first && rows(row, last - 1) == 0.0) --last;
        return std::pair(first, last);
    };
    for (int row = 0; row < row_count_; ++row) {
        const auto [first, last] = range(row);
        if (blocks_.empty() || blocks_.back().first_node != first || blocks_.back().node_count != last - first)
            blocks_.push_back({first, last - first, row, 0, 0, {}});
        ++blocks_.back().rows;
    }
    for (Block& block : blocks_) {
        block.panels = (block.rows + panel - 1) / panel;
        const int tiles = (block.node_count + tile - 1) / tile;
        block.values.assign(std::size_t(tiles) * std::size_t(block.panels) * tile * panel, 0.0);
        for (int j = 0; j < block.node_count; ++j)
            for (int s = 0; s < block.rows; ++s)
                block.values[std::size_t(block.at(j / tile, s / panel) - block.values.data()) +
                             std::size_t(j % tile) * panel + s % panel] =
                    static_cast<Real>(rows(block.first_row + s, block.first_node + j));
    }
}

/// Adds tiles [begin, end) to sums: by panel, then by axis, then by row.
template <class Real>
void BasicSharedRows<Real>::sum(const Block& block, int begin, int end, const Nodes& x, const double* weights,
                                double* sums) const {
    Vec3 here[tile];
    for (int t = begin; t < end; ++t) {
        const int first = block.first_node + t * tile, count = std::min(tile, block.node_count - t * tile);
        for (int j = 0; j < count; ++j) here[j] = weights ? weights[first + j] * x[first + j] : x[first + j];
        for (int p = 0; p < block.panels; ++p) {
            double* to = sums + std::ptrdiff_t(p) * 3 * panel;
            Pack s[6];
            for (int k = 0; k < 6; ++k) s[k] = four_from(to + 4 * k);
            const Real* value = block.at(t, p);
            for (int j = 0; j < count; ++j, value += panel) {
                const Pack low = four_from(value), high = four_from(value + 4);
                for (int a = 0; a < 3; ++a) {
                    s[2 * a] = plus<Real>(s[2 * a], low, here[j][a]);
                    s[2 * a + 1] = plus<Real>(s[2 * a + 1], high, here[j][a]);
                }
            }
            for (int k = 0; k < 6; ++k)
                for (int lane = 0; lane < 4; ++lane) to[4 * k + lane] = s[k][lane];
        }
    }
}

template <class Real>
void BasicSharedRows<Real>::times(const Nodes& x, const double* weights, Nodes& u) const {
    u.assign(row_count_, Vec3::zero());
    for (const Block& block : blocks_) {
        const int tiles = (block.node_count + tile - 1) / tile;
        const int parts = (tiles + tiles_at_a_time - 1) / tiles_at_a_time;
        const std::size_t size = std::size_t(block.panels) * 3 * panel;
        std::vector<double> sums(size * std::size_t(parts), 0.0);
        parallel_each(0, parts, [&](int k) {
            sum(block, k * tiles_at_a_time, std::min(tiles, (k + 1) * tiles_at_a_time), x, weights,
                sums.data() + std::size_t(k) * size);
        });
        for (int k = 0; k < parts; ++k)
            for (int s = 0; s < block.rows; ++s)
                for (int a = 0; a < 3; ++a)
                    u[block.first_row + s][a] +=
                        sums[std::size_t(k) * size + std::size_t((s / panel) * 3 + a) * panel + s % panel];
    }
}

template <class Real>
void BasicSharedRows<Real>::add_transposed(double factor, const Nodes& u, const double* weights, Nodes& x) const {
    for (const Block& block : blocks_) {
        std::vector<double> by_panel(std::size_t(block.panels) * 3 * panel, 0.0);  // as sums above
        for (int s = 0; s < block.rows; ++s)
            for (int a = 0; a < 3; ++a)
                by_panel[std::size_t((s / panel) * 3 + a) * panel + s % panel] = factor * u[block.first_row + s][a];
        const int tiles = (block.node_count + tile - 1) / tile;
        const auto add = [&](int t) {
            const int first = block.first_node + t * tile, count = std::min(tile, block.node_count - t * tile);
            Pack here[tile][3];
            for (int j = 0; j < count; ++j)
                for (Pack& sum : here[j]) sum = 0.0;
            for (int p = 0; p < block.panels; ++p) {
                Pack from[6];
                for (int k = 0; k < 6; ++k) from[k] = four_from(by_panel.data() + (std::size_t(p) * 6 + k) * 4);
                const Real* value = block.at(t, p);
                for (int j = 0; j < count; ++j, value += panel) {
                    const Pack low = four_from(value), high = four_from(value + 4);
                    for (int a = 0; a < 3; ++a)
                        here[j][a] = plus<Real>(here[j][a], low, from[2 * a], high, from[2 * a + 1]);
                }
            }
            for (int j = 0; j < count; ++j)
                for (int a = 0; a < 3; ++a) {
                    const Pack sum = here[j][a];
                    const double total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
                    x[first + j][a] += weights ? weights[first + j] * total : total;
                }
        };
        parallel_each(0, (tiles + tiles_at_a_time - 1) / tiles_at_a_time, [&](int k) {
            for (int t = k * tiles_at_a_time; t < std::min(tiles, (k + 1) * tiles_at_a_time); ++t) add(t);
        });
    }
}

template class BasicSharedRows<double>;
template class BasicSharedRows<float>;

}  // namespace talweg
