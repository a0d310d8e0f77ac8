#include "talweg/export/shown_body.hpp"

#include <algorithm>
#include <numeric>

namespace talweg {

template <std::size_t N>
std::vector<std::array<int, N>> renumbered(std::vector<std::array<int, N>> elements, const std::vector<int>& points) {
    for (auto& element : elements)
        for (int& point : element)
            point = static_cast<int>(std::lower_bound(points.begin(), points.end(), point) - points.begin());
    return elements;
}

template <std::size_t N>
std::vector<int> points_of(const std::vector<std::array<int, N>>& elements) {
    std::vector<int> points;
    points.reserve(N * elements.size());
    for (const auto& element : elements) points.insert(points.end(), element.begin(), element.end());
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

template std::vector<std::array<int, 2>> renumbered(std::vector<std::array<int, 2>>, const std::vector<int>&);
template std::vector<std::array<int, 3>> renumbered(std::vector<std::array<int, 3>>, const std::vector<int>&);
template std::vector<std::array<int, 4>> renumbered(std::vector<std::array<int, 4>>, const std::vector<int>&);
template std::vector<int> points_of(const std::vector<std::array<int, 3>>&);
template std::vector<int> points_of(const std::vector<std::array<int, 4>>&);

std::vector<ShownBody> shown_bodies(std::span<const Body> bodies) {
    std::vector<ShownBody> shown;
    for (const Body& body : bodies) {
        ShownBody skin{.name = body.name, .points = points_of(body.triangles), .radius = body.radius};
        if (body.triangles.empty()) {
            skin.points.resize(body.point_count);
            std::iota(skin.points.begin(), skin.points.end(), body.first_point);
            skin.edges = renumbered(body.edges, skin.points);
        }
        skin.triangles = renumbered(body.triangles, skin.points);
        shown.push_back(std::move(skin));
    }
    return shown;
}

std::vector<std::string> shown_names(std::span<const ShownBody> shown) {
    std::vector<std::string> names;
    for (const ShownBody& skin : shown) names.push_back(skin.name);
    return names;
}

}  // namespace talweg
