/// A surface without symmetry for tests, closed and of one piece: a ball with a snout, a belly and two narrow ears. It
/// has one radius in every direction from its middle, so it does not meet itself.
#pragma once
#include <cmath>

#include "talweg/geometry/shapes/sphere.hpp"

namespace talweg::testing {

/// About 0.8 m tall with ears; `divisions` as of a sphere, 8 or more for the ears to show.
inline Mesh creature(int divisions) {
    const Mesh ball = make_sphere(1.0, divisions);
    const auto bump = [](const Vec3& direction, const Vec3& toward, double height, double width) {
        return height * std::exp(-norm_squared(direction - toward / norm(toward)) / (width * width));
    };
    Mesh mesh;
    mesh.dimension = 2;
    std::vector<int> number(ball.points.size(), -1);
    for (const auto& corners : ball.triangles) {
        auto& triangle = mesh.triangles.emplace_back();
        for (int k = 0; k < 3; ++k) {
            int& mine = number[corners[k]];
            if (mine < 0) {
                const Vec3 n = ball.points[corners[k]] / norm(ball.points[corners[k]]);
                const double radius = 0.25 + bump(n, {-0.3, 0.9, 0.1}, 0.25, 0.3) +
                                      bump(n, {0.4, 0.85, 0.2}, 0.2, 0.3) + bump(n, {0.1, 0.1, 1.0}, 0.08, 0.5) +
                                      bump(n, {0.0, -0.8, 0.5}, 0.1, 0.8);
                mine = static_cast<int>(mesh.points.size());
                mesh.points.push_back(radius * n);
            }
            triangle[k] = mine;
        }
    }
    return mesh;
}

}  // namespace talweg::testing
