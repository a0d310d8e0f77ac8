#include "talweg/assembly/dense_rows.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "talweg/assembly/row_products.hpp"
#include "talweg/math/dense_tile.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/model/disjoint_sets.hpp"

namespace talweg {

namespace {

constexpr std::size_t long_row = 16;
constexpr int most_points = 4;  // of an element

/// Whether rows of every element are so long that this is cheaper.
bool are_long(const PointMap& map, const Term& term) {
    const int n = term.point_count();
    if (n < 2 || n > most_points || term.element_count() == 0) return false;
    for (int e = 0; e < term.element_count(); ++e) {
        std::size_t longest = 0;
        for (int i = 0; i < n; ++i)
            longest = std::max(longest, map.row(term.points()[std::ptrdiff_t(e) * n + i]).size());
        if (longest <= long_row) return false;
    }
    return true;
}

class LongRows final : public DenseRows {
public:
    LongRows(const PointMap& map, const Term& term);
    bool find_blocks(const std::shared_ptr<const BlockPattern>& pattern) override;
    void add_to(BlockMatrix& h) override;
    bool multiplies() const override { return true; }
    void add_product(const Nodes& x, Nodes& y) const override;

private:
    struct Group {  // elements that share nodes
        std::vector<int> nodes, elements;
        // Rows of each element, and which of its points each is: those that follow nodes.
        std::vector<int> first, corner;
        std::optional<RowProducts> products;  // Wᵀ K W, of these rows of W
        std::vector<int> blocks;              // of pairs of nodes f ≤ g
    };
    void multiply(const Group& group, int r, int s, RowProducts::Product& into) const;

    std::vector<Group> groups_;
    RowProducts::Product products_[6];  // kept for the next time
};

LongRows::LongRows(const PointMap& map, const Term& term) : DenseRows(term) {
    const auto corners = [&](int e) { return term.points() + std::ptrdiff_t(e) * points_; };
    int node_count = 0;
    const auto each_weight = [&](int e, const auto& function) {
        for (int i = 0; i < points_; ++i)
            for (const NodeWeight& w : map.row(corners(e)[i])) function(i, w);
    };
    for (int e = 0; e < term.element_count(); ++e)
        each_weight(e, [&](int, const NodeWeight& w) { node_count = std::max(node_count, w.node + 1); });
    DisjointSets sets(node_count);
    std::vector<int> first(term.element_count(), -1);
    for (int e = 0; e < term.element_count(); ++e)
        each_weight(e, [&](int, const NodeWeight& w) {
            if (first[e] < 0) first[e] = w.node;
            sets.join(first[e], w.node);
        });
    std::map<int, int> group_of;  // by root
    for (int e = 0; e < term.element_count(); ++e) {
        if (first[e] < 0) continue;
        const auto [found, is_new] = group_of.try_emplace(sets.find(first[e]), static_cast<int>(groups_.size()));
        if (is_new) groups_.emplace_back();
        groups_[found->second].elements.push_back(e);
    }
    for (Group& group : groups_) {
        for (const int e : group.elements)
            each_weight(e, [&](int, const NodeWeight& w) { group.nodes.push_back(w.node); });
        std::sort(group.nodes.begin(), group.nodes.end());
        group.nodes.erase(std::unique(group.nodes.begin(), group.nodes.end()), group.nodes.end());
        for (std::size_t k = 0; k < group.elements.size(); ++k) {
            group.first.push_back(static_cast<int>(group.corner.size()));
            for (int i = 0; i < points_; ++i)
                if (!map.row(corners(group.elements[k])[i]).empty()) group.corner.push_back(i);
        }
        group.first.push_back(static_cast<int>(group.corner.size()));
        std::vector<double> weights(group.nodes.size() * group.corner.size(), 0.0);
        for (std::size_t k = 0; k < group.elements.size(); ++k)
            for (int row = group.first[k]; row < group.first[k + 1]; ++row)
                for (const NodeWeight& w : map.row(corners(group.elements[k])[group.corner[row]])) {
                    const auto f =
                        std::lower_bound(group.nodes.begin(), group.nodes.end(), w.node) - group.nodes.begin();
                    weights[std::size_t(row) * group.nodes.size() + std::size_t(f)] += w.weight;
                }
        group.products.emplace(static_cast<int>(group.nodes.size()), static_cast<int>(group.corner.size()), weights);
    }
}

bool LongRows::find_blocks(const std::shared_ptr<const BlockPattern>& pattern) {
    if (pattern_ == pattern) return true;
    for (Group& group : groups_) {
        group.blocks.clear();
        for (std::size_t f = 0; f < group.nodes.size(); ++f)
            for (std::size_t g = f; g < group.nodes.size(); ++g) {
                group.blocks.push_back(pattern->find(group.nodes[f], group.nodes[g]));
                if (group.blocks.back() < 0) return false;
            }
    }
    pattern_ = pattern;
    return true;
}

/// Wᵀ (K_rs W); of r = s, which is symmetric, the upper half.
void LongRows::multiply(const Group& group, int r, int s, RowProducts::Product& into) const {
    const int n = points_;
    double k[most_points][most_points], of_rows[most_points * most_points];
    group.products->begin(into);
    for (std::size_t e = 0; e < group.elements.size(); ++e) {
        const Mat3* block = blocks_of(group.elements[e]);
        for (int i = 0; i < n; ++i)
            for (int j = i; j < n; ++j, ++block) {
                k[i][j] = (*block)(r, s);
                k[j][i] = (*block)(s, r);
            }
        const int begin = group.first[e], count = group.first[e + 1] - begin;
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j)
                of_rows[i * count + j] = k[group.corner[begin + i]][group.corner[begin + j]];
        group.products->set_rows(begin, count, of_rows, into);
    }
    group.products->multiply(r == s, into);
}

void LongRows::add_to(BlockMatrix& h) {
    constexpr int entries[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (const Group& group : groups_) {
        parallel_each(0, 6, [&](int k) { multiply(group, entries[k][0], entries[k][1], products_[k]); });
        const auto nodes = static_cast<int>(group.nodes.size());
        const int* block = group.blocks.data();
        for (int f = 0; f < nodes; ++f)
            for (int g = f; g < nodes; ++g, ++block) {
                Mat3& to = h.values[*block];
                for (int k = 0; k < 6; ++k) {
                    const int r = entries[k][0], s = entries[k][1];
                    to(r, s) += products_[k](f, g);
                    if (r != s) to(s, r) += products_[k](g, f);
                }
            }
    }
}

/// Wᵀ (K (W x)), group by group: x and y by axis, so that four nodes go at once.
void LongRows::add_product(const Nodes& x, Nodes& y) const {
    std::vector<double> from, sums;
    for (const Group& group : groups_) {
        const int quads = group.products->quads(), width = 4 * quads;
        const auto nodes = static_cast<int>(group.nodes.size());
        from.assign(std::size_t(3) * width, 0.0);
        sums.assign(std::size_t(3) * width, 0.0);
        for (int f = 0; f < nodes; ++f)
            for (int a = 0; a < 3; ++a) from[a * width + f] = x[group.nodes[f]][a];
        for (std::size_t e = 0; e < group.elements.size(); ++e) {
            const int begin = group.first[e], count = group.first[e + 1] - begin;
            Vec3 u[most_points], v[most_points];
            for (int i = 0; i < points_; ++i) u[i] = v[i] = Vec3::zero();
            for (int i = 0; i < count; ++i) {
                const double* w = group.products->row(begin + i);
                for (int a = 0; a < 3; ++a) {
                    Pack sum = 0.0;
                    for (int q = 0; q < quads; ++q) sum += dense::get(w + 4 * q) * dense::get(&from[a * width + 4 * q]);
                    u[group.corner[begin + i]][a] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
                }
            }
            const Mat3* block = blocks_of(group.elements[e]);
            for (int i = 0; i < points_; ++i)
                for (int j = i; j < points_; ++j, ++block) {
                    v[i] += *block * u[j];
                    if (j > i) v[j] += block->transposed() * u[i];
                }
            for (int i = 0; i < count; ++i) {
                const double* w = group.products->row(begin + i);
                for (int a = 0; a < 3; ++a) {
                    const Pack factor = v[group.corner[begin + i]][a];
                    double* to = &sums[a * width];
                    for (int q = 0; q < quads; ++q)
                        dense::put(to + 4 * q, dense::get(to + 4 * q) + dense::get(w + 4 * q) * factor);
                }
            }
        }
        for (int f = 0; f < nodes; ++f)
            for (int a = 0; a < 3; ++a) y[group.nodes[f]][a] += sums[a * width + f];
    }
}

}  // namespace

DenseRows::DenseRows(const Term& term, DenseRows* earlier) : points_(term.point_count()) {
    if (earlier) {
        values_ = std::move(earlier->values_);
        positions_ = std::move(earlier->positions_);
    }
    values_.resize(std::size_t(points_ * (points_ + 1) / 2) * term.element_count());
    std::size_t known = positions_.size();
    positions_.resize(std::max(known, values_.size()));
    for (; known < positions_.size(); ++known) positions_[known] = static_cast<std::int32_t>(2 * known);
}

Mat3* DenseRows::clear() {
    std::fill(values_.begin(), values_.end(), Mat3::zero());
    return values_.data();
}

std::shared_ptr<DenseRows> DenseRows::of_long_rows(const PointMap& map, const Term& term) {
    return are_long(map, term) ? std::make_shared<LongRows>(map, term) : nullptr;
}

}  // namespace talweg
