/// The edges of triangles or tetrahedra, each once.
#pragma once
#include <algorithm>
#include <cstddef>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Every pair of corners of every element, smaller index first, sorted and without repetition.
template <std::size_t N>
std::vector<std::array<int, 2>> unique_edges(const std::vector<std::array<int, N>>& elements) {
    static_assert(N == 3 || N == 4);
    std::vector<std::array<int, 2>> edges;
    edges.reserve(elements.size() * N * (N - 1) / 2);
    for (const auto& element : elements)
        for (std::size_t i = 0; i < N; ++i)
            for (std::size_t j = i + 1; j < N; ++j) {
                const auto [low, high] = std::minmax(element[i], element[j]);
                edges.push_back({low, high});
            }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    edges.shrink_to_fit();
    return edges;
}

}  // namespace talweg
