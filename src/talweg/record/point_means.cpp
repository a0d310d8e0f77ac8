#include "talweg/record/point_means.hpp"

#include <algorithm>
#include <utility>

#include "talweg/math/error.hpp"
#include "talweg/model/linkage.hpp"

namespace talweg {

namespace {

template <std::size_t N>
void note(const std::vector<std::array<int, N>>& cells, int first_element, std::vector<std::pair<int, int>>& pairs) {
    for (std::size_t e = 0; e < cells.size(); ++e)
        for (const int point : cells[e]) pairs.emplace_back(point, first_element + static_cast<int>(e));
}

/// How points follow the nodes of their own bodies. Joints may have given nodes away to other bodies: what a body's
/// points ride on is said by the map before that.
const PointMap& own_map(const Model& model) { return model.linkage ? model.linkage->map : model.map; }

/// The point that equals each node, or −1.
std::vector<int> points_of_nodes(const PointMap& map, int nodes) {
    std::vector<int> points(nodes, -1);
    for (int i = map.point_count() - 1; i >= 0; --i)
        if (const int node = map.single_node(i); node >= 0) points[node] = i;
    return points;
}

}  // namespace

std::vector<ElementShare> element_shares(const Model& model, const SolidElements& elements) {
    const PointMap& map = own_map(model);
    const std::vector<int> point_of_node =
        points_of_nodes(map, model.linkage ? static_cast<int>(model.linkage->node_body.size()) : model.node_count());
    std::vector<ElementShare> shares;
    for (const ElementRange& range : elements.ranges()) {
        const Body& body = model.bodies[range.body];
        ElementShare& share =
            shares.emplace_back(ElementShare{body.name, range.first, range.count, range.corner_count, {}});
        const int end = body.first_point + body.point_count;
        int first_embedded = body.first_point;
        while (first_embedded < end && map.row(first_embedded).size() < 2) ++first_embedded;
        for (int i = first_embedded; i < end; ++i) {
            auto& embedded = share.embedded.emplace_back();
            for (const auto& [node, weight] : map.row(i))
                embedded.push_back({point_of_node[node] - body.first_point, weight});
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
        int point = body->first_point + body->point_count - static_cast<int>(share.embedded.size());
        for (auto corners : share.embedded) {
            if (corners.empty()) {  // stays where it is: nothing to take a mean of
                ++point;
                continue;
            }
            for (auto& corner : corners) corner.point += body->first_point;
            embedded_.push_back({point++, std::move(corners)});
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
    for (const EmbeddedPoint& embedded : embedded_) {
        double sum = 0.0;
        for (const auto& [point, weight] : embedded.corners) sum += weight * at_points[point];
        at_points[embedded.point] = sum;
    }
    return at_points;
}

}  // namespace talweg
