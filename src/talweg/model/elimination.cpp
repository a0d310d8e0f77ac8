#include "talweg/model/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace talweg {

namespace {

using Row = std::vector<NodeWeight>;

/// Sorted by node, one entry each; what has cancelled to `negligible` is gone.
void tidy(Row& row, double negligible) {
    std::sort(row.begin(), row.end(), [](const NodeWeight& a, const NodeWeight& b) { return a.node < b.node; });
    std::size_t count = 0;
    for (std::size_t i = 0; i < row.size();) {
        NodeWeight sum{row[i].node, 0.0};
        for (; i < row.size() && row[i].node == sum.node; ++i) sum.weight += row[i].weight;
        if (std::fabs(sum.weight) > negligible) row[count++] = sum;
    }
    row.resize(count);
}

double largest(const Row& row) {
    double size = 0.0;
    for (const NodeWeight& w : row) size = std::max(size, std::fabs(w.weight));
    return size;
}

class Elimination {
public:
    explicit Elimination(const std::vector<std::uint8_t>& may_follow)
        : may_follow_(may_follow), follows_(may_follow.size()), users_(may_follow.size()) {}

    /// Returns whether it said something new.
    bool take(const Relation& relation, int number, double size) {
        Row row = relation.row;
        Vec3 value = relation.value;
        const double first = largest(row);
        replace(row, value, -1.0);
        tidy(row, rank_threshold * first);
        if (row.empty()) {
            if (norm(value) > rank_threshold * size * std::max(first, 1.0)) throw Contradiction{number, false};
            return false;
        }
        const int pivot = choose(row, relation.follower);
        if (pivot < 0) throw Contradiction{number, true};
        leave_out(row, value, pivot);
        return true;
    }

    FreeNodes result() const {
        FreeNodes free;
        std::vector<int> number(follows_.size(), -1);
        for (std::size_t i = 0; i < follows_.size(); ++i)
            if (!follows_[i].out) {
                number[i] = free.count();
                free.kept.push_back(static_cast<int>(i));
            }
        for (std::size_t i = 0; i < follows_.size(); ++i) {
            Row row = follows_[i].out ? follows_[i].row : Row{{static_cast<int>(i), 1.0}};
            for (NodeWeight& w : row) w.node = number[w.node];
            free.rows.add_point(row);
            free.offset.push_back(follows_[i].out ? follows_[i].offset : Vec3::zero());
        }
        return free;
    }

private:
    struct Follows {  // c = Σ weight·c + offset
        bool out = false;
        Row row = {};
        Vec3 offset = Vec3::zero();
    };

    /// Nodes that have been left out give way to those that they follow; `sign` −1: offsets belong to the other side.
    void replace(Row& row, Vec3& value, double sign) const {
        Row plain;
        for (const NodeWeight& w : row) {
            const Follows& follows = follows_[w.node];
            if (!follows.out) {
                plain.push_back(w);
                continue;
            }
            value += (sign * w.weight) * follows.offset;
            for (const NodeWeight& v : follows.row) plain.push_back({v.node, w.weight * v.weight});
        }
        row = std::move(plain);
    }

    /// The wanted one, or of the weights that are at least half as large as the largest, the node that the fewest rows
    /// know; −1: none.
    int choose(const Row& row, int wanted) const {
        double size = 0.0;
        for (const NodeWeight& w : row)
            if (may_follow_[w.node]) size = std::max(size, std::fabs(w.weight));
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row[k].node == wanted && may_follow_[wanted] && std::fabs(row[k].weight) > 1e-3 * size)
                return static_cast<int>(k);
        int best = -1;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const NodeWeight& w = row[k];
            if (!may_follow_[w.node] || std::fabs(w.weight) < 0.5 * size) continue;
            if (best < 0 || users_[w.node].size() < users_[row[best].node].size()) best = static_cast<int>(k);
        }
        return best;
    }

    void leave_out(const Row& row, const Vec3& value, int pivot) {
        const auto [node, weight] = row[pivot];
        Follows& follows = follows_[node];
        follows.out = true;
        follows.offset = value / weight;
        for (const NodeWeight& w : row)
            if (w.node != node) follows.row.push_back({w.node, -w.weight / weight});
        for (const NodeWeight& w : follows.row) users_[w.node].insert(node);
        for (const int user : std::set<int>(std::move(users_[node]))) {
            Follows& other = follows_[user];
            for (const NodeWeight& w : other.row) users_[w.node].erase(user);
            replace(other.row, other.offset, 1.0);
            tidy(other.row, 1e-14);
            for (const NodeWeight& w : other.row) users_[w.node].insert(user);
        }
    }

    const std::vector<std::uint8_t>& may_follow_;
    std::vector<Follows> follows_;
    std::vector<std::set<int>> users_;  // by node: nodes left out whose rows know it
};

}  // namespace

FreeNodes eliminate(std::span<const Relation> relations, const std::vector<std::uint8_t>& may_follow, double size) {
    std::vector<int> order(relations.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return relations[a].row.size() < relations[b].row.size(); });
    Elimination elimination(may_follow);
    std::vector<int> redundant;
    for (const int number : order)
        if (!elimination.take(relations[number], number, size)) redundant.push_back(number);
    FreeNodes free = elimination.result();
    std::sort(redundant.begin(), redundant.end());
    free.redundant = std::move(redundant);
    return free;
}

}  // namespace talweg
