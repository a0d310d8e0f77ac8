#include "talweg/model/liquid_walls.hpp"

#include <algorithm>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/distance/nearest.hpp"
#include "talweg/geometry/tree/bounding_tree.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

NearWall nearest_place(const LiquidWalls::Feature& feature, const Vec3& x, const Vec3* of_points) {
    const auto& p = feature.points;
    NearWall near{p, {1.0, 0.0, 0.0}, feature.count, Vec3::zero(), 0.0};
    Vec3 apart = x - of_points[p[0]];
    if (feature.count == 2) {
        const NearestPointEdge found = nearest_point_edge(x, of_points[p[0]], of_points[p[1]]);
        near.weights = {1.0 - found.s, found.s, 0.0};
        apart = found.apart;
    } else if (feature.count == 3) {
        const NearestPointTriangle found = nearest_point_triangle(x, of_points[p[0]], of_points[p[1]], of_points[p[2]]);
        near.weights = {found.weight[0], found.weight[1], found.weight[2]};
        apart = found.apart;
    }
    const double length = norm(apart);
    near.distance = length - feature.radius;
    near.normal = length > 0.0 ? apart / length : Vec3{0, 1, 0};
    return near;
}

Box around(const LiquidWalls::Feature& feature, const Vec3* of_points, double reach) {
    Box box;
    for (int k = 0; k < feature.count; ++k) box.include(of_points[feature.points[k]]);
    for (int a = 0; a < 3; ++a) {
        box.min[a] -= reach + feature.radius;
        box.max[a] += reach + feature.radius;
    }
    return box;
}

}  // namespace

int LiquidWalls::points_end() const {
    int end = 0;
    for (const Plane& plane : planes) end = std::max(end, plane.origin + 1);
    for (const Feature& feature : features)
        for (int k = 0; k < feature.count; ++k) end = std::max(end, feature.points[k] + 1);
    return end;
}

WallsInReach::WallsInReach(const LiquidWalls& walls, std::span<const Vec3> x, const Vec3* of_points, double reach) {
    const int count = static_cast<int>(x.size());
    BoundingTree tree;
    if (!walls.features.empty()) {
        std::vector<Box> boxes;
        for (const LiquidWalls::Feature& feature : walls.features) boxes.push_back(around(feature, of_points, reach));
        tree.build(boxes);
    }
    std::vector<std::vector<NearWall>> found(count);
    parallel_pieces(count, [&](int begin, int end) {
        std::vector<int> near;
        for (int i = begin; i < end; ++i) {
            for (const LiquidWalls::Plane& plane : walls.planes)
                if (const double d = dot(plane.normal, x[i] - of_points[plane.origin]); d < reach)
                    found[i].push_back({{plane.origin}, {1.0}, 1, plane.normal, d});
            if (walls.features.empty()) continue;
            near.clear();
            tree.visit({x[i], x[i]}, [&](int f) { near.push_back(f); });
            std::sort(near.begin(), near.end());  // features of a part stand together
            for (std::size_t k = 0, next = 0; k < near.size(); k = next) {
                const int part = walls.features[near[k]].part;
                NearWall best = nearest_place(walls.features[near[k]], x[i], of_points);
                for (next = k + 1; next < near.size() && walls.features[near[next]].part == part; ++next)
                    if (const NearWall other = nearest_place(walls.features[near[next]], x[i], of_points);
                        other.distance < best.distance)
                        best = other;
                if (best.distance < reach) found[i].push_back(best);
            }
        }
    });
    for (const auto& of_particle : found) {
        begins_.push_back(static_cast<int>(list_.size()));
        list_.insert(list_.end(), of_particle.begin(), of_particle.end());
    }
    begins_.push_back(static_cast<int>(list_.size()));
}

}  // namespace talweg
