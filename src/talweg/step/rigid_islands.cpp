#include "talweg/step/rigid_islands.hpp"

#include <algorithm>

#include "talweg/model/disjoint_sets.hpp"

namespace talweg {

namespace {

/// The row of x_b − x_a.
std::vector<NodeWeight> difference(const PointMap& map, int a, int b) {
    std::vector<NodeWeight> row(map.row(b).begin(), map.row(b).end());
    for (const auto& [node, weight] : map.row(a)) {
        const auto known = std::find_if(row.begin(), row.end(), [&, n = node](const auto& w) { return w.node == n; });
        if (known == row.end())
            row.push_back({node, -weight});
        else
            known->weight -= weight;
    }
    std::erase_if(row, [](const NodeWeight& w) { return w.weight == 0.0; });
    return row;
}

}  // namespace

std::vector<RigidIsland> rigid_islands(const Model& model) {
    const int carriers = model.planar ? 3 : 4;
    DisjointSets sets(model.node_count());
    std::vector<const Body*> bodies;
    for (const Body& body : model.bodies) {
        if (!body.rigid || body.obstacle || body.point_count < carriers) continue;
        int first = -1;
        for (int k = 0; k < carriers; ++k)
            for (const NodeWeight& w : model.map.row(body.first_point + k))
                if (first < 0)
                    first = w.node;
                else
                    sets.join(first, w.node);
        if (first >= 0) bodies.push_back(&body);
    }
    std::vector<RigidIsland> islands;
    std::vector<int> island_of(model.node_count(), -1), index(model.node_count(), -1);
    const auto island_at = [&](int node) -> RigidIsland& {
        int& island = island_of[sets.find(node)];
        if (island < 0) {
            island = static_cast<int>(islands.size());
            islands.emplace_back();
        }
        return islands[island];
    };
    for (const Body* body : bodies)
        for (int k = 0; k < carriers; ++k)
            for (const auto& [node, weight] : model.map.row(body->first_point + k))
                if (index[node] < 0) {
                    index[node] = 0;
                    island_at(node).nodes.push_back(node);
                }
    for (RigidIsland& island : islands) {
        std::sort(island.nodes.begin(), island.nodes.end());
        for (std::size_t i = 0; i < island.nodes.size(); ++i) index[island.nodes[i]] = static_cast<int>(i);
    }
    for (const Body* body : bodies)
        for (int k = 0; k < carriers; ++k)
            if (const auto row = model.map.row(body->first_point + k); !row.empty()) {
                ++island_at(row[0].node).bodies;
                break;
            }
    for (const Body* body : bodies)
        for (int a = body->first_point; a < body->first_point + carriers; ++a)
            for (int b = a + 1; b < body->first_point + carriers; ++b) {
                std::vector<NodeWeight> row = difference(model.map, a, b);
                if (row.empty()) continue;
                RigidIsland& island = island_at(row.front().node);
                for (NodeWeight& w : row) w.node = index[w.node];
                island.edges.push_back({std::move(row), a, b, norm_squared(model.rest[b] - model.rest[a])});
            }
    for (const auto& [i, j, mass] : model.mass.couplings)
        if (index[i] >= 0 && index[j] >= 0 && sets.find(i) == sets.find(j))
            island_at(i).couplings.push_back({index[i], index[j], mass});
    std::erase_if(islands, [&](const RigidIsland& island) {
        return std::all_of(island.nodes.begin(), island.nodes.end(),
                           [&](int node) { return model.held_axes[node] == all_axes; });
    });
    return islands;
}

}  // namespace talweg
