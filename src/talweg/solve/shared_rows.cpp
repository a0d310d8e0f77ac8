#include "talweg/solve/shared_rows.hpp"

#include <algorithm>

#include "talweg/math/block_columns.hpp"
#include "talweg/math/dense_tile.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int tiles_at_a_time = 64;  // by one thread: 2048 nodes

double total(Pack sum) { return (sum[0] + sum[1]) + (sum[2] + sum[3]); }

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
            blocks_.push_back({first, last - first, row, 0, {}});
        ++blocks_.back().rows;
    }
    for (Block& block : blocks_) {
        block.values.assign(block.place(block.tiles(), 0), Real(0));
        for (int j = 0; j < block.node_count; ++j)
            for (int s = 0; s < block.rows; ++s)
                block.values[block.place(j / tile, s) + std::size_t(j % tile)] =
                    static_cast<Real>(rows(block.first_row + s, block.first_node + j));
    }
}

template <class Real>
void BasicSharedRows<Real>::sum(const Block& block, int begin, int end, const Nodes& x, const double* weights,
                                Pack* sums) const {
    double here[3][tile] = {};
    for (int t = begin; t < end; ++t) {
        const int first = block.first_node + t * tile, count = std::min(tile, block.node_count - t * tile);
        for (int j = 0; j < count; ++j)
            for (int a = 0; a < 3; ++a) here[a][j] = weights ? weights[first + j] * x[first + j][a] : x[first + j][a];
        for (int a = 0; a < 3; ++a) std::fill(here[a] + count, here[a] + tile, 0.0);
        for (int row = 0; row < block.rows; row += at_once) {
            const Real* value = block.values.data() + block.place(t, row);
            Pack* to = sums + std::ptrdiff_t(row) * 3;
            Pack s[at_once][3];
            for (int k = 0; k < at_once; ++k)
                for (int a = 0; a < 3; ++a) s[k][a] = to[3 * k + a];
            for (int j = 0; j < count; j += Pack::lanes)
                for (int k = 0; k < at_once; ++k) {
                    const Pack numbers = four_from(value + k * tile + j);
                    for (int a = 0; a < 3; ++a) s[k][a] = dense::fused(numbers, four_from(here[a] + j), s[k][a]);
                }
            for (int k = 0; k < at_once; ++k)
                for (int a = 0; a < 3; ++a) to[3 * k + a] = s[k][a];
        }
    }
}

template <class Real>
void BasicSharedRows<Real>::times(const Nodes& x, const double* weights, Nodes& u) const {
    u.assign(row_count_, Vec3::zero());
    for (const Block& block : blocks_) {
        const int tiles = block.tiles(), parts = (tiles + tiles_at_a_time - 1) / tiles_at_a_time;
        const std::size_t size = std::size_t(block.padded_rows()) * 3;
        std::vector<Pack> sums(size * std::size_t(parts), Pack(0.0));
        parallel_each(0, parts, [&](int k) {
            sum(block, k * tiles_at_a_time, std::min(tiles, (k + 1) * tiles_at_a_time), x, weights,
                sums.data() + std::size_t(k) * size);
        });
        for (int k = 0; k < parts; ++k)
            for (int s = 0; s < block.rows; ++s)
                for (int a = 0; a < 3; ++a)
                    u[block.first_row + s][a] += total(sums[std::size_t(k) * size + std::size_t(3 * s + a)]);
    }
}

template <class Real>
void BasicSharedRows<Real>::add(const Block& block, int t, const Nodes& u, const double* weights, Nodes& x) const {
    constexpr int packs = 4, nodes = packs * Pack::lanes;
    for (int begin = 0; begin < std::min(tile, block.node_count - t * tile); begin += nodes) {
        const Real* value = block.values.data() + block.place(t, 0) + begin;
        Pack s[packs][3];
        for (auto& of_nodes : s)
            for (Pack& sum : of_nodes) sum = 0.0;
        for (int row = 0; row < block.rows; ++row, value += tile) {
            const Vec3& from = u[block.first_row + row];
            const Pack along[3] = {from[0], from[1], from[2]};
            for (int k = 0; k < packs; ++k) {
                const Pack numbers = four_from(value + k * Pack::lanes);
                for (int a = 0; a < 3; ++a) s[k][a] = dense::fused(numbers, along[a], s[k][a]);
            }
        }
        const int first = t * tile + begin, count = std::min(nodes, block.node_count - first);
        for (int j = 0; j < count; ++j) {
            const int node = block.first_node + first + j;
            for (int a = 0; a < 3; ++a) {
                const double sum = s[j / Pack::lanes][a][j % Pack::lanes];
                x[node][a] += weights ? weights[node] * sum : sum;
            }
        }
    }
}

template <class Real>
void BasicSharedRows<Real>::add_transposed(double factor, const Nodes& u, const double* weights, Nodes& x) const {
    Nodes scaled = u;
    for (Vec3& of_row : scaled) of_row = factor * of_row;
    for (const Block& block : blocks_) {
        const int tiles = block.tiles();
        parallel_each(0, (tiles + tiles_at_a_time - 1) / tiles_at_a_time, [&](int k) {
            for (int t = k * tiles_at_a_time; t < std::min(tiles, (k + 1) * tiles_at_a_time); ++t)
                add(block, t, scaled, weights, x);
        });
    }
}

template class BasicSharedRows<double>;
template class BasicSharedRows<float>;

}  // namespace talweg
