#include "talweg/solve/node_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

/// Each takes rows in turn, and keeps a number for every column: no more than cores are expected.
constexpr int most_workers = 16, rows_at_once = 1024;

}  // namespace

/// The rows are cut among a few, who count their blocks by columns. So each knows where those of the others stand.
NodeGraph::NodeGraph(const BlockPattern& p) {
    const int n = p.node_count();
    begins.assign(n + 1, 0);
    const int workers = std::clamp(n / rows_at_once, 1, most_workers);
    std::vector<std::vector<int>> places(workers);
    const auto each_worker = [&](const auto& function) {
        parallel_each(0, workers, [&](int w) {
            const auto cut = [&](int k) { return static_cast<int>(std::int64_t(n) * k / workers); };
            function(places[w], cut(w), cut(w + 1));
        });
    };
    each_worker([&](std::vector<int>& count, int begin, int end) {
        count.assign(n, 0);
        for (int i = begin; i < end; ++i)
            for (int k = p.diagonal(i) + 1; k < p.row_end(i); ++k) ++count[p.column(k)];
    });
    parallel_nodes(n, [&](int i) {
        begins[i + 1] = p.row_end(i) - p.diagonal(i) - 1;
        for (const auto& count : places) begins[i + 1] += count[i];
    });
    for (int i = 0; i < n; ++i) begins[i + 1] += begins[i];
    neighbours.resize(begins.back());
    blocks.resize(begins.back());
    parallel_nodes(n, [&](int i) {
        int at = begins[i];
        for (auto& place : places) at += std::exchange(place[i], at);
    });
    each_worker([&](std::vector<int>& place, int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const int first = p.diagonal(i) + 1, own = begins[i + 1] - (p.row_end(i) - first);
            for (int k = first; k < p.row_end(i); ++k) {
                const int j = p.column(k), mirrored = place[j]++;
                neighbours[own + k - first] = j;
                neighbours[mirrored] = i;
                blocks[own + k - first] = blocks[mirrored] = k;
            }
        }
    });
}

}  // namespace talweg
