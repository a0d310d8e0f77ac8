#include "talweg/assembly/schedule.hpp"

#include <algorithm>

namespace talweg {

namespace {

/// What a chunk writes to: its points, and behind them its nodes. Ascending, without repetition.
std::vector<int> writes(const Model& model, const Term& term, Schedule::Chunk chunk) {
    std::vector<int> out;
    const int n = term.point_count();
    for (int k = chunk.begin * n; k < chunk.end * n; ++k) {
        const int point = term.points()[k];
        out.push_back(point);
        for (const NodeWeight& w : model.map.row(point)) out.push_back(model.point_count() + w.node);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

Schedule::Schedule(const Model& model, const Term& term, int elements_per_chunk) {
    std::vector<std::vector<Chunk>> colours;
    // used[i] is the set of colours that already write to i; chunks take the first colour free at all they write to.
    std::vector<std::vector<int>> used(model.point_count() + model.node_count());
    std::vector<int> taken;
    for (int begin = 0; begin < term.element_count(); begin += elements_per_chunk) {
        const Chunk chunk{begin, std::min(begin + elements_per_chunk, term.element_count())};
        const int stamp = begin / elements_per_chunk;
        const std::vector<int> targets = writes(model, term, chunk);
        for (int i : targets)
            for (int colour : used[i]) taken[colour] = stamp;
        int colour = 0;
        while (colour < static_cast<int>(colours.size()) && taken[colour] == stamp) ++colour;
        if (colour == static_cast<int>(colours.size())) {
            colours.emplace_back();
            taken.push_back(-1);
        }
        colours[colour].push_back(chunk);
        for (int i : targets) used[i].push_back(colour);
    }
    for (const auto& colour : colours) {
        colour_begins.push_back(static_cast<int>(chunks.size()));
        chunks.insert(chunks.end(), colour.begin(), colour.end());
    }
    colour_begins.push_back(static_cast<int>(chunks.size()));
}

}  // namespace talweg
