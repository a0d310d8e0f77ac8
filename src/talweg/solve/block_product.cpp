#include "talweg/solve/block_product.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talweg/assembly/neighbour_product.hpp"
#include "talweg/math/block_columns.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/prefetch.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

namespace {

constexpr int most_groups = 16;

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
    const int pieces = static_cast<int>(piece_begins_.size()) - 1;
    const auto piece_of = [&](int row) {
        return std::upper_bound(piece_begins_.begin(), piece_begins_.end(), row) - piece_begins_.begin() - 1;
    };
    // Groups of pieces are gone through side by side, each with its own list of all nodes.
    struct Group {
        std::vector<int> piece_blocks, place_begins, places;  // as below, counted within the group
        int place_count = 0;
        std::vector<std::vector<Handed>> to_piece;
    };
    std::vector<Group> groups(std::clamp(pieces / 4, 1, most_groups));
    const int count = static_cast<int>(groups.size());
    const auto each_group = [&](const auto& function) {
        parallel_each(0, count, [&](int g) { function(groups[g], pieces * g / count, pieces * (g + 1) / count); });
    };
    each_group([&](Group& group, int piece, int end_piece) {
        std::vector<int> place_of(pattern.node_count(), -1);  // those before the first of the piece at hand are earlier
        group.to_piece.resize(pieces);
        for (; piece < end_piece; ++piece) {
            const int end = piece_begins_[piece + 1], first = group.place_count;
            group.piece_blocks.push_back(static_cast<int>(group.places.size()));
            group.place_begins.push_back(first);
            for (int i = piece_begins_[piece]; i < end; ++i) {
                // Columns ascend: those of later pieces are at the end of the row.
                int k = pattern.row_end(i);
                while (k > pattern.row_begin(i) && pattern.column(k - 1) >= end) --k;
                for (; k < pattern.row_end(i); ++k) {
                    const int j = pattern.column(k);
                    if (place_of[j] < first) {
                        place_of[j] = group.place_count++;
                        group.to_piece[piece_of(j)].push_back({j, place_of[j]});
                    }
                    group.places.push_back(place_of[j]);
                }
            }
        }
    });
    std::vector<int> first_place(count + 1, 0), first_block(count + 1, 0);
    for (int g = 0; g < count; ++g) {
        first_place[g + 1] = first_place[g] + groups[g].place_count;
        first_block[g + 1] = first_block[g] + static_cast<int>(groups[g].places.size());
        for (const int block : groups[g].piece_blocks) piece_blocks_.push_back(first_block[g] + block);
        for (const int place : groups[g].place_begins) place_begins_.push_back(first_place[g] + place);
    }
    place_begins_.push_back(first_place[count]);
    sums_.resize(first_place[count]);
    places_.resize(first_block[count]);
    parallel_each(0, count, [&](int g) {
        std::transform(groups[g].places.begin(), groups[g].places.end(), places_.begin() + first_block[g],
                       [&](int place) { return first_place[g] + place; });
    });
    handed_begins_.push_back(0);
    for (int piece = 0; piece < pieces; ++piece) {
        for (int g = 0; g < count; ++g)
            for (const Handed& handed : groups[g].to_piece[piece])
                handed_.push_back({handed.row, first_place[g] + handed.place});
        handed_begins_.push_back(static_cast<int>(handed_.size()));
    }
    held_begins_.push_back(0);
    for (int piece = 0; piece < pieces; ++piece) {
        for (int i = piece_begins_[piece]; i < piece_begins_[piece + 1]; ++i)
            for (int a = 0; a < 3; ++a)
                if (unknowns(i, a) < 0) held_.push_back({i, a});
        held_begins_.push_back(static_cast<int>(held_.size()));
    }
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

void BlockProduct::multiply_pieces(const Nodes& x, Nodes& y) const {
    y.resize(x.size());
    if (is_far(h_->values.size() * sizeof(Mat3)))
        parallel_each(0, piece_count(), [&](int piece) { multiply_piece<true>(piece, x, y); });
    else
        parallel_each(0, piece_count(), [&](int piece) { multiply_piece<false>(piece, x, y); });
}

/// Adds what earlier pieces have summed up.
void BlockProduct::finish_piece(int piece, Nodes& y) const {
    for (int m = handed_begins_[piece]; m < handed_begins_[piece + 1]; ++m)
        y[handed_[m].row] += sums_[handed_[m].place];
    for (int k = held_begins_[piece]; k < held_begins_[piece + 1]; ++k) y[held_[k].first][held_[k].second] = 0.0;
}

void BlockProduct::multiply(const Nodes& x, Nodes& y) const {
    multiply_pieces(x, y);
    if (!handed_.empty() || !held_.empty()) parallel_each(0, piece_count(), [&](int piece) { finish_piece(piece, y); });
    if (!h_->beyond) return;
    h_->beyond->add_product(x, y);
    for (const auto& [node, axis] : held_) y[node][axis] = 0.0;
}

double BlockProduct::multiply_along(const Nodes& d, Nodes& hd) const {
    if (static_cast<int>(d.size()) <= parallel_grain || h_->beyond) {  // no loop to spare
        multiply(d, hd);
        return inner_product(d, hd);
    }
    multiply_pieces(d, hd);
    parts_.resize(piece_count());
    parallel_each(0, piece_count(), [&](int piece) {
        finish_piece(piece, hd);
        double sum = 0.0;
        for (int i = piece_begins_[piece]; i < piece_begins_[piece + 1]; ++i) sum += dot(d[i], hd[i]);
        parts_[piece] = sum;
    });
    return std::accumulate(parts_.begin(), parts_.end(), 0.0);
}

/// Blocks are rounded sums over their elements: dᵀH d is known to some digits of Σ |dᵢ| |Hᵢⱼ| |dⱼ|.
bool BlockProduct::curves_downwards(const Nodes& d, double curvature) const {
    constexpr double digits = 1e-12;
    if (!(curvature < 0.0)) return false;
    const BlockPattern& p = *h_->pattern;
    double terms = parallel_sum(p.node_count(), [&](int begin, int end) {
        double sum = 0.0;
        for (int i = begin; i < end; ++i) {
            double row = 0.5 * (std::sqrt(norm_squared(h_->values[p.diagonal(i)])) + norm(shift(i))) * norm(d[i]);
            for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k)
                row += std::sqrt(norm_squared(h_->values[k])) * norm(d[p.column(k)]);
            sum += 2.0 * norm(d[i]) * row;
        }
        return sum;
    });
    if (h_->beyond) {
        Nodes product(d.size(), Vec3::zero());
        h_->beyond->add_product(d, product);
        terms += std::sqrt(inner_product(d, d) * inner_product(product, product));
    }
    return curvature < -digits * terms;
}

}  // namespace talweg
