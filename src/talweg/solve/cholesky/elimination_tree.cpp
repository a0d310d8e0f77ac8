#include "talweg/solve/cholesky/elimination_tree.hpp"

#include <utility>

namespace talweg {

std::vector<int> elimination_tree(const LowerPattern& pattern) {
    const int n = pattern.count();
    std::vector<int> parent(n, -1), ancestor(n, -1);
    for (int row = 0; row < n; ++row)
        for (int k = pattern.row_begins[row]; k < pattern.row_begins[row + 1]; ++k)
            for (int j = pattern.columns[k]; j >= 0 && j < row;) {
                const int next = std::exchange(ancestor[j], row);
                if (next < 0) parent[j] = row;
                j = next;
            }
    return parent;
}

std::vector<int> postorder(const std::vector<int>& parent) {
    const int n = static_cast<int>(parent.size());
    std::vector<int> first_child(n, -1), sibling(n, -1), roots, stack, order;
    for (int j = n - 1; j >= 0; --j) {
        if (parent[j] < 0)
            roots.push_back(j);
        else
            sibling[j] = std::exchange(first_child[parent[j]], j);
    }
    order.reserve(n);
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) {
        stack.push_back(*root);
        while (!stack.empty()) {
            const int child = first_child[stack.back()];
            if (child >= 0) {
                first_child[stack.back()] = sibling[child];
                stack.push_back(child);
            } else {
                order.push_back(stack.back());
                stack.pop_back();
            }
        }
    }
    return order;
}

std::vector<int> column_counts(const LowerPattern& pattern, const std::vector<int>& parent,
                               const std::vector<int>& weight) {
    const int n = pattern.count();
    std::vector<int> first(n, -1), counts(n, 0), ancestor(n), furthest(n, -1), last_leaf(n, -1);
    for (int j = 0; j < n; ++j) {
        ancestor[j] = j;
        if (first[j] < 0) counts[j] = weight[j];  // a leaf of the tree
        for (int i = j; i >= 0 && first[i] < 0; i = parent[i]) first[i] = j;
    }
    for (int j = 0; j < n; ++j) {
        if (parent[j] >= 0) counts[parent[j]] -= weight[j];
        for (int k = pattern.column_begins[j]; k < pattern.column_begins[j + 1]; ++k) {
            // Row i reaches j anew only if j is a leaf of what row i spans in the tree.
            const int i = pattern.rows[k];
            if (first[j] <= furthest[i]) continue;
            furthest[i] = first[j];
            counts[j] += weight[i];
            const int before = std::exchange(last_leaf[i], j);
            if (before < 0) continue;
            int meeting = before;
            while (meeting != ancestor[meeting]) meeting = ancestor[meeting];
            for (int s = before; s != meeting;) s = std::exchange(ancestor[s], meeting);
            counts[meeting] -= weight[i];
        }
        if (parent[j] >= 0) ancestor[j] = parent[j];
    }
    for (int j = 0; j < n; ++j)
        if (parent[j] >= 0) counts[parent[j]] += counts[j];
    return counts;
}

}  // namespace talweg
