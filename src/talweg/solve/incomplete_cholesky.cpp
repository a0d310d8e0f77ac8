#include "talweg/solve/incomplete_cholesky.hpp"

#include <atomic>

#include "talweg/math/parallel.hpp"
#include "talweg/solve/block_columns.hpp"

namespace talweg {

namespace {

constexpr int piece_size = 16384;  // nodes: few enough pieces to lose little by cutting, enough to run in parallel

template <class Function>
void each_piece(int count, const Function& function) {
    parallel_each(0, (count + piece_size - 1) / piece_size,
                  [&](int k) { function(k * piece_size, std::min(count, (k + 1) * piece_size)); });
}

/// Whether a symmetric block is positive definite, its pivots no smaller than a tiny part of the diagonal `of`.
bool is_definite(const Mat3& m, const Mat3& of) {
    const double least = 1e-10;
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
    : pattern_(pattern), lower_begins_(pattern.node_count() + 1, 0), mirrors_(pattern.block_count(), -1) {
    const auto each_block = [&](const auto& function) {
        for (int i = 0; i < pattern.node_count(); ++i)
            for (int k = pattern.diagonal(i) + 1; k < pattern.row_end(i); ++k)
                if (pattern.column(k) / piece_size == i / piece_size) function(i, k);
    };
    each_block([&](int, int k) { ++lower_begins_[pattern.column(k) + 1]; });
    for (int i = 0; i < pattern.node_count(); ++i) lower_begins_[i + 1] += lower_begins_[i];
    lower_columns_.resize(lower_begins_.back());
    std::vector<int> next(lower_begins_.begin(), lower_begins_.end() - 1);
    each_block([&](int i, int k) {
        mirrors_[k] = next[pattern.column(k)]++;
        lower_columns_[mirrors_[k]] = i;
    });
}

bool IncompleteCholesky::factorize(const BlockProduct& matrix) {
    upper_.resize(pattern_.block_count());
    lower_.resize(lower_columns_.size());
    inverse_.resize(pattern_.node_count());
    diagonal_.resize(pattern_.node_count());
    std::atomic<bool> definite = true;
    each_piece(pattern_.node_count(), [&](int begin, int end) {
        if (!factorize_piece(begin, end, matrix)) definite = false;
    });
    return definite;
}

bool IncompleteCholesky::factorize_piece(int begin, int end, const BlockProduct& matrix) {
    const BlockPattern& p = pattern_;
    const Unknowns& unknowns = matrix.unknowns();
    const std::vector<Mat3>& values = matrix.matrix().values;
    std::vector<Mat3> original(end - begin);
    for (int i = begin; i < end; ++i) {
        Mat3 block = values[p.diagonal(i)];
        const Vec3 shift = matrix.shift(i);
        for (int a = 0; a < 3; ++a) {
            block(a, a) += shift[a];
            if (unknowns(i, a) >= 0) continue;
            for (int b = 0; b < 3; ++b) block(a, b) = block(b, a) = 0.0;
            block(a, a) = 1.0;
        }
        if (!is_definite(block, block)) return false;
        original[i - begin] = diagonal_[i] = block;
        for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k)
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r) {
                    const int j = p.column(k);
                    const bool kept = j < end && unknowns(i, r) >= 0 && unknowns(j, c) >= 0;
                    upper_[k](r, c) = kept ? static_cast<float>(values[k](r, c)) : 0.0f;
                }
    }
    for (int i = begin; i < end; ++i) {
        if (!is_definite(diagonal_[i], original[i - begin])) diagonal_[i] = original[i - begin];
        inverse_[i] = symmetric_inverse(diagonal_[i]);
        // What eliminating node i adds to pairs (j, l) of its later neighbours, where the pattern has a place for it.
        const int row_end = p.row_end(i);
        for (int kj = p.diagonal(i) + 1; kj < row_end && p.column(kj) < end; ++kj) {
            const int j = p.column(kj);
            Mat3 u;
            for (int e = 0; e < 9; ++e) u[e] = upper_[kj][e];
            const Mat3 factor = u.transposed() * inverse_[i];
            diagonal_[j] -= factor * u;
            int place = p.diagonal(j) + 1;
            for (int kl = kj + 1; kl < row_end && p.column(kl) < end; ++kl) {
                const int l = p.column(kl);
                while (place < p.row_end(j) && p.column(place) < l) ++place;
                if (place == p.row_end(j)) break;
                if (p.column(place) != l) continue;
                for (int c = 0; c < 3; ++c)
                    for (int r = 0; r < 3; ++r) {
                        double sum = 0.0;
                        for (int e = 0; e < 3; ++e) sum += factor(r, e) * double(upper_[kl](e, c));
                        upper_[place](r, c) -= static_cast<float>(sum);
                    }
            }
        }
    }
    for (int k = p.row_begin(begin); k < p.row_end(end - 1); ++k)
        if (mirrors_[k] >= 0) lower_[mirrors_[k]] = upper_[k].transposed();
    return true;
}

void IncompleteCholesky::solve(const Nodes& r, Nodes& z) const {
    z.resize(r.size());
    each_piece(static_cast<int>(r.size()), [&](int begin, int end) { solve_piece(begin, end, r, z); });
}

void IncompleteCholesky::solve_piece(int begin, int end, const Nodes& r, Nodes& z) const {
    const BlockPattern& p = pattern_;
    for (int i = begin; i < end; ++i) {
        Pack sum = 0.0;
        for (int k = lower_begins_[i]; k < lower_begins_[i + 1]; ++k)
            sum += BlockColumns(lower_[k]).times(z[lower_columns_[k]]);
        z[i] = inverse_[i] * (r[i] - three(sum));
    }
    for (int i = end - 1; i >= begin; --i) {
        Pack sum = 0.0;
        for (int k = p.diagonal(i) + 1; k < p.row_end(i) && p.column(k) < end; ++k)
            sum += BlockColumns(upper_[k]).times(z[p.column(k)]);
        z[i] -= inverse_[i] * three(sum);
    }
}

}  // namespace talweg
