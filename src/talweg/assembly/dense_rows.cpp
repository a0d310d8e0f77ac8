#include "talweg/assembly/dense_rows.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <map>

#include "talweg/math/parallel.hpp"
#include "talweg/model/disjoint_sets.hpp"

namespace talweg {

namespace {

constexpr std::size_t long_row = 16;

/// Whether rows of every element are so long that this is cheaper.
bool are_long(const PointMap& map, const Term& term) {
    const int n = term.point_count();
    if (n < 2 || term.element_count() == 0) return false;
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

private:
    struct Group {  // elements that share nodes
        std::vector<int> nodes, elements;
        // Rows of each element, and which of its points each is: those that follow nodes.
        std::vector<int> first, corner;
        Eigen::MatrixXd weights;  // Wᵀ: nodes × these rows
        std::vector<int> blocks;  // of pairs of nodes f ≤ g
    };
    void multiply(const Group& group, int r, int s, Eigen::MatrixXd& inner, Eigen::MatrixXd& into) const;

    std::vector<Group> groups_;
    Eigen::MatrixXd inner_[6], products_[6];  // kept for the next time
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
        group.weights = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(group.nodes.size()),
                                              static_cast<Eigen::Index>(group.corner.size()));
        for (std::size_t k = 0; k < group.elements.size(); ++k)
            for (int row = group.first[k]; row < group.first[k + 1]; ++row)
                for (const NodeWeight& w : map.row(corners(group.elements[k])[group.corner[row]])) {
                    const auto f =
                        std::lower_bound(group.nodes.begin(), group.nodes.end(), w.node) - group.nodes.begin();
                    group.weights(f, row) += w.weight;
                }
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
void LongRows::multiply(const Group& group, int r, int s, Eigen::MatrixXd& inner, Eigen::MatrixXd& into) const {
    const int n = points_;
    inner.resize(group.weights.rows(), group.weights.cols());
    Eigen::MatrixXd k(n, n);
    for (std::size_t e = 0; e < group.elements.size(); ++e) {
        const Mat3* block = blocks_of(group.elements[e]);
        for (int i = 0; i < n; ++i)
            for (int j = i; j < n; ++j, ++block) {
                k(i, j) = (*block)(r, s);
                k(j, i) = (*block)(s, r);
            }
        const int begin = group.first[e], end = group.first[e + 1];
        for (int row = begin; row < end; ++row) {
            inner.col(row).setZero();
            for (int other = begin; other < end; ++other)
                inner.col(row) += k(group.corner[row], group.corner[other]) * group.weights.col(other);
        }
    }
    into.resize(group.weights.rows(), group.weights.rows());
    if (r == s)
        into.triangularView<Eigen::Upper>() = group.weights * inner.transpose();
    else
        into.noalias() = group.weights * inner.transpose();
}

void LongRows::add_to(BlockMatrix& h) {
    constexpr int entries[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (const Group& group : groups_) {
        parallel_each(0, 6, [&](int k) { multiply(group, entries[k][0], entries[k][1], inner_[k], products_[k]); });
        const auto nodes = static_cast<Eigen::Index>(group.nodes.size());
        const int* block = group.blocks.data();
        for (Eigen::Index f = 0; f < nodes; ++f)
            for (Eigen::Index g = f; g < nodes; ++g, ++block) {
                Mat3& to = h.values[*block];
                for (int k = 0; k < 6; ++k) {
                    const int r = entries[k][0], s = entries[k][1];
                    to(r, s) += products_[k](f, g);
                    if (r != s) to(s, r) += products_[k](g, f);
                }
            }
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
