#include "talweg/geometry/isosurface/short_edges.hpp"

#include <algorithm>
#include <tuple>

#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {
namespace {

class Collapse {
public:
    explicit Collapse(const Mesh& mesh) : points_(mesh.points), triangles_(mesh.triangles) {}

    /// Collapses what it can, none next to another; how many there were.
    int sweep(double length) {
        around_.assign(points_.size(), {});
        for (int t = 0; t < int(triangles_.size()); ++t)
            for (const int corner : triangles_[t]) around_[corner].push_back(t);
        std::vector<std::tuple<double, int, int>> edges;  // squared length, ends
        for (const auto& [a, b] : unique_edges(triangles_))
            if (const double squared = norm_squared(points_[b] - points_[a]); squared < length * length)
                edges.emplace_back(squared, a, b);
        std::ranges::sort(edges);
        touched_.assign(points_.size(), false);
        removed_.assign(triangles_.size(), false);
        int count = 0;
        for (const auto& [squared, a, b] : edges)
            if (try_to_collapse(a, b)) ++count;
        std::size_t kept = 0;
        for (std::size_t t = 0; t < triangles_.size(); ++t)
            if (!removed_[t]) triangles_[kept++] = triangles_[t];
        triangles_.resize(kept);
        return count;
    }

    Mesh result() const {
        Mesh mesh;
        std::vector<int> number(points_.size(), -1);
        for (auto triangle : triangles_) {
            for (int& corner : triangle) {
                if (number[corner] < 0) {
                    number[corner] = int(mesh.points.size());
                    mesh.points.push_back(points_[corner]);
                }
                corner = number[corner];
            }
            mesh.triangles.push_back(triangle);
        }
        return mesh;
    }

private:
    std::vector<int> neighbours(int point) const {
        std::vector<int> all;
        for (const int t : around_[point])
            for (const int corner : triangles_[t])
                if (corner != point) all.push_back(corner);
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    bool try_to_collapse(int a, int b) {
        const std::vector<int> of_a = neighbours(a), of_b = neighbours(b);
        if (touched_[a] || touched_[b]) return false;
        for (const auto* list : {&of_a, &of_b})
            for (const int point : *list)
                if (touched_[point]) return false;
        // The link condition on a closed surface: only the two corners opposite of the edge see both ends. Corners
        // that would be left with three triangles are kept as well, for their surroundings are nearly flat.
        std::vector<int> common;
        std::ranges::set_intersection(of_a, of_b, std::back_inserter(common));
        if (common.size() != 2) return false;
        for (const int point : common)
            if (around_[point].size() <= 4) return false;
        if (of_a.size() + of_b.size() < 8) return false;
        const Vec3 middle = 0.5 * (points_[a] + points_[b]);
        if (!faces_stay(a, b, middle) || !faces_stay(b, a, middle)) return false;

        points_[a] = middle;
        for (const int t : around_[b]) {
            auto& triangle = triangles_[t];
            if (std::ranges::find(triangle, a) != triangle.end()) removed_[t] = true;
            std::ranges::replace(triangle, b, a);
        }
        touched_[a] = touched_[b] = true;
        for (const auto* list : {&of_a, &of_b})
            for (const int point : *list) touched_[point] = true;
        return true;
    }

    /// Do the triangles around `point`, without those that vanish, look the same way when it moves?
    bool faces_stay(int point, int other, const Vec3& to) const {
        for (const int t : around_[point]) {
            const auto& triangle = triangles_[t];
            if (std::ranges::find(triangle, other) != triangle.end()) continue;
            std::array<Vec3, 3> x;
            for (int i = 0; i < 3; ++i) x[i] = points_[triangle[i]];
            const Vec3 before = area_vector(x[0], x[1], x[2]);
            for (int i = 0; i < 3; ++i)
                if (triangle[i] == point) x[i] = to;
            const Vec3 after = area_vector(x[0], x[1], x[2]);
            if (!(dot(before, after) > 0.5 * norm(before) * norm(after))) return false;
        }
        return true;
    }

    std::vector<Vec3> points_;
    std::vector<std::array<int, 3>> triangles_;
    std::vector<std::vector<int>> around_;
    std::vector<bool> touched_, removed_;
};

}  // namespace

Mesh without_short_edges(const Mesh& mesh, double length) {
    Collapse collapse(mesh);
    for (int sweep = 0; sweep < 20; ++sweep)
        if (collapse.sweep(length) == 0) break;
    return collapse.result();
}

}  // namespace talweg
