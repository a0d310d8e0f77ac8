#include "talweg/geometry/cuthill_mckee.hpp"

#include <algorithm>
#include <cstdint>

namespace talweg {

namespace {

/// Appends the part of the graph around `start`, level by level, and within a level as wanted; `placed` marks what is
/// in the order. Returns where its last level begins, and how many levels there are.
struct Levels {
    int last_begin, count;
};
template <bool few_neighbours_first>
Levels spread_from(int start, const Graph& graph, std::vector<int>& order, std::vector<char>& placed) {
    Levels levels{static_cast<int>(order.size()), 0};
    order.push_back(start);
    placed[start] = 1;
    std::vector<std::uint64_t> found;  // around a node: first by their neighbours, then by their numbers
    for (int begin = levels.last_begin; begin < static_cast<int>(order.size()); ++levels.count) {
        const int end = static_cast<int>(order.size());
        for (int k = begin; k < end; ++k) {
            for (int e = graph.begins[order[k]]; e < graph.begins[order[k] + 1]; ++e)
                if (const int j = graph.neighbours[e]; !placed[j]) {
                    placed[j] = 1;
                    if constexpr (few_neighbours_first)
                        found.push_back(std::uint64_t(graph.degree(j)) << 32 | std::uint64_t(j));
                    else
                        order.push_back(j);
                }
            std::sort(found.begin(), found.end());
            for (const std::uint64_t j : found) order.push_back(static_cast<int>(j & 0xffffffff));
            found.clear();
        }
        levels.last_begin = begin;
        begin = end;
    }
    return levels;
}

}  // namespace

std::vector<int> cuthill_mckee(const Graph& graph) {
    std::vector<int> order;
    std::vector<char> placed(graph.node_count(), 0);
    order.reserve(graph.node_count());
    for (int node = 0; node < graph.node_count(); ++node) {
        if (placed[node]) continue;
        // From anywhere to the far end, and from there again, as long as the way gets longer.
        const std::size_t begin = order.size();
        int start = node;
        for (int longest = 0;;) {
            // The first way is never the last, and only its end is looked at.
            const Levels levels = longest == 0 ? spread_from<false>(start, graph, order, placed)
                                               : spread_from<true>(start, graph, order, placed);
            if (levels.count <= longest) break;
            longest = levels.count;
            start = *std::min_element(order.begin() + levels.last_begin, order.end(), [&](int a, int b) {
                return std::pair(graph.degree(a), a) < std::pair(graph.degree(b), b);
            });
            for (std::size_t k = begin; k < order.size(); ++k) placed[order[k]] = 0;
            order.resize(begin);
        }
    }
    return order;
}

}  // namespace talweg
