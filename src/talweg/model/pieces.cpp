#include "talweg/model/pieces.hpp"

#include <algorithm>

#include "talweg/model/disjoint_sets.hpp"

namespace talweg {

namespace {

/// visit(points) for whatever connects the nodes that they follow: an element, or a single point that follows several.
template <class Visit>
void visit_connections(const Model& model, const Visit& visit) {
    for (const auto& term : model.terms) {
        const int n = term->point_count();
        if (n == 1) continue;  // forces from outside hold nothing
        for (int e = 0; e < term->element_count(); ++e)
            visit(std::span(term->points() + std::ptrdiff_t(e) * n, static_cast<std::size_t>(n)));
    }
    for (int point = 0; point < model.point_count(); ++point) visit(std::span(&point, 1));
}

void sort_and_unite(std::vector<int>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

Pieces::Pieces(const Model& model) : of_node(model.node_count(), -1), of_point(model.point_count(), -1) {
    DisjointSets sets(model.node_count());
    const auto first_node = [&](std::span<const int> points) {
        for (const int point : points)
            if (const auto row = model.map.row(point); !row.empty()) return row[0].node;
        return -1;
    };
    visit_connections(model, [&](std::span<const int> points) {
        const int first = first_node(points);
        for (const int point : points)
            for (const NodeWeight& w : model.map.row(point)) sets.join(first, w.node);
    });
    for (const auto& coupling : model.mass.couplings) sets.join(coupling.i, coupling.j);

    for (int i = 0; i < model.node_count(); ++i) {
        const int root = sets.find(i);
        if (root == i) {
            of_node[i] = static_cast<int>(list.size());
            list.emplace_back();
        }
        of_node[i] = of_node[root];
        if (!model.is_coordinate(i)) list[of_node[i]].held |= model.held_axes[i];
    }
    visit_connections(model, [&](std::span<const int> points) {
        const int node = first_node(points);
        if (node < 0) return;
        Piece& piece = list[of_node[node]];
        for (const int point : points) {
            if (point >= model.place_count()) continue;  // what is nowhere anchors nothing
            const auto row = model.map.row(point);
            if (row.empty()) piece.held = all_axes;
            if (row.empty() || (row.size() == 1 && model.held_axes[row[0].node] == all_axes))
                piece.anchors.push_back(point);
        }
    });
    for (Piece& piece : list) sort_and_unite(piece.anchors);

    for (std::size_t body = 0; body < model.bodies.size(); ++body)
        for (int k = 0; k < model.bodies[body].point_count; ++k) {
            const int point = model.bodies[body].first_point + k;
            const auto row = model.map.row(point);
            if (row.empty()) continue;
            of_point[point] = of_node[row[0].node];
            if (list[of_point[point]].body < 0) list[of_point[point]].body = static_cast<int>(body);
        }
    for (int point = model.place_count(); point < model.point_count(); ++point)
        if (const auto row = model.map.row(point); !row.empty()) of_point[point] = of_node[row[0].node];
    const auto share = [&](int node) { return model.translation_share(node); };
    for (int i = 0; i < model.node_count(); ++i) list[of_node[i]].mass += share(i) * share(i) * model.mass.diagonal[i];
    for (const auto& [i, j, mass] : model.mass.couplings) list[of_node[i]].mass += 2.0 * share(i) * share(j) * mass;
}

}  // namespace talweg
