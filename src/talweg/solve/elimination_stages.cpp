#include "talweg/solve/elimination_stages.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int gone = -2, unassigned = -1;  // in place of a part: in an earlier stage; in none so far

/// Parts of `part_size` nodes of those that are left, each grown around the first that is in none; and how many.
int grow_parts(const NodeGraph& graph, const std::vector<int>& left, int part_size, std::vector<int>& part_of) {
    std::vector<int> front;
    front.reserve(part_size);
    int part = 0;
    const auto put = [&](int node) {
        part_of[node] = part;
        front.push_back(node);
    };
    std::size_t done = 0;  // of the front, those whose neighbours were looked at
    for (const int node : left) {
        if (part_of[node] != unassigned) continue;
        if (static_cast<int>(front.size()) >= part_size) {
            front.clear();
            done = 0;
            ++part;
        }
        put(node);
        for (; done < front.size(); ++done)
            for (int e = graph.begins[front[done]]; e < graph.begins[front[done] + 1]; ++e) {
                if (static_cast<int>(front.size()) >= part_size) break;
                if (const int j = graph.neighbours[e]; part_of[j] == unassigned) put(j);
            }
    }
    return part + 1;
}

}  // namespace

EliminationStages::EliminationStages(const NodeGraph& graph, const std::vector<int>& given, int part_size) {
    std::vector<int> left = given, part_of(graph.node_count(), gone), borders, sizes;
    std::vector<char> on_border(graph.node_count(), 0);
    order.reserve(given.size());
    while (static_cast<int>(left.size()) >= 2 * part_size) {
        for (const int node : left) part_of[node] = unassigned;
        sizes.assign(grow_parts(graph, left, part_size, part_of), 0);
        parallel_nodes(static_cast<int>(left.size()), [&](int k) {
            const int node = left[k];
            on_border[node] = 0;
            for (int e = graph.begins[node]; e < graph.begins[node + 1]; ++e)
                if (const int part = part_of[graph.neighbours[e]]; part != gone && part < part_of[node])
                    on_border[node] = 1;
        });
        borders.clear();
        for (const int node : left)
            if (on_border[node])
                borders.push_back(node);
            else
                ++sizes[part_of[node]];
        if (2 * borders.size() > left.size()) {  // couplings reach far beyond parts of this size
            part_size *= 2;
            continue;
        }
        std::vector<Range>& ranges = stages.emplace_back();
        int end = static_cast<int>(order.size());
        for (const int size : sizes) {
            ranges.push_back({end, end});
            end += size;
        }
        order.resize(end);
        for (const int node : left)
            if (!on_border[node]) {
                order[ranges[part_of[node]].end++] = node;
                part_of[node] = gone;
            }
        left.swap(borders);
    }
    const int begin = static_cast<int>(order.size());
    order.insert(order.end(), left.begin(), left.end());
    stages.push_back({{begin, static_cast<int>(order.size())}});
}

}  // namespace talweg
