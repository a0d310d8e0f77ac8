#include "talweg/solve/block_product.hpp"

#include <algorithm>

#include "talweg/assembly/neighbour_product.hpp"
#include "talweg/math/block_columns.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/prefetch.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

namespace {

/// The first rows of pieces with about as many blocks each, and the end.
std::vector<int> cut_rows(const BlockPattern& pattern) {
    const int n = pattern.node_count();
    std::vector<int> begins = {0};
    for (int i = 0; i < n; ++i)
        if (i >= begins.back() + least_at_once &&
            pattern.row_begin(i) >= pattern.row_begin(begins.back()) + blocks_at_once)
            begins.push_back(i);
    if (n > 0) begins.push_back(n);
    return begins;
}

}  // namespace

BlockProduct::BlockProduct(const BlockPattern& pattern, const Unknowns& unknowns)
    : unknowns_(unknowns), piece_begins_(cut_rows(pattern)) {
    const int n = pattern.node_count(), pieces = static_cast<int>(piece_begins_.size()) - 1;
    std::vector<int> place_of(n, -1);  // those before the first of the piece at hand are of earlier ones
    const auto piece_of = [&](int row) {
        return std::upper_bound(piece_begins_.begin(), piece_begins_.end(), row) - piece_begins_.begin() - 1;
    };
    std::vector<std::vector<Handed>> to_piece(pieces);
    for (int piece = 0; piece < pieces; ++piece) {
        const int end = piece_begins_[piece + 1], first = static_cast<int>(sums_.size());
        piece_blocks_.push_back(static_cast<int>(places_.size()));
        place_begins_.push_back(first);
        for (int i = piece_begins_[piece]; i < end; ++i)
            for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k) {
                const int j = pattern.column(k);
                if (j < end) continue;
                if (place_of[j] < first) {
                    place_of[j] = static_cast<int>(sums_.size());
                    sums_.push_back(Vec3::zero());
                    to_piece[piece_of(j)].push_back({j, place_of[j]});
                }
                places_.push_back(place_of[j]);
            }
    }
    place_begins_.push_back(static_cast<int>(sums_.size()));
    handed_begins_.push_back(0);
    for (const auto& handed : to_piece) {
        handed_.insert(handed_.end(), handed.begin(), handed.end());
        handed_begins_.push_back(static_cast<int>(handed_.size()));
    }
    for (int i = 0; i < unknowns.node_count(); ++i)
        for (int a = 0; a < 3; ++a)
            if (unknowns(i, a) < 0) held_.push_back({i, a});
}

void BlockProduct::set(const BlockMatrix& h, double shift) {
    h_ = &h;
    shift_.clear();
    if (shift == 0.0) return;
    std::vector<double> unit = shift_unit(h, unknowns_);
    for (double& value : unit) value *= shift;
    unknowns_.spread(unit, shift_);
}

template <bool far>
void BlockProduct::multiply_piece(int piece, const Nodes& x, Nodes& y) const {
    const BlockPattern& p = *h_->pattern;
    const int begin = piece_begins_[piece], end = piece_begins_[piece + 1];
    for (int i = begin; i < end; ++i) y[i] = Vec3::zero();
    for (int m = place_begins_[piece]; m < place_begins_[piece + 1]; ++m) sums_[m] = Vec3::zero();
    const int* place = places_.data() + piece_blocks_[piece];
    for (int i = begin; i < end; ++i) {
        const Pack xi = four(x[i]);
        Pack sum = four(y[i]) + BlockColumns(h_->values[p.diagonal(i)]).times(x[i]);
        for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k) {
            const int j = p.column(k);
            if constexpr (far) prefetch_ahead(h_->values[k]);
            const BlockColumns block(h_->values[k]);
            sum += block.times(x[j]);
            Vec3& mirrored = j < end ? y[j] : sums_[*place++];
            mirrored += three(block.transposed_times(xi));
        }
        y[i] = three(sum);
    }
    if (shift_.empty()) return;
    for (int i = begin; i < end; ++i)
        for (int a = 0; a < 3; ++a) y[i][a] += shift_[i][a] * x[i][a];
}

void BlockProduct::multiply(const Nodes& x, Nodes& y) const {
    y.resize(x.size());
    if (is_far(h_->values.size() * sizeof(Mat3)))
        parallel_each(0, piece_count(), [&](int piece) { multiply_piece<true>(piece, x, y); });
    else
        parallel_each(0, piece_count(), [&](int piece) { multiply_piece<false>(piece, x, y); });
    if (!handed_.empty())
        parallel_each(0, piece_count(), [&](int piece) {
            for (int m = handed_begins_[piece]; m < handed_begins_[piece + 1]; ++m)
                y[handed_[m].row] += sums_[handed_[m].place];
        });
    if (h_->beyond) h_->beyond->add_product(x, y);
    for (const auto& [node, axis] : held_) y[node][axis] = 0.0;
}

}  // namespace talweg
