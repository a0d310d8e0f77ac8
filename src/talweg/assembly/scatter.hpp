/// Adds an element's Hessian to the block-sparse matrix: H_c = Wᵀ H_x W, at positions found once.
///
/// Positions of an element come in the order of the loops below. A block below the diagonal is added to its mirror
/// image.
#pragma once
#include <algorithm>
#include <cstdint>

#include "talweg/math/block_columns.hpp"
#include "talweg/math/points.hpp"
#include "talweg/math/prefetch.hpp"
#include "talweg/model/term.hpp"

namespace talweg {

/// Position of a block: index · 2, + 1 when the transpose is to be added; −1 when the point has no node.
inline constexpr std::int32_t no_block = -1;

template <int M>
void add_block(Mat3* values, std::int32_t position, const Matrix<double, M, M>& h, int i, int j, double scale) {
    Mat3& block = values[position >> 1];
    const BlockColumns part = BlockColumns::within(h, 3 * i, 3 * j);
    BlockColumns(block).plus(scale, position & 1 ? part.transposed() : part).put_into(block);
}

/// Every point of the term is a node or prescribed: one block per pair of points i ≤ j.
template <int N>
void scatter_direct(const Matrix<double, 3 * N, 3 * N>& h, double scale, const std::int32_t* position, Mat3* values) {
    for (int i = 0; i < N; ++i)
        for (int j = i; j < N; ++j, ++position)
            if (*position != no_block) add_block(values, *position, h, i, j, scale);
}

/// Points may follow several nodes: a block for every pair of points (i, j) and of their nodes (a, b) with a ≤ b.
template <int N>
void scatter_weighted(const Matrix<double, 3 * N, 3 * N>& h, double scale, const int* points,
                      const std::int32_t* position, const PointMap& map, Mat3* values) {
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (const NodeWeight& a : map.row(points[i]))
                for (const NodeWeight& b : map.row(points[j]))
                    if (a.node <= b.node) add_block(values, *position++, h, i, j, scale * a.weight * b.weight);
}

template <int N>
void scatter(const Matrix<double, 3 * N, 3 * N>& h, double scale, int element, const int* points,
             const HessianTarget& into) {
    if (into.offsets)
        scatter_weighted<N>(h, scale, points, into.positions + into.offsets[element], *into.map, into.values);
    else
        scatter_direct<N>(h, scale, into.positions + std::int64_t(element) * (N * (N + 1) / 2), into.values);
}

/// Calls the blocks of the elements [first, last) that scatter will add to, where every element has equally many.
template <int N>
[[gnu::always_inline]] inline void prefetch_blocks(const HessianTarget& into, int first, int last) {
    constexpr int pairs = N * (N + 1) / 2;
    const std::int32_t* end = into.positions + std::int64_t(last) * pairs;
    for (const std::int32_t* position = into.positions + std::int64_t(first) * pairs; position < end; ++position)
        prefetch(into.values[std::max(0, *position >> 1)]);
}

/// As scatter, of a Hessian K ⊗ I.
template <int N>
void scatter_scalars(const Matrix<double, N, N>& k, double scale, int element, const int* points,
                     const HessianTarget& into) {
    const auto add = [&](std::int32_t position, double entry) {
        Mat3& block = into.values[position >> 1];
        for (int a = 0; a < 3; ++a) block(a, a) += entry;
    };
    if (!into.offsets) {
        const std::int32_t* position = into.positions + std::int64_t(element) * (N * (N + 1) / 2);
        for (int i = 0; i < N; ++i)
            for (int j = i; j < N; ++j, ++position)
                if (*position != no_block) add(*position, scale * k(i, j));
        return;
    }
    const std::int32_t* position = into.positions + into.offsets[element];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (const NodeWeight& a : into.map->row(points[i]))
                for (const NodeWeight& b : into.map->row(points[j]))
                    if (a.node <= b.node) add(*position++, scale * a.weight * b.weight * k(i, j));
}

}  // namespace talweg
