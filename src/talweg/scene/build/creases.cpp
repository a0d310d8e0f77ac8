#include "talweg/scene/build/creases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace talweg {

namespace {

/// Per edge, lower number first: how many triangles it has, and the apex of the one that runs along it upwards. Of a
/// sheet whose triangles face different ways, the first one counts.
struct Sides {
    int triangles = 0, apex = -1;
};

std::map<std::array<int, 2>, Sides> sides_of(const Mesh& mesh) {
    std::map<std::array<int, 2>, Sides> sides;
    for (const auto& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const int from = t[k], to = t[(k + 1) % 3];
            Sides& of_edge = sides[{std::min(from, to), std::max(from, to)}];
            ++of_edge.triangles;
            if (from < to && of_edge.apex < 0) of_edge.apex = t[(k + 2) % 3];
        }
    return sides;
}

}  // namespace

Creases::Creases(const std::vector<CreaseSpec>& specs, const Mesh& mesh, const PointSelector& selector) {
    if (specs.empty()) return;
    const auto sides = sides_of(mesh);
    for (const CreaseSpec& spec : specs) {
        const std::vector<int> points = selector.select(spec.select);
        const auto selected = [&](int point) { return std::binary_search(points.begin(), points.end(), point); };
        bool found = false;
        for (const auto& [edge, of_edge] : sides) {
            if (of_edge.triangles < 2 || !selected(edge[0]) || !selected(edge[1])) continue;
            // Folded towards where the triangles face, the hinge's angle is negative.
            const double angle = -spec.angle * std::numbers::pi / 180.0;
            folds_.insert_or_assign(edge, Edge{angle, spec.rigidity, &spec.where, of_edge.apex});
            found = true;
        }
        if (!found)
            throw Error(located(spec.where, fmt::format("{} selects {} points, but no edge between two triangles lies "
                                                        "among them; make the mesh run along the fold, or select more",
                                                        subject(spec.where), points.size())));
    }
}

std::optional<Creases::Fold> Creases::at(int from, int to, int apex) const {
    const auto found = folds_.find({std::min(from, to), std::max(from, to)});
    if (found == folds_.end()) return std::nullopt;
    const Edge& edge = found->second;
    const bool as_the_triangles_face = (from < to) == (apex == edge.apex);
    return Fold{as_the_triangles_face ? edge.angle : -edge.angle, edge.rigidity, edge.where};
}

}  // namespace talweg
