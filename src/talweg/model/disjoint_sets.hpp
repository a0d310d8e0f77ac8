/// Sets of numbers that grow together (Tarjan's union and find, with paths halved).
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

namespace talweg {

class DisjointSets {
public:
    explicit DisjointSets(int count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

    /// The smallest member of i's set.
    int find(int i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(int i, int j) {
        i = find(i);
        j = find(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

private:
    std::vector<int> parent_;
};

}  // namespace talweg
