#include "talweg/geometry/shapes/rope.hpp"

#include "talweg/geometry/shapes/require.hpp"

namespace talweg {

Mesh make_rope(const Vec3& from, const Vec3& to, int segments) {
    shapes::require_finite("rope", "from", from);
    shapes::require_finite("rope", "to", to);
    shapes::require_count("rope", "segments", segments, 1);
    shapes::require_size("rope", {segments});
    if (!(norm(to - from) > 0.0)) throw Error("rope: from and to are the same point; give the rope a length");

    Mesh mesh;
    mesh.dimension = 1;
    for (int i = 0; i <= segments; ++i) {
        // Weighted from both ends, so that both are met exactly.
        const double t = double(i) / segments;
        mesh.points.push_back((1.0 - t) * from + t * to);
    }
    auto& structural = mesh.edge_groups["structural"];
    auto& bending = mesh.edge_groups["bending"];
    for (int i = 0; i + 1 <= segments; ++i) structural.push_back({i, i + 1});
    for (int i = 0; i + 2 <= segments; ++i) bending.push_back({i, i + 2});
    mesh.point_groups["start"] = {0};
    mesh.point_groups["end"] = {segments};
    mesh.point_groups["ends"] = {0, segments};
    return mesh;
}

}  // namespace talweg
