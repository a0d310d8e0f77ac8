#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "talweg/assembly/dense_rows.hpp"
#include "talweg/assembly/pair_sum.hpp"
#include "talweg/assembly/row_kinds.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int most_points = 4;             // of an element
constexpr int most_nodes = 16;             // of an element's points together
constexpr int elements_per_thread = 1024;  // below, threads cost more than they save

using Kinds = std::array<int, most_points>;  // of an element's points, in order, then −1

struct KindsHash {
    std::size_t operator()(const Kinds& kinds) const {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (const int kind : kinds) hash = (hash ^ static_cast<std::uint32_t>(kind)) * 0x100000001b3u;
        return hash ^ (hash >> 29);
    }
};

Kinds kinds_of(const RowKinds& rows, const int* points, int count) {
    Kinds kinds;
    kinds.fill(-1);
    int size = 0;
    for (int i = 0; i < count; ++i) {
        const int kind = rows.of(points[i]);
        if (kind < 0) continue;
        int at = size;
        while (at > 0 && kinds[at - 1] > kind) --at;
        if (at > 0 && kinds[at - 1] == kind) continue;
        for (int k = size; k > at; --k) kinds[k] = kinds[k - 1];
        kinds[at] = kind;
        ++size;
    }
    return kinds;
}

/// Elements between the same bodies.
struct Group {
    Kinds kinds = {};
    int sides = 0;                          // kinds of it
    std::array<int, most_nodes> node = {};  // in order
    int nodes = 0;
    int slot[most_points][most_nodes] = {};  // by kind and place in its rows: which of the nodes
    int sizes[most_points] = {};             // of these rows
    bool small = false;                      // two bodies at most, of four nodes at most
    int begin = 0, end = 0;                  // among the elements in the order of groups
    std::size_t first = 0;                   // of its pairs of nodes a ≤ b among those of all groups

    int pairs() const { return nodes * (nodes + 1) / 2; }
    int side(int kind) const {
        int s = 0;
        while (kinds[s] != kind) ++s;
        return s;
    }
};

/// False when it has too many nodes.
bool find_nodes(const RowKinds& rows, Group& group) {
    group.small = true;
    for (; group.sides < most_points && group.kinds[group.sides] >= 0; ++group.sides) {
        const std::vector<int>& nodes = rows.nodes(group.kinds[group.sides]);
        group.sizes[group.sides] = static_cast<int>(nodes.size());
        group.small &= group.sides < 2 && nodes.size() <= std::size_t(Pack::lanes);
        for (const int node : nodes) {
            const auto end = group.node.begin() + group.nodes, at = std::lower_bound(group.node.begin(), end, node);
            if (at != end && *at == node) continue;
            if (group.nodes == most_nodes) return false;
            std::copy_backward(at, end, end + 1);
            *at = node;
            ++group.nodes;
        }
    }
    for (int s = 0; s < group.sides; ++s)
        for (int a = 0; a < group.sizes[s]; ++a)
            group.slot[s][a] = static_cast<int>(
                std::lower_bound(group.node.begin(), group.node.begin() + group.nodes, rows.nodes(group.kinds[s])[a]) -
                group.node.begin());
    return true;
}

void add(double* __restrict to, const double* __restrict from, double weight) {
    for (int k = 0; k < 9; ++k) to[k] += weight * from[k];
}

/// The elements of a term by group.
struct Grouping {
    std::shared_ptr<const RowKinds> kinds;
    std::vector<Group> groups;
    std::vector<int> elements;  // by group
    bool as_before = false;     // groups are those of the grouping that it was made from
};

class SharedRows final : public DenseRows {
public:
    SharedRows(const PointMap& map, const Term& term, Grouping grouping, SharedRows* earlier)
        : DenseRows(term, earlier), map_(map), points_of_(term.points()), by_(std::move(grouping)) {
        std::size_t pairs = 0;
        for (Group& group : by_.groups) {
            group.first = pairs;
            pairs += group.pairs();
        }
        if (earlier) {
            sums_ = std::move(earlier->sums_);
            blocks_ = std::move(earlier->blocks_);
            if (by_.as_before) pattern_ = earlier->pattern_;
        }
        sums_.resize(pairs);
        blocks_.resize(pairs);
    }

    /// Leaves it to the next.
    Grouping& grouping() { return by_; }

    bool find_blocks(const std::shared_ptr<const BlockPattern>& pattern) override {
        if (pattern_ == pattern) return true;
        pattern_ = nullptr;
        for (const Group& group : by_.groups) {
            int* next = blocks_.data() + group.first;
            for (int a = 0; a < group.nodes; ++a)
                for (int b = a; b < group.nodes; ++b) {
                    *next = pattern->find(group.node[a], group.node[b]);
                    if (*next++ < 0) return false;
                }
        }
        pattern_ = pattern;
        return true;
    }

    /// Groups are summed in parallel, each in the order of its elements, and added one after another.
    void add_to(BlockMatrix& h) override {
        const int count = static_cast<int>(by_.groups.size());
        if (by_.elements.size() < elements_per_thread)
            for (int g = 0; g < count; ++g) sum(by_.groups[g]);
        else
            parallel_each(0, count, [&](int g) { sum(by_.groups[g]); });
        for (std::size_t k = 0; k < sums_.size(); ++k) h.values[blocks_[k]] += sums_[k];
    }

private:
    void sum(const Group& group) {
        switch (points_) {
            case 1:
                return sum<1>(group);
            case 2:
                return sum<2>(group);
            case 3:
                return sum<3>(group);
            default:
                return sum<4>(group);
        }
    }

    template <int N>
    void sum(const Group& group) {
        Mat3* into = sums_.data() + group.first;
        std::fill(into, into + group.pairs(), Mat3::zero());
        group.small ? sum_small<N>(group, into) : sum_any<N>(group, into);
    }

    template <int N>
    void sum_small(const Group& group, Mat3* into) {
        PairSum sums;
        PairSum::Row rows[N];
        for (int at = group.begin; at < group.end; ++at) {
            const int* points = points_of_ + std::ptrdiff_t(by_.elements[at]) * N;
            for (int i = 0; i < N; ++i) {
                const int kind = by_.kinds->of(points[i]);
                rows[i].side = kind < 0 ? -1 : group.side(kind);
                std::fill(rows[i].weight, rows[i].weight + Pack::lanes, 0.0);
                double* next = rows[i].weight;
                for (const NodeWeight& w : map_.row(points[i])) *next++ = w.weight;
            }
            sums.add(rows, PointBlocks<N>{blocks_of(by_.elements[at])});
        }
        const int k = group.nodes;
        const auto block = [&](int a, int b) -> Mat3& { return into[a * k - a * (a - 1) / 2 + b - a]; };
        Mat3 four[Pack::lanes];
        for (int s = 0; s < group.sides; ++s)
            for (int t = s; t < group.sides; ++t)
                for (int a = 0; a < group.sizes[s]; ++a) {
                    sums.blocks(s, a, t, four);
                    const int p = group.slot[s][a];
                    for (int b = 0; b < group.sizes[t]; ++b) {
                        const int q = group.slot[t][b];
                        if (p <= q) block(p, q) += four[b];
                        // What is between two bodies is there once; its mirror image counts where they share a node.
                        if (s != t && p >= q) block(q, p) += four[b].transposed();
                    }
                }
    }

    /// Σ Wᵀ (H W), by element: first the columns, then the rows.
    template <int N>
    void sum_any(const Group& group, Mat3* into) const {
        const int k = group.nodes;
        Mat3 columns[N][most_nodes];
        for (int at = group.begin; at < group.end; ++at) {
            const int* points = points_of_ + std::ptrdiff_t(by_.elements[at]) * N;
            const PointBlocks<N> h{blocks_of(by_.elements[at])};
            const auto each = [&](int point, const auto& function) {
                if (by_.kinds->of(point) < 0) return;
                const int* slot = group.slot[group.side(by_.kinds->of(point))];
                for (const NodeWeight& w : map_.row(point)) function(*slot++, w.weight);
            };
            for (int i = 0; i < N; ++i) std::fill(columns[i], columns[i] + k, Mat3::zero());
            for (int i = 0; i < N; ++i)
                for (int j = i; j < N; ++j) {
                    each(points[j], [&](int slot, double w) { add(columns[i][slot].data, h.at(i, j).data, w); });
                    if (i == j) continue;
                    const Mat3 mirrored = h.at(i, j).transposed();
                    each(points[i], [&](int slot, double w) { add(columns[j][slot].data, mirrored.data, w); });
                }
            for (int i = 0; i < N; ++i)
                each(points[i], [&](int slot, double w) {
                    Mat3* next = into + slot * k - slot * (slot - 1) / 2;
                    for (int q = slot; q < k; ++q) add((next++)->data, columns[i][q].data, w);
                });
        }
    }

    const PointMap& map_;
    const int* points_of_;  // of the term, which is there as long as its sums are asked for
    Grouping by_;
    std::vector<Mat3> sums_;  // by group and pair of nodes, and where these are in the matrix
    std::vector<int> blocks_;
};

/// False where it does not pay. `by` holds what was known of an earlier term, groups above all, which may be the same.
bool find_groups(const Term& term, Grouping& by) {
    const int n = term.point_count(), elements = term.element_count();
    std::unordered_map<Kinds, int, KindsHash> known;
    std::vector<int> group_of(elements, -1);
    std::vector<Group>& groups = by.groups;
    int count = 0;
    by.as_before = true;
    bool single = true;  // every point is a node: nothing to condense
    bool led = true;     // every point follows several nodes: even an element alone has fewer blocks of nodes
    Kinds last;
    int group = -1;  // of the last
    for (int e = 0; e < elements; ++e) {
        const Kinds kinds = kinds_of(*by.kinds, term.points() + std::ptrdiff_t(e) * n, n);
        if (kinds[0] < 0) continue;
        if (group < 0 || kinds != last) {  // neighbours in the list mostly touch the same two
            const auto [found, is_new] = known.try_emplace(kinds, count);
            if (is_new) {
                if (count == static_cast<int>(groups.size())) groups.push_back({});
                if (groups[count].kinds != kinds) {
                    by.as_before = false;
                    groups[count] = {kinds};
                    if (!find_nodes(*by.kinds, groups[count])) return false;
                }
                groups[count++].end = 0;
                for (const int kind : kinds) {
                    if (kind < 0) continue;
                    const bool several = by.kinds->nodes(kind).size() > 1;
                    single &= !several;
                    led &= several;
                }
            }
            group = found->second;
            last = kinds;
        }
        group_of[e] = group;
        ++groups[group].end;
    }
    if (single || (!led && 2 * count > elements)) return false;
    by.as_before = by.as_before && count == static_cast<int>(groups.size());
    groups.resize(count);
    int begin = 0;
    for (Group& each : groups) {
        each.begin = std::exchange(begin, begin + each.end);
        each.end = each.begin;
    }
    by.elements.resize(begin);
    for (int e = 0; e < elements; ++e)
        if (group_of[e] >= 0) by.elements[groups[group_of[e]].end++] = e;
    return true;
}

}  // namespace

std::shared_ptr<DenseRows> DenseRows::of_contacts(const PointMap& map, const std::shared_ptr<const RowKinds>& kinds,
                                                  const Term& term, DenseRows* earlier) {
    if (term.point_count() > most_points || term.element_count() == 0) return nullptr;
    auto* same = dynamic_cast<SharedRows*>(earlier);
    Grouping by;
    if (same) by = std::move(same->grouping());
    by.kinds = kinds;
    if (!find_groups(term, by)) return nullptr;
    return std::make_shared<SharedRows>(map, term, std::move(by), same);
}

}  // namespace talweg
