#include "talweg/solve/incomplete_cholesky.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "talweg/geometry/cuthill_mckee.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/prefetch.hpp"

namespace talweg {

namespace {

constexpr double weakest_pivot = 1e-2;  // of the matrix's own block: smaller ones are ruins of what was left out
constexpr double no_pivot = 1e-10;      // of a diagonal: pivots of a block below that are none
// Of the diagonal, one after the other until no pivot is a ruin.
constexpr std::array strengths = {1.0, 1.1, 1.3, 2.0};

/// Whether a symmetric block is positive definite, its pivots no smaller than a small part of the diagonal `of`.
bool is_definite(const Mat3& m, const Mat3& of, double least) {
    const double minor = m(0, 0) * m(1, 1) - m(1, 0) * m(1, 0);
    return m(0, 0) > least * of(0, 0) && minor > least * of(1, 1) * m(0, 0) &&
           determinant(m) > least * of(2, 2) * minor;
}

Mat3 symmetric_inverse(const Mat3& m) {
    const Mat3 c = cofactor(m);
    return 0.5 * (c + c.transposed()) / determinant(m);
}

template <class Function>
void each_range(const std::vector<EliminationStages::Range>& ranges, const Function& function) {
    parallel_each(0, static_cast<int>(ranges.size()), [&](int k) { function(ranges[k].begin, ranges[k].end); });
}

int nodes_at_once(const BlockPattern& pattern) {
    const std::int64_t blocks = std::max(1, pattern.block_count());
    return std::max(least_at_once, static_cast<int>(blocks_at_once * std::int64_t(pattern.node_count()) / blocks));
}

std::vector<int> inverse(const std::vector<int>& order) {
    std::vector<int> place(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
    return place;
}

}  // namespace

IncompleteCholesky::IncompleteCholesky(const BlockPattern& pattern) : IncompleteCholesky(pattern, NodeGraph(pattern)) {}

IncompleteCholesky::IncompleteCholesky(const BlockPattern& pattern, const NodeGraph& graph)
    : pattern_(pattern), stages_(graph, cuthill_mckee(graph), nodes_at_once(pattern)) {
    const int n = pattern.node_count();
    const std::vector<int> place = inverse(stages_.order);
    upper_begins_.assign(n + 1, 0);
    lower_begins_.assign(n + 1, 0);
    parallel_nodes(n, [&](int a) {
        const int node = stages_.order[a];
        for (int e = graph.begins[node]; e < graph.begins[node + 1]; ++e)
            ++(place[graph.neighbours[e]] > a ? upper_begins_ : lower_begins_)[a + 1];
    });
    for (int a = 0; a < n; ++a) {
        upper_begins_[a + 1] += upper_begins_[a];
        lower_begins_[a + 1] += lower_begins_[a];
    }
    blocks_.resize(upper_begins_[n]);
    upper_columns_ = std::make_unique_for_overwrite<int[]>(upper_begins_[n]);
    lower_columns_ = std::make_unique_for_overwrite<int[]>(lower_begins_[n]);
    lower_blocks_ = std::make_unique_for_overwrite<int[]>(lower_begins_[n]);
    parallel_nodes(n, [&](int a) {
        const int node = stages_.order[a];
        int up = upper_begins_[a], down = lower_begins_[a];
        for (int e = graph.begins[node]; e < graph.begins[node + 1]; ++e) {
            const int other = graph.neighbours[e], b = place[other];
            if (b > a)
                blocks_[up++] = Upper(b, graph.blocks[e], other < node);
            else
                lower_columns_[down++] = b;
        }
        std::sort(blocks_.begin() + upper_begins_[a], blocks_.begin() + up,
                  [](const Upper& u, const Upper& v) { return u.column < v.column; });
        std::sort(&lower_columns_[lower_begins_[a]], &lower_columns_[down]);
        for (int k = upper_begins_[a]; k < up; ++k) upper_columns_[k] = blocks_[k].column;
    });
    parallel_nodes(n, [&](int a) {
        for (int m = lower_begins_[a]; m < lower_begins_[a + 1]; ++m) {
            const int *row = &upper_columns_[upper_begins_[lower_columns_[m]]],
                      *row_end = &upper_columns_[upper_begins_[lower_columns_[m] + 1]];
            lower_blocks_[m] = static_cast<int>(std::lower_bound(row, row_end, a) - upper_columns_.get());
        }
    });
}

bool IncompleteCholesky::factorize(const BlockProduct& matrix) {
    if (!upper_) {
        upper_ = std::make_unique_for_overwrite<Block[]>(blocks_.size());
        lower_ = std::make_unique_for_overwrite<Block[]>(blocks_.size());
        inverse_ = std::make_unique_for_overwrite<Mat3[]>(stages_.order.size());
        diagonal_ = std::make_unique_for_overwrite<Mat3[]>(stages_.order.size());
    }
    attempts_ = 0;
    for (const double strength : strengths) {
        ++attempts_;
        std::atomic<bool> definite = true, ruined = false;
        for (const auto& stage : stages_.stages)
            if (definite && !ruined)
                each_range(stage, [&](int begin, int end) {
                    if (!take_diagonal(begin, end, matrix, strength))
                        definite = false;
                    else if (!factorize_piece(begin, end, matrix, strength == strengths.back()))
                        ruined = true;
                });
        if (!definite) return false;
        if (!ruined) break;
    }
    return true;
}

bool IncompleteCholesky::take_diagonal(int begin, int end, const BlockProduct& matrix, double strength) {
    const Unknowns& unknowns = matrix.unknowns();
    const std::vector<Mat3>& values = matrix.matrix().values;
    for (int i = begin; i < end; ++i) {
        const int node = stages_.order[i];
        Mat3& block = diagonal_[i] = values[pattern_.diagonal(node)];
        const Vec3 shift = matrix.shift(node);
        for (int a = 0; a < 3; ++a) {
            block(a, a) += shift[a];
            if (unknowns(node, a) >= 0) continue;
            for (int b = 0; b < 3; ++b) block(a, b) = block(b, a) = 0.0;
            block(a, a) = 1.0;
        }
        if (!is_definite(block, block, no_pivot)) return false;
        if (strength > 1.0) block = strength * block;
    }
    return true;
}

inline BlockColumns IncompleteCholesky::take_block(int node, const Upper& from, const BlockProduct& matrix) const {
    const BlockColumns value(matrix.matrix().values[from.block]), turned = value.transposed();
    // Without a branch, for which way a block lies is anybody's guess.
    const PackMask transposed(PackMask::Lanes{} - from.transposed);
    Block rounded;
    BlockColumns(select(transposed, turned.a, value.a), select(transposed, turned.b, value.b),
                 select(transposed, turned.c, value.c))
        .put_into(rounded);
    const Unknowns& unknowns = matrix.unknowns();
    const int other = stages_.order[from.column];
    if (!unknowns.is_free(node) || !unknowns.is_free(other))
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                if (unknowns(node, a) < 0 || unknowns(other, b) < 0) rounded(a, b) = 0.0f;
    return BlockColumns(rounded);
}

bool IncompleteCholesky::factorize_piece(int begin, int end, const BlockProduct& matrix, bool at_any_rate) {
    const std::vector<Mat3>& values = matrix.matrix().values;
    constexpr std::size_t soon = 24;
    std::vector<BlockColumns> row;  // of U, while it is summed up
    for (int j = begin; j < end; ++j) {
        const Mat3 original = diagonal_[j];
        BlockColumns diagonal(original);
        const int first = upper_begins_[j], last = upper_begins_[j + 1];
        row.clear();
        for (int k = first; k < last; ++k) {
            // The order of elimination jumps about in the matrix.
            prefetch(values[blocks_[std::min(k + soon, blocks_.size() - 1)].block]);
            row.emplace_back(take_block(stages_.order[j], blocks_[k], matrix));
        }
        // What eliminating its earlier neighbours i adds to row j, at (j, l) where the pattern has a place for it.
        for (int m = lower_begins_[j]; m < lower_begins_[j + 1]; ++m) {
            const int i = lower_columns_[m], kj = lower_blocks_[m], row_end = upper_begins_[i + 1];
            const BlockColumns mirrored = BlockColumns(upper_[kj]).transposed();
            mirrored.put_into(lower_[m]);
            const BlockColumns factor = mirrored.times(inverse_[i]);
            diagonal -= factor.times(upper_[kj]);
            int place = first;
            for (int kl = kj + 1; kl < row_end; ++kl) {
                const int l = upper_columns_[kl];
                while (place < last && upper_columns_[place] < l) ++place;
                if (place == last) break;
                if (upper_columns_[place] == l) row[place - first] -= factor.times(upper_[kl]);
            }
        }
        for (int k = first; k < last; ++k) row[k - first].put_into(upper_[k]);
        diagonal.put_into(diagonal_[j]);
        // Along every direction: cloth is soft across itself, however it lies, and the pivots of its blocks differ.
        if (!is_definite(diagonal_[j] - weakest_pivot * original, original, no_pivot)) {
            if (!at_any_rate) return false;
            diagonal_[j] = original;
        }
        inverse_[j] = symmetric_inverse(diagonal_[j]);
    }
    return true;
}

void IncompleteCholesky::solve(const Nodes& r, Nodes& z) {
    z.resize(r.size());
    ordered_.resize(r.size());
    if (is_far(2 * sizeof(Block) * blocks_.size()))
        sweep<true>(r, z);
    else
        sweep<false>(r, z);
}

template <bool far>
void IncompleteCholesky::sweep(const Nodes& r, Nodes& z) {
    Nodes& y = ordered_;
    const auto down = [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Pack sum = 0.0;
            for (int k = lower_begins_[i]; k < lower_begins_[i + 1]; ++k) {
                if constexpr (far) prefetch_ahead(lower_[k]);
                sum += BlockColumns(lower_[k]).times(y[lower_columns_[k]]);
            }
            y[i] = inverse_[i] * (r[stages_.order[i]] - three(sum));
        }
    };
    const auto up = [&](int begin, int end) {
        for (int i = end - 1; i >= begin; --i) {
            Pack sum = 0.0;
            for (int k = upper_begins_[i]; k < upper_begins_[i + 1]; ++k) {
                if constexpr (far) prefetch_behind(upper_[k]);
                sum += BlockColumns(upper_[k]).times(y[upper_columns_[k]]);
            }
            y[i] -= inverse_[i] * three(sum);
            z[stages_.order[i]] = y[i];
        }
    };
    // The last stage turns round where it is.
    const auto& stages = stages_.stages;
    for (std::size_t k = 0; k + 1 < stages.size(); ++k) each_range(stages[k], down);
    each_range(stages.back(), [&](int begin, int end) {
        down(begin, end);
        up(begin, end);
    });
    for (std::size_t k = stages.size() - 1; k-- > 0;) each_range(stages[k], up);
}

}  // namespace talweg
