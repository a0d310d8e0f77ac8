#include "talweg/geometry/near_ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "talweg/geometry/cuthill_mckee.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int many = 8192;    // points: what is kept of fewer stays in the caches in any order
constexpr double far = 32.0;  // an order that jumps so far; grids in theirs jump by 0.5 to 2, files by n / 20

/// Neighbours ascend.
Graph graph_of(const Mesh& mesh, int count) {
    Graph graph;
    const auto each_edge = [&](const auto& function) {
        for (const auto& [name, edges] : mesh.edge_groups)
            for (const auto& [i, j] : edges)
                if (i < count && j < count) function(i, j);
    };
    graph.begins.assign(count + 1, 0);
    each_edge([&](int i, int j) { ++graph.begins[i + 1], ++graph.begins[j + 1]; });
    for (int i = 0; i < count; ++i) graph.begins[i + 1] += graph.begins[i];
    graph.neighbours.resize(graph.begins[count]);
    std::vector<int> next(graph.begins.begin(), graph.begins.end() - 1);
    each_edge([&](int i, int j) {
        graph.neighbours[next[i]++] = j;
        graph.neighbours[next[j]++] = i;
    });
    return graph;
}

/// How far a point's neighbours are, on average, from the nearest of those of the point before. `at(k)`: who is at
/// place k.
template <class At>
double jump(const Graph& graph, const std::vector<int>& place, const At& at) {
    const int n = graph.node_count();
    const auto places = [&](int i, std::vector<int>& sorted) {
        sorted.clear();
        for (int e = graph.begins[i]; e < graph.begins[i + 1]; ++e) sorted.push_back(place[graph.neighbours[e]]);
        std::sort(sorted.begin(), sorted.end());
    };
    const double sum = parallel_sum(n, [&](int begin, int end) {
        std::vector<int> before, here;
        std::int64_t of_piece = 0;
        if (begin > 0) places(at(begin - 1), before);
        for (int k = begin; k < end; ++k) {
            places(at(k), here);
            for (std::size_t e = 0, b = 0; e < here.size() && !before.empty(); ++e) {
                const auto apart = [&](std::size_t other) { return std::abs(before[other] - here[e]); };
                while (b + 1 < before.size() && apart(b + 1) <= apart(b)) ++b;
                of_piece += apart(b);
            }
            std::swap(before, here);
        }
        return static_cast<double>(of_piece);
    });
    return graph.neighbours.empty() ? 0.0 : sum / static_cast<double>(graph.neighbours.size());
}

}  // namespace

std::vector<int> near_ranks(const Mesh& mesh, int count) {
    if (count < many) return {};
    const Graph graph = graph_of(mesh, count);
    std::vector<int> ranks(count);
    for (int i = 0; i < count; ++i) ranks[i] = i;
    const double own = jump(graph, ranks, [](int k) { return k; });
    if (own < far) return {};
    const std::vector<int> order = cuthill_mckee(graph);
    for (int k = 0; k < count; ++k) ranks[order[k]] = k;
    if (jump(graph, ranks, [&](int k) { return order[k]; }) > 0.5 * own) return {};
    return ranks;
}

}  // namespace talweg
