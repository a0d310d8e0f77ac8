#include "talweg/solve/incomplete_cholesky.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/block_columns.hpp"
#include "talweg/solve/cuthill_mckee.hpp"

namespace talweg {

namespace {

constexpr double weakest_pivot = 1e-2;  // of the matrix's own diagonal: smaller ones are ruins of what was left out
// Of the diagonal, one after the other until no pivot is a ruin.
constexpr std::array strengths = {1.0, 1.1, 1.3, 2.0};
constexpr int part_size = 4096;    // nodes: of large systems, enough parts to run in parallel
constexpr int piece_size = 16384;  // nodes: few enough pieces to lose little by cutting, enough to run in parallel

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

/// The farthest that two coupled nodes stand apart in an order.
int bandwidth(const BlockPattern& pattern, const std::vector<int>& place) {
    int most = 0;
    for (int i = 0; i < pattern.node_count(); ++i)
        for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k)
            most = std::max(most, std::abs(place[i] - place[pattern.column(k)]));
    return most;
}

std::vector<int> inverse(const std::vector<int>& order) {
    std::vector<int> place(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
    return place;
}

}  // namespace

/// Parts of an order that are too far apart to be coupled come first, what stands between them last.
void IncompleteCholesky::arrange(const BlockPattern& pattern) {
    const int n = pattern.node_count();
    if (n <= piece_size) {
        parts_ = {{0, n}};
        return;
    }
    const int between = bandwidth(pattern, inverse(order_)), part = std::max(part_size, between + 1);
    const int count = (n + between) / (part + between);
    if (count < 2 * (n / piece_size)) {  // couplings reach too far: they are cut
        for (int k = 0; k < n; k += piece_size) parts_.push_back({k, std::min(n, k + piece_size)});
        return;
    }
    std::vector<int> first, last;
    for (int k = 0, at = 0; k < count; ++k) {
        const int end = static_cast<int>(std::int64_t(n + between) * (k + 1) / count) - between;
        parts_.push_back({static_cast<int>(first.size()), static_cast<int>(first.size()) + end - at});
        first.insert(first.end(), order_.begin() + at, order_.begin() + end);
        at = std::min(n, end + between);
        if (k + 1 == count) break;
        borders_.push_back({static_cast<int>(last.size()), static_cast<int>(last.size()) + at - end});
        last.insert(last.end(), order_.begin() + end, order_.begin() + at);
    }
    for (Range& border : borders_) {
        border.begin += static_cast<int>(first.size());
        border.end += static_cast<int>(first.size());
    }
    order_ = std::move(first);
    order_.insert(order_.end(), last.begin(), last.end());
}

template <class Function>
void IncompleteCholesky::each_range(const std::vector<Range>& ranges, const Function& function) {
    parallel_each(0, static_cast<int>(ranges.size()), [&](int k) { function(ranges[k].begin, ranges[k].end); });
}

IncompleteCholesky::IncompleteCholesky(const BlockPattern& pattern)
    : pattern_(pattern), order_(cuthill_mckee(pattern)) {
    arrange(pattern);
    const int n = pattern.node_count();
    upper_begins_.assign(n + 1, 0);
    const std::vector<int> place = inverse(order_);
    const bool cut = borders_.empty();
    std::vector<std::vector<Upper>> rows(n);
    for (int i = 0; i < n; ++i)
        for (int k = pattern.diagonal(i) + 1; k < pattern.row_end(i); ++k) {
            const int a = place[i], b = place[pattern.column(k)];
            if (!cut || a / piece_size == b / piece_size) rows[std::min(a, b)].push_back({std::max(a, b), k, a > b});
        }
    for (int i = 0; i < n; ++i) {
        std::sort(rows[i].begin(), rows[i].end(), [](const Upper& u, const Upper& v) { return u.column < v.column; });
        blocks_.insert(blocks_.end(), rows[i].begin(), rows[i].end());
        upper_begins_[i + 1] = static_cast<int>(blocks_.size());
    }
    lower_begins_.assign(n + 1, 0);
    for (const Upper& block : blocks_) ++lower_begins_[block.column + 1];
    for (int i = 0; i < n; ++i) lower_begins_[i + 1] += lower_begins_[i];
    lower_columns_.resize(blocks_.size());
    mirrors_.resize(blocks_.size());
    lower_blocks_.resize(blocks_.size());
    std::vector<int> next(lower_begins_.begin(), lower_begins_.end() - 1);
    for (int i = 0; i < n; ++i)
        for (int k = upper_begins_[i]; k < upper_begins_[i + 1]; ++k) {
            mirrors_[k] = next[blocks_[k].column]++;
            lower_columns_[mirrors_[k]] = i;
            lower_blocks_[mirrors_[k]] = k;
        }
}

bool IncompleteCholesky::factorize(const BlockProduct& matrix) {
    upper_.resize(blocks_.size());
    lower_.resize(blocks_.size());
    inverse_.resize(order_.size());
    diagonal_.resize(order_.size());
    for (const double strength : strengths) {
        std::atomic<bool> definite = true, ruined = false;
        for (const auto* ranges : {&parts_, &borders_})
            if (definite && !ruined)
                each_range(*ranges, [&](int begin, int end) {
                    if (!take_piece(begin, end, matrix, strength))
                        definite = false;
                    else if (!factorize_piece(begin, end, strength == strengths.back()))
                        ruined = true;
                });
        if (!definite) return false;
        if (!ruined) break;
    }
    return true;
}

bool IncompleteCholesky::take_piece(int begin, int end, const BlockProduct& matrix, double strength) {
    const Unknowns& unknowns = matrix.unknowns();
    const std::vector<Mat3>& values = matrix.matrix().values;
    for (int i = begin; i < end; ++i) {
        const int node = order_[i];
        Mat3& block = diagonal_[i] = values[pattern_.diagonal(node)];
        const Vec3 shift = matrix.shift(node);
        for (int a = 0; a < 3; ++a) {
            block(a, a) += shift[a];
            if (unknowns(node, a) >= 0) continue;
            for (int b = 0; b < 3; ++b) block(a, b) = block(b, a) = 0.0;
            block(a, a) = 1.0;
        }
        if (!is_definite(block, block, 1e-10)) return false;
        if (strength > 1.0) block = strength * block;
        for (int k = upper_begins_[i]; k < upper_begins_[i + 1]; ++k) {
            const Upper& from = blocks_[k];
            const Mat3& value = values[from.block];
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r) {
                    const bool free = unknowns(node, r) >= 0 && unknowns(order_[from.column], c) >= 0;
                    upper_[k](r, c) = free ? static_cast<float>(from.transposed ? value(c, r) : value(r, c)) : 0.0f;
                }
        }
    }
    return true;
}

bool IncompleteCholesky::factorize_piece(int begin, int end, bool at_any_rate) {
    for (int j = begin; j < end; ++j) {
        const Mat3 original = diagonal_[j];
        // What eliminating its earlier neighbours i adds to row j, at (j, l) where the pattern has a place for it.
        for (int m = lower_begins_[j]; m < lower_begins_[j + 1]; ++m) {
            const int i = lower_columns_[m], kj = lower_blocks_[m];
            const int row_end = upper_begins_[i + 1], last = upper_begins_[j + 1];
            Mat3 u;
            for (int e = 0; e < 9; ++e) u[e] = upper_[kj][e];
            const Mat3 factor = u.transposed() * inverse_[i];
            diagonal_[j] -= factor * u;
            int place = upper_begins_[j];
            for (int kl = kj + 1; kl < row_end; ++kl) {
                const int l = blocks_[kl].column;
                while (place < last && blocks_[place].column < l) ++place;
                if (place == last) break;
                if (blocks_[place].column != l) continue;
                for (int c = 0; c < 3; ++c)
                    for (int r = 0; r < 3; ++r) {
                        double sum = 0.0;
                        for (int e = 0; e < 3; ++e) sum += factor(r, e) * double(upper_[kl](e, c));
                        upper_[place](r, c) -= static_cast<float>(sum);
                    }
            }
        }
        if (!is_definite(diagonal_[j], original, weakest_pivot)) {
            if (!at_any_rate) return false;
            diagonal_[j] = original;
        }
        inverse_[j] = symmetric_inverse(diagonal_[j]);
    }
    for (int k = upper_begins_[begin]; k < upper_begins_[end]; ++k) lower_[mirrors_[k]] = upper_[k].transposed();
    return true;
}

void IncompleteCholesky::solve(const Nodes& r, Nodes& z) {
    z.resize(r.size());
    ordered_.resize(r.size());
    Nodes& y = ordered_;
    const auto down = [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Pack sum = 0.0;
            for (int k = lower_begins_[i]; k < lower_begins_[i + 1]; ++k)
                sum += BlockColumns(lower_[k]).times(y[lower_columns_[k]]);
            y[i] = inverse_[i] * (r[order_[i]] - three(sum));
        }
    };
    const auto up = [&](int begin, int end) {
        for (int i = end - 1; i >= begin; --i) {
            Pack sum = 0.0;
            for (int k = upper_begins_[i]; k < upper_begins_[i + 1]; ++k)
                sum += BlockColumns(upper_[k]).times(y[blocks_[k].column]);
            y[i] -= inverse_[i] * three(sum);
            z[order_[i]] = y[i];
        }
    };
    if (borders_.empty()) {
        each_range(parts_, [&](int begin, int end) {
            down(begin, end);
            up(begin, end);
        });
        return;
    }
    each_range(parts_, down);
    each_range(borders_, [&](int begin, int end) {
        down(begin, end);
        up(begin, end);
    });
    each_range(parts_, up);
}

}  // namespace talweg
