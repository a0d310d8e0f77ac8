#include "talweg/solve/multilevel/prolongation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "talweg/math/block_columns.hpp"
#include "talweg/math/prefetch.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/multilevel/rows_in_pieces.hpp"

namespace talweg {

namespace {

constexpr double least_independent = 1e-5;  // part of a motion that the ones before it do not say
constexpr int looks_at_spectrum = 8;

/// Orthonormal columns of a region's motions, in their order (Gram and Schmidt, twice), and the triangle that gives
/// them back.
struct Orthonormal {
    double r[6][6] = {};
    bool kept[6] = {};

    Orthonormal(std::span<const int> nodes, std::vector<NodeModes>& q) {
        for (int m = 0; m < 6; ++m) {
            const double before = std::sqrt(product(nodes, q, m, m));
            for (int turn = 0; turn < 2; ++turn)
                for (int l = 0; l < m; ++l) {
                    if (!kept[l]) continue;
                    const double share = product(nodes, q, l, m);
                    r[l][m] += share;
                    for (const int i : nodes)
                        for (int a = 0; a < 3; ++a) q[i](a, m) -= share * q[i](a, l);
                }
            const double left = std::sqrt(product(nodes, q, m, m));
            kept[m] = left > least_independent * before;
            r[m][m] = kept[m] ? left : 0.0;
            for (const int i : nodes)
                for (int a = 0; a < 3; ++a) q[i](a, m) = kept[m] ? q[i](a, m) / left : 0.0;
        }
    }
    static double product(std::span<const int> nodes, const std::vector<NodeModes>& q, int l, int m) {
        double sum = 0.0;
        for (const int i : nodes)
            for (int a = 0; a < 3; ++a) sum += q[i](a, l) * q[i](a, m);
        return sum;
    }
};

/// A symmetric block's inverse on the free components; zero on the others.
Mat3 free_inverse(const BlockProduct& a, int node) {
    Mat3 d = a.matrix().values[a.matrix().pattern->diagonal(node)];
    const Vec3 shift = a.shift(node);
    for (int s = 0; s < 3; ++s) d(s, s) += shift[s];
    for (int s = 0; s < 3; ++s)
        if (a.unknowns()(node, s) < 0) {
            for (int t = 0; t < 3; ++t) d(s, t) = d(t, s) = 0.0;
            d(s, s) = 1.0;
        }
    const Mat3 c = cofactor(d);
    Mat3 inverse = 0.5 * (c + c.transposed()) / determinant(d);
    for (int s = 0; s < 3; ++s)
        if (a.unknowns()(node, s) < 0) inverse(s, s) = 0.0;
    return inverse;
}

/// About the largest eigenvalue of D⁻¹ A, from below, by the power method from a fixed start.
double largest_eigenvalue(const BlockProduct& a, const std::vector<Mat3>& inverse) {
    const int n = static_cast<int>(inverse.size());
    Nodes v(n), w;
    parallel_pieces(n, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            for (int s = 0; s < 3; ++s) {
                const std::uint32_t hash =
                    (3u * static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(s)) * 2654435761u;
                v[i][s] = a.unknowns()(i, s) >= 0 ? double(hash >> 8) / double(1u << 24) - 0.5 : 0.0;
            }
    });
    double largest = 0.0, before = inner_product(v, v);
    for (int k = 0; k < looks_at_spectrum && before > 0.0; ++k) {
        a.multiply(v, w);
        const double scale = 1.0 / std::sqrt(before);
        const auto scale_piece = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) v[i] = scale * (inverse[i] * w[i]);
        };
        parallel_pieces(n, scale_piece, node_grain);
        before = inner_product(v, v);
        largest = std::sqrt(before);
    }
    return largest;
}

}  // namespace

TentativeProlongation tentative_prolongation(const Aggregates& regions, std::vector<NodeModes> modes, int width) {
    const int n = static_cast<int>(modes.size());
    TentativeProlongation made;
    made.values = std::move(modes);
    made.region.resize(n);
    std::vector<int> begins(regions.count + 1, 0), nodes;
    for (int i = 0; i < n; ++i)
        if ((made.region[i] = regions.of_unit[i / width]) >= 0)
            ++begins[made.region[i] + 1];
        else
            made.values[i] = NodeModes::zero();
    for (int j = 0; j < regions.count; ++j) begins[j + 1] += begins[j];
    nodes.resize(begins.back());
    std::vector<int> next(begins.begin(), begins.end() - 1);
    for (int i = 0; i < n; ++i)
        if (made.region[i] >= 0) nodes[next[made.region[i]]++] = i;
    made.held.assign(2 * regions.count, 0);
    made.modes.assign(2 * regions.count, NodeModes::zero());
    parallel_each(0, regions.count, [&](int j) {
        const Orthonormal q({nodes.data() + begins[j], static_cast<std::size_t>(begins[j + 1] - begins[j])},
                            made.values);
        for (int l = 0; l < 6; ++l) {
            const int node = 2 * j + l / 3;
            if (!q.kept[l]) made.held[node] = static_cast<Axes>(made.held[node] | (1 << (l % 3)));
            for (int m = 0; m < 6; ++m) made.modes[node](l % 3, m) = q.r[l][m];
        }
    });
    return made;
}

Prolongation::Prolongation(const BlockProduct& a, const FullRows& rows, const TentativeProlongation& from) {
    const int n = static_cast<int>(from.region.size());
    std::vector<Mat3> inverse(n);
    parallel_pieces(n, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) inverse[i] = free_inverse(a, i);
    });
    const double omega = 4.0 / (3.0 * std::max(1.0, 1.05 * largest_eigenvalue(a, inverse)));
    // The regions around each node.
    std::vector<std::vector<int>> found((n + node_grain - 1) / node_grain);
    std::vector<int> counts(n, 0);
    const auto find_regions = [&](int begin, int end) {
        std::vector<int>& list = found[begin / node_grain];
        for (int i = begin; i < end; ++i) {
            const auto first = static_cast<std::ptrdiff_t>(list.size());
            for (const FullRows::Entry& entry : rows.row(i))
                if (const int j = from.region[entry.column];
                    j >= 0 && std::find(list.begin() + first, list.end(), j) == list.end())
                    list.push_back(j);
            std::sort(list.begin() + first, list.end());
            counts[i] = static_cast<int>(list.size()) - static_cast<int>(first);
        }
    };
    parallel_pieces(n, find_regions, node_grain);
    begins = begins_of(counts);
    columns = joined(found);
    entries.resize(columns.size());
    const std::vector<Mat3>& values = a.matrix().values;
    const auto smooth = [&](int begin, int end) {
        std::vector<NodeModes> sums;
        for (int i = begin; i < end; ++i) {
            const int* first = columns.data() + begins[i];
            const int count = begins[i + 1] - begins[i];
            sums.assign(count, NodeModes::zero());
            for (const FullRows::Entry& entry : rows.row(i)) {
                const int region = from.region[entry.column];
                if (region < 0) continue;
                NodeModes& sum = sums[std::find(first, first + count, region) - first];
                const Mat3& block = values[entry.block];
                sum += (entry.transposed ? block.transposed() : block) * from.values[entry.column];
                if (entry.column == i)
                    for (int s = 0; s < 3; ++s)
                        for (int m = 0; m < 6; ++m) sum(s, m) += a.shift(i)[s] * from.values[i](s, m);
            }
            for (int k = 0; k < count; ++k) {
                NodeModes smoothed = -(omega * inverse[i]) * sums[k];
                if (first[k] == from.region[i]) smoothed += from.values[i];
                entries[begins[i] + k] = RoundedModes([&](int at) { return smoothed(at % 3, at / 3); });
            }
        }
    };
    parallel_pieces(n, smooth, node_grain);
    list_back(static_cast<int>(from.held.size()) / 2);
}

void Prolongation::list_back(int regions) {
    back_begins_.assign(regions + 1, 0);
    for (const int j : columns) ++back_begins_[j + 1];
    for (int j = 0; j < regions; ++j) back_begins_[j + 1] += back_begins_[j];
    back_.resize(columns.size());
    std::vector<int> next(back_begins_.begin(), back_begins_.end() - 1);
    for (int i = 0; i < node_count(); ++i)
        for (int k = begins[i]; k < begins[i + 1]; ++k) back_[next[columns[k]]++] = {i, k};
    back_entries_.resize(columns.size());
    parallel_pieces(static_cast<int>(back_.size()), [&](int begin, int end) {
        for (int k = begin; k < end; ++k) {
            const RoundedModes& entry = entries[back_[k].entry];
            back_entries_[k].unit = entry.unit;
            for (int at = 0; at < 18; ++at) back_entries_[k].numbers[at] = entry.numbers[at / 6 + 3 * (at % 6)];
        }
    });
}

void Prolongation::gather(const Nodes& r, Nodes& coarse) const {
    coarse.resize(2 * region_count());
    const auto gather_piece = [&](int begin, int end) {
        for (int j = begin; j < end; ++j) {
            Pack first = 0.0, second = 0.0;  // four of the six, and two
            for (int k = back_begins_[j]; k < back_begins_[j + 1]; ++k) {
                const RoundedModes& entry = back_entries_[k];
                prefetch_ahead(entry);
                const Vec3 x = double(entry.unit) * r[back_[k].node];
                for (int s = 0; s < 3; ++s) {
                    first += x[s] * four_from(entry.numbers + 6 * s);
                    second += x[s] * four_from(entry.numbers + 6 * s + 4);
                }
            }
            coarse[2 * j] = three(first);
            coarse[2 * j + 1] = {first[3], second[0], second[1]};
        }
    };
    parallel_pieces(region_count(), gather_piece, region_grain);
}

/// each(piece, i, (P coarse)ᵢ) for all nodes, cut into pieces by their entries: nodes in contact move with regions all
/// around.
template <class Each>
void Prolongation::each_move(const Nodes& coarse, const Each& each) const {
    const int pieces = piece_count();
    const auto first_of = [&](int piece) {
        const std::int64_t entry = static_cast<std::int64_t>(entries.size()) * piece / pieces;
        return static_cast<int>(std::lower_bound(begins.begin(), begins.end() - 1, entry) - begins.begin());
    };
    parallel_each(0, pieces, [&](int piece) {
        const int end = piece + 1 < pieces ? first_of(piece + 1) : node_count();
        for (int i = first_of(piece); i < end; ++i) {
            Pack sum = 0.0;
            for (int k = begins[i]; k < begins[i + 1]; ++k) {
                const RoundedModes& entry = entries[k];
                prefetch_ahead(entry);
                Pack moved = 0.0;
                for (int m = 0; m < 6; ++m)
                    moved += coarse[2 * columns[k] + m / 3][m % 3] * four_from(entry.numbers + 3 * m);
                sum += double(entry.unit) * moved;
            }
            each(piece, i, three(sum));
        }
    });
}

void Prolongation::add(const Nodes& coarse, double factor, Nodes& z) const {
    each_move(coarse, [&](int, int i, const Vec3& move) { z[i] += factor * move; });
}

double Prolongation::add_along(const Nodes& coarse, const Nodes& r, Nodes& z) const {
    std::vector<double> sums(piece_count(), 0.0);
    each_move(coarse, [&](int piece, int i, const Vec3& move) {
        z[i] += move;
        sums[piece] += dot(r[i], z[i]);
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace talweg
