#include "talweg/assembly/schedule.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace talweg {

namespace {

/// Which colours write to each of many targets, as bits; a word more wherever a colour needs it.
class ColourSets {
public:
    explicit ColourSets(int targets) : targets_(targets) {}

    /// The first colour that writes to none of the targets that `visit` visits.
    template <class Visit>
    int first_free(const Visit& visit) const {
        for (std::size_t word = 0; word < words_.size(); ++word) {
            std::uint64_t taken = 0;
            visit([&](int target) { taken |= words_[word][target]; });
            if (~taken != 0) return static_cast<int>(64 * word) + std::countr_one(taken);
        }
        return static_cast<int>(64 * words_.size());
    }
    template <class Visit>
    void take(int colour, const Visit& visit) {
        if (colour / 64 == static_cast<int>(words_.size())) words_.emplace_back(targets_, 0);
        visit([&](int target) { words_[colour / 64][target] |= std::uint64_t(1) << (colour % 64); });
    }

private:
    int targets_;
    std::vector<std::vector<std::uint64_t>> words_;
};

}  // namespace

Schedule::Schedule(const Model& model, const Term& term, int elements_per_chunk) {
    std::vector<std::vector<Chunk>> colours;
    ColourSets used(model.point_count() + model.node_count());
    const int n = term.point_count();
    for (int begin = 0; begin < term.element_count(); begin += elements_per_chunk) {
        const Chunk chunk{begin, std::min(begin + elements_per_chunk, term.element_count())};
        // What the chunk writes to: its points, and behind them its nodes.
        const auto visit = [&](const auto& function) {
            for (int k = chunk.begin * n; k < chunk.end * n; ++k) {
                const int point = term.points()[k];
                function(point);
                for (const NodeWeight& w : model.map.row(point)) function(model.point_count() + w.node);
            }
        };
        const int colour = used.first_free(visit);
        used.take(colour, visit);
        if (colour >= static_cast<int>(colours.size())) colours.resize(colour + 1);
        colours[colour].push_back(chunk);
    }
    for (const auto& colour : colours) {
        colour_begins.push_back(static_cast<int>(chunks.size()));
        chunks.insert(chunks.end(), colour.begin(), colour.end());
    }
    colour_begins.push_back(static_cast<int>(chunks.size()));
}

}  // namespace talweg
