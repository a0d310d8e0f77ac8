/// Which colours write to each of many targets, as bits; a word more wherever a colour needs it.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "talweg/model/model.hpp"

namespace talweg {

class ColourSets {
public:
    explicit ColourSets(int targets) : targets_(targets) {}

    /// The first colour that writes to none of the targets that `visit` visits; from now on it does.
    template <class Visit>
    int take_first_free(const Visit& visit) {
        const int colour = first_free(visit);
        if (colour / 64 == static_cast<int>(words_.size())) words_.emplace_back(targets_, 0);
        visit([&](int target) { words_[colour / 64][target] |= std::uint64_t(1) << (colour % 64); });
        return colour;
    }

private:
    template <class Visit>
    int first_free(const Visit& visit) const {
        for (std::size_t word = 0; word < words_.size(); ++word) {
            std::uint64_t taken = 0;
            visit([&](int target) { taken |= words_[word][target]; });
            if (~taken != 0) return static_cast<int>(64 * word) + std::countr_one(taken);
        }
        return static_cast<int>(64 * words_.size());
    }

    int targets_;
    std::vector<std::vector<std::uint64_t>> words_;
};

/// What elements [begin, end) of a term write to: their points, and behind all points their nodes.
template <class Function>
void each_target(const Model& model, const Term& term, int begin, int end, const Function& function) {
    const int n = term.point_count();
    for (int k = begin * n; k < end * n; ++k) {
        const int point = term.points()[k];
        function(point);
        for (const NodeWeight& w : model.map.row(point)) function(model.point_count() + w.node);
    }
}

}  // namespace talweg
