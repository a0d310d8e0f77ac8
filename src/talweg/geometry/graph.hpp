/// Who is next to whom: the neighbours of every node, one list behind the other.
#pragma once
#include <vector>

namespace talweg {

struct Graph {
    std::vector<int> begins, neighbours;

    int node_count() const { return static_cast<int>(begins.size()) - 1; }
    int degree(int i) const { return begins[i + 1] - begins[i]; }
};

}  // namespace talweg
