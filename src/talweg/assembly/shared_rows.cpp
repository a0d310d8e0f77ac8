#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

#include "talweg/assembly/dense_rows.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int most_points = 4;             // of an element
constexpr int most_nodes = 16;             // of an element's points together
constexpr int elements_per_thread = 1024;  // below, threads cost more than they save

using NodeSet = std::array<int, most_nodes>;  // in order, then −1

struct NodeSetHash {
    std::size_t operator()(const NodeSet& nodes) const {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (const int node : nodes) hash = (hash ^ static_cast<std::uint32_t>(node)) * 0x100000001b3u;
        return hash;
    }
};

/// How many nodes the points of an element follow; −1: too many.
int collect(const PointMap& map, const int* points, int count, NodeSet& nodes) {
    nodes.fill(-1);
    int size = 0;
    for (int i = 0; i < count; ++i) {
        const auto row = map.row(points[i]);
        const auto same = [](const NodeWeight& a, const NodeWeight& b) { return a.node == b.node; };
        if (i > 0 && std::ranges::equal(row, map.row(points[i - 1]), same)) continue;  // of the same body
        for (const NodeWeight& w : row) {
            const auto end = nodes.begin() + size, at = std::lower_bound(nodes.begin(), end, w.node);
            if (at != end && *at == w.node) continue;
            if (size == most_nodes) return -1;
            std::copy_backward(at, end, end + 1);
            *at = w.node;
            ++size;
        }
    }
    return size;
}

void add(double* __restrict to, const double* __restrict from, double weight) {
    for (int k = 0; k < 9; ++k) to[k] += weight * from[k];
}

class SharedRows final : public DenseRows {
public:
    struct Group {
        std::vector<int> nodes;        // in order
        std::vector<int> elements;     // in order
        std::vector<int> blocks = {};  // of pairs of nodes a ≤ b
        std::size_t first = 0;         // of its blocks among the sums of all groups
    };

    SharedRows(const PointMap& map, const Term& term, std::vector<Group> groups)
        : DenseRows(term), groups_(std::move(groups)) {
        std::size_t blocks = 0;
        ends_.assign(std::size_t(term.element_count()) * points_ + 1, 0);
        for (Group& group : groups_) {
            group.first = blocks;
            blocks += group.nodes.size() * (group.nodes.size() + 1) / 2;
            for (const int e : group.elements)
                for (int i = 0; i < points_; ++i)
                    ends_[std::size_t(e) * points_ + i + 1] =
                        static_cast<int>(map.row(term.points()[std::ptrdiff_t(e) * points_ + i]).size());
        }
        for (std::size_t k = 1; k < ends_.size(); ++k) ends_[k] += ends_[k - 1];
        weights_.resize(ends_.back());
        for (const Group& group : groups_)
            for (const int e : group.elements)
                for (int i = 0; i < points_; ++i) {
                    Weight* next = weights_.data() + ends_[std::size_t(e) * points_ + i];
                    for (const NodeWeight& w : map.row(term.points()[std::ptrdiff_t(e) * points_ + i]))
                        *next++ = {static_cast<int>(std::lower_bound(group.nodes.begin(), group.nodes.end(), w.node) -
                                                    group.nodes.begin()),
                                   w.weight};
                }
        sums_.resize(blocks);
    }

    bool find_blocks(const std::shared_ptr<const BlockPattern>& pattern) override {
        if (pattern_ == pattern) return true;
        for (Group& group : groups_) {
            group.blocks.clear();
            for (std::size_t a = 0; a < group.nodes.size(); ++a)
                for (std::size_t b = a; b < group.nodes.size(); ++b) {
                    group.blocks.push_back(pattern->find(group.nodes[a], group.nodes[b]));
                    if (group.blocks.back() < 0) return false;
                }
        }
        pattern_ = pattern;
        return true;
    }

    /// Groups are summed in parallel, each in the order of its elements, and added one after another.
    void add_to(BlockMatrix& h) override {
        const int count = static_cast<int>(groups_.size());
        if (ends_.size() < std::size_t(elements_per_thread) * points_)
            for (int g = 0; g < count; ++g) sum(groups_[g]);
        else
            parallel_each(0, count, [&](int g) { sum(groups_[g]); });
        for (const Group& group : groups_)
            for (std::size_t k = 0; k < group.blocks.size(); ++k) h.values[group.blocks[k]] += sums_[group.first + k];
    }

private:
    struct Weight {
        int slot;  // of the node in its group
        double weight;
    };
    std::span<const Weight> row(int element, int point) const {
        const std::size_t k = std::size_t(element) * points_ + point;
        return {weights_.data() + ends_[k], weights_.data() + ends_[k + 1]};
    }

    /// Σ Wᵀ (H W), by element: first the columns, then the rows.
    void sum(const Group& group) const {
        const int n = points_, k = static_cast<int>(group.nodes.size());
        Mat3* into = sums_.data() + group.first;
        std::fill(into, into + k * (k + 1) / 2, Mat3::zero());
        Mat3 columns[most_points][most_nodes];
        for (const int e : group.elements) {
            for (int i = 0; i < n; ++i) std::fill(columns[i], columns[i] + k, Mat3::zero());
            const Mat3* block = blocks_of(e);
            for (int i = 0; i < n; ++i)
                for (int j = i; j < n; ++j, ++block) {
                    for (const Weight& w : row(e, j)) add(columns[i][w.slot].data, block->data, w.weight);
                    if (i == j) continue;
                    const Mat3 mirrored = block->transposed();
                    for (const Weight& w : row(e, i)) add(columns[j][w.slot].data, mirrored.data, w.weight);
                }
            for (int i = 0; i < n; ++i)
                for (const Weight& w : row(e, i)) {
                    Mat3* next = into + w.slot * k - w.slot * (w.slot - 1) / 2;
                    for (int b = w.slot; b < k; ++b) add((next++)->data, columns[i][b].data, w.weight);
                }
        }
    }

    std::vector<Group> groups_;
    std::vector<int> ends_;  // of the weights of each point of each element, behind a 0
    std::vector<Weight> weights_;
    mutable std::vector<Mat3> sums_;  // by group
};

}  // namespace

std::shared_ptr<DenseRows> DenseRows::of_contacts(const PointMap& map, const Term& term) {
    const int n = term.point_count(), elements = term.element_count();
    if (n > most_points || elements == 0) return nullptr;
    std::vector<SharedRows::Group> groups;
    std::unordered_map<NodeSet, int, NodeSetHash> known;
    bool single = true;  // every point is a node: nothing to condense
    NodeSet nodes, last{};
    int group = -1;  // of the last
    for (int e = 0; e < elements; ++e) {
        const int* points = term.points() + std::ptrdiff_t(e) * n;
        for (int i = 0; single && i < n; ++i) single &= map.row(points[i]).size() < 2;
        const int size = collect(map, points, n, nodes);
        if (size < 0) return nullptr;
        if (size == 0) continue;
        if (group < 0 || nodes != last) {  // neighbours in the list mostly touch the same two
            const auto [found, is_new] = known.try_emplace(nodes, static_cast<int>(groups.size()));
            if (is_new) groups.push_back({{nodes.begin(), nodes.begin() + size}, {}});
            group = found->second;
            last = nodes;
        }
        groups[group].elements.push_back(e);
    }
    if (single || 2 * groups.size() > std::size_t(elements)) return nullptr;
    return std::make_shared<SharedRows>(map, term, std::move(groups));
}

}  // namespace talweg
