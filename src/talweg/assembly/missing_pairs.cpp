#include "talweg/assembly/missing_pairs.hpp"

#include <algorithm>
#include <atomic>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int elements_at_once = 512;

/// function(i, j), i < j, for all nodes that one of the elements [begin, end) couples; not always only once.
template <class Function>
void each_pair(const Model& model, const Term& term, int begin, int end, const Function& function) {
    const int n = term.point_count();
    std::vector<int> nodes, last;
    for (int e = begin; e < end; ++e) {
        nodes.clear();
        for (int i = 0; i < n; ++i)
            for (const NodeWeight& w : model.map.row(term.points()[e * n + i])) nodes.push_back(w.node);
        std::sort(nodes.begin(), nodes.end());
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        if (nodes == last) continue;  // neighbours in the list mostly are between the same bodies
        last = nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (std::size_t j = i + 1; j < nodes.size(); ++j) function(nodes[i], nodes[j]);
    }
}

}  // namespace

MissingPairs::MissingPairs(const BlockPattern& pattern, const Model& model,
                           const std::vector<std::shared_ptr<const Term>>& terms)
    : needed(pattern.block_count(), 0) {
    for (const auto& term : terms) {
        const int count = term->element_count();
        std::vector<std::vector<std::array<int, 2>>> found((count + elements_at_once - 1) / elements_at_once);
        const auto find = [&](int begin, int end) {
            each_pair(model, *term, begin, end, [&](int i, int j) {
                if (const int block = pattern.find(i, j); block < 0)
                    found[begin / elements_at_once].push_back({i, j});
                else
                    std::atomic_ref(needed[block]).store(1, std::memory_order_relaxed);
            });
        };
        parallel_pieces(count, find, elements_at_once);
        for (const auto& of_piece : found) pairs.insert(pairs.end(), of_piece.begin(), of_piece.end());
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

NodePairs merged(const NodePairs& many, const NodePairs& few) {
    NodePairs all(many.size() + few.size());
    const int count = static_cast<int>(many.size());
    parallel_pieces(std::max(1, count), [&](int begin, int end) {
        end = std::min(end, count);
        const auto few_before = [&](int k) { return std::lower_bound(few.begin(), few.end(), many[k]); };
        const auto first = begin == 0 ? few.begin() : few_before(begin);
        const auto last = end == count ? few.end() : few_before(end);
        std::merge(many.begin() + begin, many.begin() + end, first, last, all.begin() + begin + (first - few.begin()));
    });
    return all;
}

}  // namespace talweg
