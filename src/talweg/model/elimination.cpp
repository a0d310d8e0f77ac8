#include "talweg/model/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace talweg {

namespace {

using Row = std::vector<NodeWeight>;

constexpr double written_digits = 1e-5;  // of a body: to which places are given at least

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
    Elimination(const std::vector<Follows>& may_follow, const Nodes& start)
        : may_follow_(may_follow), start_(start), out_(may_follow.size()), users_(may_follow.size()) {
        for (const Vec3& c : start) size_ = std::max(size_, norm(c));
    }

    /// Returns whether it said something new.
    bool take(const Relation& relation, int number) {
        Row row = relation.row;
        Vec3 value = relation.value;
        const double first = largest(row);
        replace(row, value, -1.0);
        tidy(row, rank_threshold * first);
        if (row.empty()) {
            if (norm(value) > rank_threshold * size_ * std::max(first, 1.0)) throw Contradiction{number, false};
            return false;
        }
        // What is left of a relation that the others make but for the rounding of the numbers that people write: taken
        // for a relation of its own it would lock what can move.
        if (largest_moving(row) <= written_digits * first && holds(row, value)) return false;
        const int pivot = choose(row, relation.follower);
        if (pivot < 0) {
            if (!holds_at_start(row, value)) throw Contradiction{number, true};
            return false;
        }
        leave_out(row, value, pivot);
        return true;
    }

    FreeNodes result() const {
        FreeNodes free;
        std::vector<int> number(out_.size(), -1);
        for (std::size_t i = 0; i < out_.size(); ++i)
            if (!out_[i].out) {
                number[i] = free.count();
                free.kept.push_back(static_cast<int>(i));
            }
        for (std::size_t i = 0; i < out_.size(); ++i) {
            Row row = out_[i].out ? out_[i].row : Row{{static_cast<int>(i), 1.0}};
            for (NodeWeight& w : row) w.node = number[w.node];
            free.rows.add_point(row);
            free.offset.push_back(out_[i].out ? out_[i].offset : Vec3::zero());
        }
        return free;
    }

private:
    struct LeftOut {  // c = Σ weight·c + offset
        bool out = false;
        Row row = {};
        Vec3 offset = Vec3::zero();
    };

    /// Nodes that have been left out give way to those that they follow; `sign` −1: offsets belong to the other side.
    void replace(Row& row, Vec3& value, double sign) const {
        Row plain;
        for (const NodeWeight& w : row) {
            const LeftOut& follows = out_[w.node];
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
            if (may_follow_[w.node] == Follows::yes) size = std::max(size, std::fabs(w.weight));
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row[k].node == wanted && may_follow_[wanted] == Follows::yes && std::fabs(row[k].weight) > 1e-3 * size)
                return static_cast<int>(k);
        int best = -1;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const NodeWeight& w = row[k];
            if (may_follow_[w.node] != Follows::yes || std::fabs(w.weight) < 0.5 * size) continue;
            if (best < 0 || users_[w.node].size() < users_[row[best].node].size()) best = static_cast<int>(k);
        }
        return best;
    }

    void leave_out(const Row& row, const Vec3& value, int pivot) {
        const auto [node, weight] = row[pivot];
        LeftOut& follows = out_[node];
        follows.out = true;
        follows.offset = value / weight;
        for (const NodeWeight& w : row)
            if (w.node != node) follows.row.push_back({w.node, -w.weight / weight});
        for (const NodeWeight& w : follows.row) users_[w.node].insert(node);
        for (const int user : std::set<int>(std::move(users_[node]))) {
            LeftOut& other = out_[user];
            for (const NodeWeight& w : other.row) users_[w.node].erase(user);
            replace(other.row, other.offset, 1.0);
            tidy(other.row, 1e-14);
            for (const NodeWeight& w : other.row) users_[w.node].insert(user);
        }
    }

    double largest_moving(const Row& row) const {
        double size = 0.0;
        for (const NodeWeight& w : row)
            if (may_follow_[w.node] != Follows::fixed) size = std::max(size, std::fabs(w.weight));
        return size;
    }
    /// Whether nodes that never move keep it.
    bool holds_at_start(const Row& row, const Vec3& value) const {
        for (const NodeWeight& w : row)
            if (may_follow_[w.node] != Follows::fixed) return false;
        return holds(row, value);
    }
    /// Whether nodes keep it where they start.
    bool holds(const Row& row, const Vec3& value) const {
        Vec3 sum = -1.0 * value;
        for (const NodeWeight& w : row) sum += w.weight * start_[w.node];
        return norm(sum) <= rank_threshold * size_ * std::max(1.0, largest(row));
    }

    const std::vector<Follows>& may_follow_;
    const Nodes& start_;
    double size_ = 1e-300;
    std::vector<LeftOut> out_;
    std::vector<std::set<int>> users_;  // by node: nodes left out whose rows know it
};

}  // namespace

FreeNodes eliminate(std::span<const Relation> relations, const std::vector<Follows>& may_follow, const Nodes& start) {
    std::vector<int> order(relations.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return relations[a].row.size() < relations[b].row.size(); });
    Elimination elimination(may_follow, start);
    std::vector<int> redundant;
    for (const int number : order)
        if (!elimination.take(relations[number], number)) redundant.push_back(number);
    FreeNodes free = elimination.result();
    std::sort(redundant.begin(), redundant.end());
    free.redundant = std::move(redundant);
    return free;
}

}  // namespace talweg
