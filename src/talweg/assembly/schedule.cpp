#include "talweg/assembly/schedule.hpp"

#include <algorithm>

#include "talweg/assembly/colour_sets.hpp"

namespace talweg {

Schedule::Schedule(const Model& model, const Term& term, int elements_per_chunk) {
    std::vector<std::vector<Chunk>> colours;
    ColourSets used(model.point_count() + model.node_count());
    for (int begin = 0; begin < term.element_count(); begin += elements_per_chunk) {
        const Chunk chunk{begin, std::min(begin + elements_per_chunk, term.element_count())};
        const int colour = used.take_first_free(
            [&](const auto& function) { each_target(model, term, chunk.begin, chunk.end, function); });
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
