#include "talweg/record/point_means.hpp"

#include <algorithm>
#include <utility>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

template <std::size_t N>
void note(const std::vector<std::array<int, N>>& cells, int first_element, std::vector<std::pair<int, int>>& pairs) {
    for (std::size_t e = 0; e < cells.size(); ++e)
        for (const int point : cells[e]) pairs.emplace_back(point, first_element + static_cast<int>(e));
}

/// The point that equals each node, or −1.
std::vector<int> points_of_nodes(const Model& model) {
    std::vector<int> points(model.node_count(), -1);
    for (int i = model.point_count() - 1; i >= 0; --i)
        if (const int node = model.map.single_node(i); node >= 0) points[node] = i;
    return points;
}

}  // namespace

std::vector<ElementShare> element_shares(const Model& model, const SolidElements& elements) {
    const std::vector<int> point_of_node = points_of_nodes(model);
    std::vector<ElementShare> shares;
    for (const ElementRange& range : elements.ranges()) {
        const Body& body = model.bodies[range.body];
        ElementShare& share =
            shares.emplace_back(ElementShare{body.name, range.first, range.count, range.corner_count, {}});
        for (int i = body.first_point; i < body.first_point + body.point_count; ++i) {
            const auto row = model.map.row(i);
            if (row.size() < 2) continue;
            auto& rider = share.riders.emplace_back();
            for (const auto& [node, weight] : row) rider.push_back({point_of_node[node] - body.first_point, weight});
        }
    }
    return shares;
}

std::string component_name(const std::string& field, std::size_t component, std::size_t components) {
    return components == 1 ? field : field + "_" + std::to_string(component + 1);
}

PointMeans::PointMeans(std::span<const ElementShare> shares, std::span<const Body> bodies) {
    std::vector<std::pair<int, int>> pairs;  // point, element
    int points = 0;
    for (const Body& body : bodies) points = std::max(points, body.first_point + body.point_count);
    for (const ElementShare& share : shares) {
        const auto body = std::ranges::find(bodies, share.body, &Body::name);
        if (body == bodies.end()) throw Error("elements are recorded of '" + share.body + "', which is no body");
        if (share.corners == 4)
            note(body->tets, share.first_element, pairs);
        else
            note(body->triangles, share.first_element, pairs);
        int point = body->first_point + body->point_count - static_cast<int>(share.riders.size());
        for (auto corners : share.riders) {
            for (auto& corner : corners) corner.point += body->first_point;
            riders_.push_back({point++, std::move(corners)});
        }
    }
    std::sort(pairs.begin(), pairs.end());
    offsets_.assign(points + 1, 0);
    for (const auto& [point, element] : pairs) {
        ++offsets_[point + 1];
        elements_.push_back(element);
    }
    for (int i = 0; i < points; ++i) offsets_[i + 1] += offsets_[i];
}

std::vector<double> PointMeans::at_points(std::span<const double> values, std::size_t component, std::size_t components,
                                          double elsewhere) const {
    std::vector<double> at_points(offsets_.size() - 1, elsewhere);
    for (std::size_t i = 0; i < at_points.size(); ++i) {
        const int begin = offsets_[i], end = offsets_[i + 1];
        if (begin < end) at_points[i] = 0.0;
        for (int k = begin; k < end; ++k) at_points[i] += values[elements_[k] * components + component] / (end - begin);
    }
    for (const Rider& rider : riders_) {
        double sum = 0.0;
        for (const auto& [point, weight] : rider.corners) sum += weight * at_points[point];
        at_points[rider.point] = sum;
    }
    return at_points;
}

}  // namespace talweg
