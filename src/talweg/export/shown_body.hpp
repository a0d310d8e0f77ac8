/// What pictures show of a body: its triangles – of a solid the outer surface, of an embedded one the surface that
/// rides in it – or else its edges, or else its points. Points that none of these use stay out.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "talweg/model/model.hpp"

namespace talweg {

/// The entries of `points` out of one per point of the run.
template <class Value>
std::vector<Value> gathered(const std::vector<int>& points, const std::vector<Value>& all) {
    std::vector<Value> some;
    some.reserve(points.size());
    for (const int point : points) some.push_back(all[point]);
    return some;
}

struct ShownBody {
    std::string name;
    std::vector<int> points;                         // points of the run, ascending
    std::vector<std::array<int, 3>> triangles = {};  // indices into `points`
    std::vector<std::array<int, 2>> edges = {};      // likewise, where there are no triangles
    double radius = 0.0;                             // of loose points; 0: nobody has said

    template <class Value>
    std::vector<Value> of(const std::vector<Value>& all) const {
        return gathered(points, all);
    }
};

std::vector<ShownBody> shown_bodies(std::span<const Body> bodies);
std::vector<std::string> shown_names(std::span<const ShownBody> shown);

/// Elements given by points of the run, given by their index in `points`, which holds all of them in ascending order.
template <std::size_t N>
std::vector<std::array<int, N>> renumbered(std::vector<std::array<int, N>> elements, const std::vector<int>& points);

/// The points that elements use, ascending.
template <std::size_t N>
std::vector<int> points_of(const std::vector<std::array<int, N>>& elements);

}  // namespace talweg
