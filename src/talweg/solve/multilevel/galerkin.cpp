#include "talweg/solve/multilevel/galerkin.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "talweg/math/block_columns.hpp"
#include "talweg/math/dense_tile.hpp"
#include "talweg/solve/multilevel/rows_in_pieces.hpp"

namespace talweg {

namespace {

constexpr int wave = 32768;       // nodes whose rows of A P are held at a time
constexpr int most_pieces = 128;  // each of which marks the columns it has seen

/// Three rows, or six, of six numbers and two that are zero: they fill vector registers.
template <int R>
struct Rows {
    Pack half[R][2];
    static Rows zero() {
        Rows made;
        for (auto& row : made.half) row[0] = row[1] = 0.0;
        return made;
    }
};

Rows<3> rows_of(const Prolongation::Entry& entry) {
    Rows<3> made;
    for (int s = 0; s < 3; ++s) {
        made.half[s][0] = Pack(Pack::Lanes{entry[s], entry[s + 3], entry[s + 6], entry[s + 9]});
        made.half[s][1] = Pack(Pack::Lanes{entry[s + 12], entry[s + 15], 0.0, 0.0});
    }
    return made;
}

/// Sorted rows of the columns that visit(row, add) adds, each once; at least so many rows at a time in one thread.
template <class Visit>
ColumnLists collect(int rows, int columns, int least, const Visit& visit) {
    const int at_once = std::max(least, rows / most_pieces);
    std::vector<std::vector<int>> found((rows + at_once - 1) / at_once);
    std::vector<int> counts(rows, 0);
    parallel_each(0, static_cast<int>(found.size()), [&](int piece) {
        std::vector<int>& list = found[piece];
        std::vector<int> seen(columns, -1);
        for (int i = piece * at_once; i < std::min(rows, (piece + 1) * at_once); ++i) {
            const auto first = static_cast<std::ptrdiff_t>(list.size());
            visit(i, [&](int j) {
                if (std::exchange(seen[j], i) != i) list.push_back(j);
            });
            std::sort(list.begin() + first, list.end());
            counts[i] = static_cast<int>(list.size()) - static_cast<int>(first);
        }
    });
    return {begins_of(counts), joined(found)};
}

/// Row i of A P, at the places of its columns.
void product_row(const BlockProduct& a, const FullRows& rows, const Rows<3>* p, const Prolongation& structure, int i,
                 std::span<const int> columns, Rows<3>* out) {
    for (std::size_t k = 0; k < columns.size(); ++k) out[k] = Rows<3>::zero();
    for (const FullRows::Entry& entry : rows.row(i)) {
        const Mat3& stored = a.matrix().values[entry.block];
        Mat3 block = entry.transposed ? stored.transposed() : stored;
        if (entry.column == i)
            for (int s = 0; s < 3; ++s) block(s, s) += a.shift(i)[s];
        std::size_t place = 0;
        for (int k = structure.begins[entry.column]; k < structure.begins[entry.column + 1]; ++k) {
            while (columns[place] != structure.columns[k]) ++place;
            Rows<3> sum = out[place];
            for (int s = 0; s < 3; ++s)
                for (int h = 0; h < 2; ++h)
                    for (int r = 0; r < 3; ++r)
                        sum.half[r][h] = dense::fused(p[k].half[s][h], block(r, s), sum.half[r][h]);
            out[place] = sum;
        }
    }
}

/// sum += leftᵀ right
void add_product(const Rows<3>& left, const Rows<3>& right, Rows<6>& sum) {
    for (int h = 0; h < 2; ++h) {
        Pack rows[6];
        for (int m = 0; m < 6; ++m) rows[m] = sum.half[m][h];
        for (int s = 0; s < 3; ++s)
            for (int m = 0; m < 6; ++m) rows[m] = dense::fused(right.half[s][h], left.half[s][m / 4][m % 4], rows[m]);
        for (int m = 0; m < 6; ++m) sum.half[m][h] = rows[m];
    }
}

std::shared_ptr<const BlockPattern> pattern_of_pairs(const ColumnLists& upper, int regions) {
    // Two rows for each region, the second without what is below the diagonal.
    const auto begin_of = [&](int i, int half) {
        const int length = 2 * (upper.begins[i + 1] - upper.begins[i]);
        return 4 * upper.begins[i] - i + half * length;
    };
    std::vector<int> offsets(2 * regions + 1), columns(4 * upper.columns.size() - regions);
    offsets.back() = static_cast<int>(columns.size());
    const auto fill = [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            for (int half = 0; half < 2; ++half) {
                int at = offsets[2 * i + half] = begin_of(i, half);
                for (const int j : upper.row(i))
                    for (int other = j == i ? half : 0; other < 2; ++other) columns[at++] = 2 * j + other;
            }
    };
    parallel_pieces(regions, fill, node_grain);
    return std::make_shared<BlockPattern>(std::move(offsets), std::move(columns));
}

}  // namespace

GalerkinProduct::GalerkinProduct(const FullRows& rows, const Prolongation& p) {
    const int regions = p.region_count();
    product_ = collect(p.node_count(), regions, node_grain, [&](int i, const auto& add) {
        for (const FullRows::Entry& entry : rows.row(i))
            for (int k = p.begins[entry.column]; k < p.begins[entry.column + 1]; ++k) add(p.columns[k]);
    });
    upper_ = collect(regions, regions, region_grain, [&](int region, const auto& add) {
        add(region);
        for (const Prolongation::Back& b : p.back(region))
            for (const int j : product_.row(b.node))
                if (j > region) add(j);
    });
    pattern_ = pattern_of_pairs(upper_, regions);
}

void GalerkinProduct::multiply(const BlockProduct& a, const FullRows& rows, const Prolongation& p,
                               std::vector<Mat3>& values) const {
    const int n = p.node_count(), regions = p.region_count();
    // Memory that is first touched where it is filled, in parallel.
    const auto smooth = std::make_unique_for_overwrite<Rows<3>[]>(p.entries.size());
    parallel_pieces(static_cast<int>(p.entries.size()), [&](int begin, int end) {
        for (int k = begin; k < end; ++k) smooth[k] = rows_of(p.entries[k]);
    });
    const auto sums = std::make_unique_for_overwrite<Rows<6>[]>(upper_.columns.size());
    parallel_pieces(static_cast<int>(upper_.columns.size()),
                    [&](int begin, int end) { std::fill(sums.get() + begin, sums.get() + end, Rows<6>::zero()); });
    std::vector<std::size_t> next(regions, 0);  // of each region's nodes, the first that has not been summed
    int most = 0;                               // rows of A P at a time
    for (int begin = 0; begin < n; begin += wave)
        most = std::max(most, product_.begins[std::min(n, begin + wave)] - product_.begins[begin]);
    const auto ap = std::make_unique_for_overwrite<Rows<3>[]>(most);
    for (int begin = 0; begin < n; begin += wave) {
        const int end = std::min(n, begin + wave);
        parallel_each(0, (end - begin + node_grain - 1) / node_grain, [&](int piece) {
            for (int i = begin + piece * node_grain; i < std::min(end, begin + (piece + 1) * node_grain); ++i)
                product_row(a, rows, smooth.get(), p, i, product_.row(i),
                            ap.get() + product_.begins[i] - product_.begins[begin]);
        });
        const auto sum_up = [&](int first_region, int last_region) {
            for (int region = first_region; region < last_region; ++region) {
                const auto back = p.back(region);
                for (std::size_t& k = next[region]; k < back.size() && back[k].node < end; ++k) {
                    const int i = back[k].node;
                    const Rows<3>& left = smooth[back[k].entry];
                    const auto columns = product_.row(i);
                    int place = upper_.begins[region];
                    for (std::size_t c = 0; c < columns.size(); ++c) {
                        if (columns[c] < region) continue;
                        while (upper_.columns[place] != columns[c]) ++place;
                        add_product(left, ap[product_.begins[i] - product_.begins[begin] + static_cast<int>(c)],
                                    sums[place]);
                    }
                }
            }
        };
        parallel_pieces(regions, sum_up, region_grain);
    }
    values.resize(pattern_->block_count());
    const auto spread = [&](int first_region, int last_region) {
        for (int i = first_region; i < last_region; ++i)
            for (int half = 0; half < 2; ++half) {
                int block = pattern_->row_begin(2 * i + half);
                for (int k = upper_.begins[i]; k < upper_.begins[i + 1]; ++k)
                    for (int other = upper_.columns[k] == i ? half : 0; other < 2; ++other, ++block)
                        for (int r = 0; r < 3; ++r)
                            for (int c = 0; c < 3; ++c) {
                                const auto at = [&](int l, int m) { return sums[k].half[l][m / 4][m % 4]; };
                                const int l = 3 * half + r, m = 3 * other + c;
                                // Rounding makes the two halves of a diagonal block differ.
                                values[block](r, c) = upper_.columns[k] == i ? 0.5 * (at(l, m) + at(m, l)) : at(l, m);
                            }
            }
    };
    parallel_pieces(regions, spread, region_grain);
}

}  // namespace talweg
