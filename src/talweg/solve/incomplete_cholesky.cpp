#include "talweg/solve/incomplete_cholesky.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/block_columns.hpp"
#include "talweg/solve/cuthill_mckee.hpp"

namespace talweg {

namespace {

constexpr double weakest_pivot = 1e-2;  // of the matrix's own diagonal: smaller ones are ruins of what was left out
// Of the diagonal, one after the other until no pivot is a ruin.
constexpr std::array strengths = {1.0, 1.1, 1.3, 2.0};
constexpr int piece_size = 16384;  // nodes: few enough pieces to lose little by cutting, enough to run in parallel

template <class Function>
void each_piece(int count, const Function& function) {
    parallel_each(0, (count + piece_size - 1) / piece_size,
                  [&](int k) { function(k * piece_size, std::min(count, (k + 1) * piece_size)); });
}

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

}  // namespace

IncompleteCholesky::IncompleteCholesky(const BlockPattern& pattern)
    : pattern_(pattern), order_(cuthill_mckee(pattern)), upper_begins_(order_.size() + 1, 0) {
    const int n = pattern.node_count();
    std::vector<int> place(n);
    for (int k = 0; k < n; ++k) place[order_[k]] = k;
    std::vector<std::vector<Upper>> rows(n);
    for (int i = 0; i < n; ++i)
        for (int k = pattern.diagonal(i) + 1; k < pattern.row_end(i); ++k) {
            const int a = place[i], b = place[pattern.column(k)];
            if (a / piece_size == b / piece_size) rows[std::min(a, b)].push_back({std::max(a, b), k, a > b});
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
    std::vector<int> next(lower_begins_.begin(), lower_begins_.end() - 1);
    for (int i = 0; i < n; ++i)
        for (int k = upper_begins_[i]; k < upper_begins_[i + 1]; ++k) {
            mirrors_[k] = next[blocks_[k].column]++;
            lower_columns_[mirrors_[k]] = i;
        }
}

bool IncompleteCholesky::factorize(const BlockProduct& matrix) {
    upper_.resize(blocks_.size());
    lower_.resize(blocks_.size());
    inverse_.resize(order_.size());
    diagonal_.resize(order_.size());
    for (const double strength : strengths) {
        std::atomic<bool> definite = true, ruined = false;
        each_piece(static_cast<int>(order_.size()), [&](int begin, int end) {
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
    const std::vector<Mat3> original(diagonal_.begin() + begin, diagonal_.begin() + end);
    for (int i = begin; i < end; ++i) {
        if (!is_definite(diagonal_[i], original[i - begin], weakest_pivot)) {
            if (!at_any_rate) return false;
            diagonal_[i] = original[i - begin];
        }
        inverse_[i] = symmetric_inverse(diagonal_[i]);
        // What eliminating node i adds to pairs (j, l) of its later neighbours, where the pattern has a place for it.
        const int row_end = upper_begins_[i + 1];
        for (int kj = upper_begins_[i]; kj < row_end; ++kj) {
            const int j = blocks_[kj].column, last = upper_begins_[j + 1];
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
    }
    for (int k = upper_begins_[begin]; k < upper_begins_[end]; ++k) lower_[mirrors_[k]] = upper_[k].transposed();
    return true;
}

void IncompleteCholesky::solve(const Nodes& r, Nodes& z) {
    z.resize(r.size());
    ordered_.resize(r.size());
    each_piece(static_cast<int>(r.size()), [&](int begin, int end) { solve_piece(begin, end, r, z); });
}

void IncompleteCholesky::solve_piece(int begin, int end, const Nodes& r, Nodes& z) {
    Nodes& y = ordered_;
    for (int i = begin; i < end; ++i) {
        Pack sum = 0.0;
        for (int k = lower_begins_[i]; k < lower_begins_[i + 1]; ++k)
            sum += BlockColumns(lower_[k]).times(y[lower_columns_[k]]);
        y[i] = inverse_[i] * (r[order_[i]] - three(sum));
    }
    for (int i = end - 1; i >= begin; --i) {
        Pack sum = 0.0;
        for (int k = upper_begins_[i]; k < upper_begins_[i + 1]; ++k)
            sum += BlockColumns(upper_[k]).times(y[blocks_[k].column]);
        y[i] -= inverse_[i] * three(sum);
        z[order_[i]] = y[i];
    }
}

}  // namespace talweg
