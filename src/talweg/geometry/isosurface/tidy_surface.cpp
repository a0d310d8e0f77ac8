#include "talweg/geometry/isosurface/tidy_surface.hpp"

#include <cmath>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/isosurface/short_edges.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {
namespace {

/// By central differences, whose error is far below what the surface's spacing can show.
Vec3 gradient(const ImplicitSurface& surface, const Vec3& x, double spacing) {
    const double step = 1e-4 * spacing;
    Vec3 g;
    for (int a = 0; a < 3; ++a) {
        Vec3 before = x, after = x;
        before[a] -= step;
        after[a] += step;
        g[a] = (surface.value(after) - surface.value(before)) / (2.0 * step);
    }
    return g;
}

/// Newton along the gradient, no farther than half a spacing at a time; stays where there is no slope.
Vec3 onto(const ImplicitSurface& surface, Vec3 x, double spacing, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        const Vec3 g = gradient(surface, x, spacing);
        const double slope = norm(g);
        if (!(slope > 0.0) || !std::isfinite(slope)) return x;
        const double way = surface.value(x) / slope;
        const double most = 0.5 * spacing;
        x -= (std::abs(way) < most ? way : std::copysign(most, way)) / slope * g;
    }
    return x;
}

/// In parallel: what becomes of a point does not depend on the others.
template <class Move>
void each_point(Mesh& mesh, const Move& move) {
    parallel_each(0, static_cast<int>(mesh.points.size()),
                  [&](int i) { move(static_cast<std::size_t>(i), mesh.points[i]); });
}

/// Every point halfway to the mean of its neighbours, along the surface.
void smooth(Mesh& mesh, const ImplicitSurface& surface, double spacing) {
    std::vector<Vec3> sum(mesh.points.size(), Vec3::zero());
    std::vector<int> count(mesh.points.size(), 0);
    for (const auto& [a, b] : unique_edges(mesh.triangles)) {
        sum[a] += mesh.points[b];
        sum[b] += mesh.points[a];
        ++count[a], ++count[b];
    }
    each_point(mesh, [&](std::size_t i, Vec3& x) {
        if (count[i] == 0) return;
        Vec3 move = 0.5 * (sum[i] / double(count[i]) - x);
        const Vec3 g = gradient(surface, x, spacing);
        if (const double squared = norm_squared(g); squared > 0.0) move -= dot(move, g) / squared * g;
        x = onto(surface, x + move, spacing, 1);
    });
}

}  // namespace

Mesh tidy_surface(Mesh mesh, const ImplicitSurface& surface, double spacing) {
    each_point(mesh, [&](std::size_t, Vec3& x) { x = onto(surface, x, spacing, 2); });
    for (int pass = 0; pass < 2; ++pass) {
        mesh = without_short_edges(mesh, 0.45 * spacing);
        for (int round = 0; round < 3; ++round) smooth(mesh, surface, spacing);
    }
    each_point(mesh, [&](std::size_t, Vec3& x) { x = onto(surface, x, spacing, 3); });
    complete_sheet(mesh);
    return mesh;
}

}  // namespace talweg
