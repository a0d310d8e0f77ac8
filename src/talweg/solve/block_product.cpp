#include "talweg/solve/block_product.hpp"

#include "talweg/assembly/neighbour_product.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/solve/block_columns.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

BlockProduct::BlockProduct(const BlockPattern& pattern, const Unknowns& unknowns)
    : unknowns_(unknowns), piece_size_(nodes_at_once(pattern)) {
    const int pieces = (pattern.node_count() + piece_size_ - 1) / piece_size_;
    std::vector<std::vector<Mirror>> of_piece(pieces);
    for (int i = 0; i < pattern.node_count(); ++i)
        for (int k = pattern.row_begin(i); k < pattern.row_end(i); ++k)
            if (const int piece = pattern.column(k) / piece_size_; piece != i / piece_size_)
                of_piece[piece].push_back({k, i, pattern.column(k)});
    mirror_begins_.push_back(0);
    for (const auto& mirrors : of_piece) {
        mirrors_.insert(mirrors_.end(), mirrors.begin(), mirrors.end());
        mirror_begins_.push_back(static_cast<int>(mirrors_.size()));
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

void BlockProduct::multiply_piece(int begin, int end, const Nodes& x, Nodes& y) const {
    const BlockPattern& p = *h_->pattern;
    for (int i = begin; i < end; ++i) y[i] = Vec3::zero();
    for (int i = begin; i < end; ++i) {
        const Pack xi = four(x[i]);
        Pack sum = four(y[i]) + BlockColumns(h_->values[p.diagonal(i)]).times(x[i]);
        for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k) {
            const int j = p.column(k);
            const BlockColumns block(h_->values[k]);
            sum += block.times(x[j]);
            if (j < end) y[j] += three(block.transposed_times(xi));
        }
        y[i] = three(sum);
    }
    if (shift_.empty()) return;
    for (int i = begin; i < end; ++i)
        for (int a = 0; a < 3; ++a) y[i][a] += shift_[i][a] * x[i][a];
}

void BlockProduct::multiply(const Nodes& x, Nodes& y) const {
    y.resize(x.size());
    const int n = static_cast<int>(x.size()), pieces = static_cast<int>(mirror_begins_.size()) - 1;
    parallel_each(0, pieces, [&](int piece) {
        multiply_piece(piece * piece_size_, std::min(n, (piece + 1) * piece_size_), x, y);
    });
    parallel_each(0, pieces, [&](int piece) {
        for (int m = mirror_begins_[piece]; m < mirror_begins_[piece + 1]; ++m)
            y[mirrors_[m].column] +=
                three(BlockColumns(h_->values[mirrors_[m].block]).transposed_times(four(x[mirrors_[m].row])));
    });
    if (h_->beyond) h_->beyond->add_product(x, y);
    for (const auto& [node, axis] : held_) y[node][axis] = 0.0;
}

}  // namespace talweg
