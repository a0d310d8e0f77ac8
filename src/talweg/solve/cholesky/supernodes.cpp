#include "talweg/solve/cholesky/supernodes.hpp"

#include <algorithm>
#include <utility>

#include "talweg/assembly/block_matrix.hpp"
#include "talweg/solve/cholesky/fill_reducing_order.hpp"

namespace talweg {

namespace {

constexpr double branch_flops = 4e6;  // a branch worth a task of its own
constexpr int most_branches = 64;

template <class Function>
void each_lower_pair(const BlockPattern& p, const std::vector<int>& place, const Function& function) {
    for (int i = 0; i < p.node_count(); ++i)
        for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k) {
            const int a = place[i], b = place[p.column(k)];
            if (a >= 0 && b >= 0) function(std::max(a, b), std::min(a, b));
        }
}

int free_count(const Unknowns& unknowns, int node) {
    int count = 0;
    for (int a = 0; a < 3; ++a) count += unknowns(node, a) >= 0;
    return count;
}

/// Places in postorder, their tree, and the heights of their columns.
struct Columns {
    std::vector<int> nodes, place, weight, parent, counts;
    LowerPattern pattern;

    Columns(const BlockPattern& p, const Unknowns& unknowns, const std::vector<int>& order)
        : nodes(ordered(p, unknowns, order)), place(places(p, nodes)), pattern(lower(p)) {
        parent = elimination_tree(pattern);
        for (const int node : nodes) weight.push_back(free_count(unknowns, node));
        counts = column_counts(pattern, parent, weight);
    }
    double flops() const {
        double sum = 0.0;
        for (std::size_t j = 0; j < nodes.size(); ++j)
            for (int a = 0; a < weight[j]; ++a) sum += double(counts[j] - a) * (counts[j] - a);
        return sum;
    }

private:
    static std::vector<int> places(const BlockPattern& p, const std::vector<int>& nodes) {
        std::vector<int> place(p.node_count(), -1);
        for (std::size_t k = 0; k < nodes.size(); ++k) place[nodes[k]] = static_cast<int>(k);
        return place;
    }
    static std::vector<int> ordered(const BlockPattern& p, const Unknowns& unknowns, const std::vector<int>& order) {
        std::vector<int> free, sorted;
        for (const int node : order)
            if (free_count(unknowns, node) > 0) free.push_back(node);
        const std::vector<int> place = places(p, free);
        const LowerPattern lower(static_cast<int>(free.size()),
                                 [&](const auto& function) { each_lower_pair(p, place, function); });
        for (const int k : postorder(elimination_tree(lower))) sorted.push_back(free[k]);
        return sorted;
    }
    LowerPattern lower(const BlockPattern& p) const {
        return {static_cast<int>(nodes.size()), [&](const auto& function) { each_lower_pair(p, place, function); }};
    }
};

/// First places of supernodes: columns that follow one another in the tree and share their rows, or nearly so.
std::vector<int> join(const Columns& columns) {
    struct Joined {
        int begin, width, height;  // place; components
        double zeros;              // stored though nothing is there
    };
    const int n = static_cast<int>(columns.nodes.size());
    std::vector<Joined> all;
    for (int j = 0; j < n; ++j) {
        const bool same =
            j > 0 && columns.parent[j - 1] == j && columns.counts[j - 1] == columns.counts[j] + columns.weight[j - 1];
        if (same)
            all.back().width += columns.weight[j];
        else
            all.push_back({j, columns.weight[j], columns.counts[j], 0.0});
    }
    // From the last on, each with the one behind it where that is its parent.
    std::vector<Joined> stack;
    for (auto s = all.rbegin(); s != all.rend(); ++s) {
        stack.push_back(*s);
        while (stack.size() > 1) {
            Joined& child = stack.back();
            const Joined& other = stack[stack.size() - 2];
            const int up = columns.parent[other.begin - 1], end = stack.size() > 2 ? stack[stack.size() - 3].begin : n;
            if (up < 0 || up >= end) break;
            const double width = child.width + other.width;
            const double zeros =
                child.zeros + other.zeros + child.width * double(other.height + child.width - child.height);
            const double size = 0.5 * width * (width + 1) + width * (other.height - other.width);
            const double share = zeros / size;
            if (!(width <= 12 || (width <= 24 && share < 0.6) || (width <= 72 && share < 0.12) || share < 0.05)) break;
            const Joined both{child.begin, int(width), child.width + other.height, zeros};
            stack.pop_back();
            stack.back() = both;
        }
    }
    std::vector<int> begins;
    for (auto s = stack.rbegin(); s != stack.rend(); ++s) begins.push_back(s->begin);
    begins.push_back(n);
    return begins;
}

}  // namespace

std::vector<int> elimination_order(const BlockPattern& pattern, const Unknowns& unknowns) {
    const NodeGraph graph(pattern);
    std::vector<int> order = minimum_degree_order(graph);
    const Columns columns(pattern, unknowns, order);
    // Dissection takes about as long as so many flops per neighbour, and saves a third of all.
    const double flops = columns.flops();
    if (flops < 10000.0 * static_cast<double>(graph.neighbours.size())) return order;
    std::vector<int> dissected = dissection_order(graph);
    if (dissected.empty() || Columns(pattern, unknowns, dissected).flops() > 1.05 * flops) return order;
    return dissected;
}

Supernodes::Supernodes(const BlockPattern& pattern, const Unknowns& unknowns, const std::vector<int>& order) {
    const Columns columns(pattern, unknowns, order);
    nodes = columns.nodes;
    const int n = place_count();
    component.assign(1, 0);
    for (const int weight : columns.weight) component.push_back(component.back() + weight);
    flops = columns.flops();
    for (int j = 0; j < n; ++j) entries += columns.weight[j] * (columns.counts[j] - 0.5 * (columns.weight[j] - 1));
    begins = join(columns);
    of_place.resize(n);
    for (int s = 0; s < count(); ++s) std::fill(of_place.begin() + begins[s], of_place.begin() + begins[s + 1], s);

    // Rows of each: of its columns in the matrix, and what its children hand up.
    parent.assign(count(), -1);
    std::vector<int> seen(n, -1), first_child(count(), -1), sibling(count(), -1);
    row_begins.assign(1, 0);
    value_begins.assign(1, 0);
    for (int s = 0; s < count(); ++s) {
        const int end = begins[s + 1];
        for (int j = begins[s]; j < end; ++j) rows.push_back(j);
        const auto below = static_cast<std::ptrdiff_t>(rows.size());
        const auto add = [&](int row) {
            if (row >= end && std::exchange(seen[row], s) != s) rows.push_back(row);
        };
        for (int k = columns.pattern.column_begins[begins[s]]; k < columns.pattern.column_begins[end]; ++k)
            add(columns.pattern.rows[k]);
        for (int child = first_child[s]; child >= 0; child = sibling[child])
            for (int k = row_begins[child]; k < row_begins[child + 1]; ++k) add(rows[k]);  // which grow meanwhile
        std::sort(rows.begin() + below, rows.end());
        int height = 0;
        for (std::size_t k = row_begins[s]; k < rows.size(); ++k) {
            offsets.push_back(height);
            height += weight(rows[k]);
        }
        heights.push_back(height);
        row_begins.push_back(static_cast<int>(rows.size()));
        value_begins.push_back(value_begins.back() + std::int64_t(height) * width(s));
        if (static_cast<std::ptrdiff_t>(rows.size()) == below) continue;
        parent[s] = of_place[rows[below]];
        sibling[s] = std::exchange(first_child[parent[s]], s);
    }

    // Each row below belongs to another supernode's columns.
    update_begins.assign(count() + 1, 0);
    const auto each_update = [&](const auto& function) {
        for (int s = 0; s < count(); ++s) {
            const auto list = rows_of(s);
            for (int k = begins[s + 1] - begins[s]; k < static_cast<int>(list.size());) {
                const int to = of_place[list[k]], from = k;
                while (k < static_cast<int>(list.size()) && list[k] < begins[to + 1]) ++k;
                function(to, Update{s, from, k});
            }
        }
    };
    each_update([&](int to, const Update&) { ++update_begins[to + 1]; });
    for (int s = 0; s < count(); ++s) update_begins[s + 1] += update_begins[s];
    updates.resize(update_begins.back());
    std::vector<int> next(update_begins.begin(), update_begins.end() - 1);
    each_update([&](int to, const Update& update) { updates[next[to]++] = update; });

    // Branches: the largest subtrees that are still small beside the whole.
    std::vector<double> work(count(), 0.0);
    std::vector<int> first(count());
    for (int s = 0; s < count(); ++s) first[s] = s;
    double all = 0.0;
    for (int s = 0; s < count(); ++s) {
        double own = 0.0;
        for (int a = 0; a < width(s); ++a) own += double(heights[s] - a) * (heights[s] - a);
        work[s] += own;
        all += own;
        if (parent[s] < 0) continue;
        work[parent[s]] += work[s];
        first[parent[s]] = std::min(first[parent[s]], first[s]);
    }
    const double most = std::max(branch_flops, all / most_branches);
    double of_last = 0.0;
    for (int s = 0; s < count(); ++s) {
        if (work[s] > most) {
            above.push_back(s);
        } else if (parent[s] < 0 || work[parent[s]] > most) {
            // Small trees that stand alone go together.
            const bool alone = parent[s] < 0 && !branches.empty() && branches.back().end == first[s] &&
                               parent[first[s] - 1] < 0 && of_last + work[s] <= most;
            of_last = alone ? of_last + work[s] : work[s];
            if (alone)
                branches.back().end = s + 1;
            else
                branches.push_back({first[s], s + 1, sums});
            sums += heights[s] - width(s);
        }
    }
}

}  // namespace talweg
