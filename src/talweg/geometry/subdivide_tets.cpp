#include "talweg/geometry/subdivide_tets.hpp"

#include <algorithm>

namespace talweg {
namespace {

// Of the integer points n ≥ x ≥ y ≥ z ≥ 0 of Kuhn's tetrahedron, those of one cube-corner path that all lie inside.
bool is_inside(const std::array<int, 3>& p, int n) { return n >= p[0] && p[0] >= p[1] && p[1] >= p[2] && p[2] >= 0; }

}  // namespace

Subdivision subdivide_tets(const std::vector<std::array<int, 4>>& tets, int n) {
    Subdivision result;
    std::map<SubdivisionPoint, int> index;
    for (std::array<int, 4> corners : tets) {
        std::sort(corners.begin(), corners.end());
        const auto point = [&](const std::array<int, 3>& p) {
            const std::array<int, 4> weights{n - p[0], p[0] - p[1], p[1] - p[2], p[2]};
            SubdivisionPoint key{};
            int used = 0;
            for (int c = 0; c < 4; ++c)
                if (weights[c] > 0) {
                    key.points[used] = corners[c];
                    key.weights[used++] = weights[c];
                }
            const auto [entry, is_new] = index.try_emplace(key, int(result.points.size()));
            if (is_new) result.points.push_back(key);
            return entry->second;
        };
        // Unit cubes, each cut into six paths from its lowest to its highest corner.
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j)
                for (int k = 0; k <= j; ++k) {
                    std::array<int, 3> order{0, 1, 2};
                    do {
                        std::array<std::array<int, 3>, 4> path{{{i, j, k}}};
                        bool inside = is_inside(path[0], n);
                        for (int step = 0; step < 3; ++step) {
                            path[step + 1] = path[step];
                            ++path[step + 1][order[step]];
                            inside = inside && is_inside(path[step + 1], n);
                        }
                        if (inside)
                            result.tets.push_back({point(path[0]), point(path[1]), point(path[2]), point(path[3])});
                    } while (std::next_permutation(order.begin(), order.end()));
                }
    }
    return result;
}

std::vector<Vec3> interpolate(const Subdivision& subdivision, const std::vector<Vec3>& old_points) {
    std::vector<Vec3> points;
    points.reserve(subdivision.points.size());
    for (const SubdivisionPoint& p : subdivision.points) {
        Vec3 sum = Vec3::zero();
        int total = 0;
        for (int c = 0; c < 4; ++c) {
            sum += double(p.weights[c]) * old_points[p.points[c]];
            total += p.weights[c];
        }
        points.push_back(sum / double(total));
    }
    return points;
}

}  // namespace talweg
