#include "talweg/scene/build/anchor.hpp"

#include <algorithm>
#include <limits>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/distance/nearest.hpp"
#include "talweg/geometry/moments.hpp"

namespace talweg {

namespace {

/// Keeps the anchor that lies nearer; of equal ones the first.
class Nearest {
public:
    void offer(double distance, const Anchor& anchor) {
        if (distance >= least_) return;
        least_ = distance;
        best = anchor;
    }
    Anchor best;

private:
    double least_ = std::numeric_limits<double>::infinity();
};

/// How far outside: 0 inside, else the most negative weight, as a share of the tetrahedron's own size.
double outside(const std::array<double, 4>& weights) {
    return std::max(0.0, -*std::min_element(weights.begin(), weights.end()));
}

/// How far x lies from the tetrahedra, m, where none holds it.
double beside(const std::vector<std::array<int, 4>>& tets, const Positions& at, const Vec3& x) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b, c, d] : tets)
        for (const auto& [i, j, k] : {std::array{a, b, c}, {a, b, d}, {a, c, d}, {b, c, d}})
            least = std::min(least, norm(nearest_point_triangle(x, at[i], at[j], at[k]).apart));
    return least;
}

}  // namespace

bool reaches(const JoinedBody& body, const Anchor& anchor, double arm) {
    const bool solid = !body.mesh.tets.empty();
    return anchor.distance <= (solid ? 0.05 * body.size + arm : 1e-6 * body.size);
}

JoinedBody joined_body(const BodySpec& spec, const BodyShape& shape, const VertexBody& body) {
    JoinedBody joined;
    joined.spec = &spec;
    joined.start = body.start;
    joined.mesh.tets = shape.mesh.tets;
    joined.mesh.triangles = shape.mesh.triangles;
    joined.mesh.edge_groups = shape.mesh.edge_groups;
    joined.embedded = body.embedded;
    joined.size = bounding_box(shape.mesh.points).diagonal();
    return joined;
}

Anchor find_anchor(const JoinedBody& body, const Vec3& x) {
    const Positions& at = body.start;
    const auto inside = [&](const auto& cell) {
        return std::all_of(cell.begin(), cell.end(), [&](int i) { return i < static_cast<int>(at.size()); });
    };
    if (body.stiff() && at.size() == 3) return {{0, 1, 2, 2}, affine_weights(std::array{at[0], at[1], at[2]}, x), 0.0};
    Nearest nearest;
    if (!body.mesh.tets.empty()) {
        for (const auto& tet : body.mesh.tets) {
            const auto weights = affine_weights({at[tet[0]], at[tet[1]], at[tet[2]], at[tet[3]]}, x);
            nearest.offer(outside(weights), {tet, weights, 0.0});
        }
        if (!body.stiff() && outside(nearest.best.weights) > 1e-9)
            nearest.best.distance = beside(body.mesh.tets, at, x);
        return nearest.best;
    }
    for (const auto& t : body.mesh.triangles) {
        if (!inside(t)) continue;
        const auto found = nearest_point_triangle(x, at[t[0]], at[t[1]], at[t[2]]);
        const double away = norm(found.apart);
        nearest.offer(away, {{t[0], t[1], t[2], t[2]}, {found.weight[0], found.weight[1], found.weight[2], 0.0}, away});
    }
    if (body.mesh.triangles.empty())
        for (const auto& [group, edges] : body.mesh.edge_groups)
            for (const auto& [a, b] : edges) {
                if (group == "bending") continue;
                const auto found = nearest_point_edge(x, at[a], at[b]);
                const double away = norm(found.apart);
                nearest.offer(away, {{a, b, b, b}, {1.0 - found.s, found.s, 0.0, 0.0}, away});
            }
    if (body.mesh.triangles.empty() && body.mesh.edge_groups.empty())
        for (int i = 0; i < static_cast<int>(at.size()); ++i)
            nearest.offer(norm(x - at[i]), {{i, i, i, i}, {1.0, 0.0, 0.0, 0.0}, norm(x - at[i])});
    return nearest.best;
}

std::vector<int> near_surface(const JoinedBody& body, const Vec3& x) {
    const int nodes = static_cast<int>(body.start.size());
    const auto place = [&](int point) {
        if (point < nodes) return body.start[point];
        const EmbeddedPoint& embedded = body.embedded[point - nodes];
        Vec3 sum = Vec3::zero();
        for (int k = 0; k < 4; ++k) sum += embedded.weights[k] * body.start[embedded.points[k]];
        return sum;
    };
    double least = std::numeric_limits<double>::infinity();
    std::vector<int> corners;
    for (const auto& t : body.mesh.triangles) {
        const double away = norm(nearest_point_triangle(x, place(t[0]), place(t[1]), place(t[2])).apart);
        if (away >= least) continue;
        least = away;
        corners = {t[0], t[1], t[2]};
    }
    return corners;
}

}  // namespace talweg
