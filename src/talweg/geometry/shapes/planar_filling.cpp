#include "talweg/geometry/shapes/planar_filling.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/measures.hpp"

namespace talweg::shapes {
namespace {

using Distance = std::function<double(double, double)>;

class Filling {
public:
    Filling(const Distance& distance, double reach, double spacing) : distance_(distance), spacing_(spacing) {
        make_grid(reach);
        move_points_onto_boundary();
        for (const auto& t : grid_) cut(t);
    }

    Mesh finish() && {
        Mesh mesh;
        std::vector<int> number(points_.size(), -1);
        for (auto& t : triangles_)
            for (int& corner : t) {
                if (number[corner] < 0) {
                    number[corner] = int(mesh.points.size());
                    mesh.points.push_back(points_[corner]);
                    if (value_[corner] == 0.0) mesh.point_groups["rim"].push_back(number[corner]);
                }
                corner = number[corner];
            }
        mesh.triangles = std::move(triangles_);
        complete_sheet(mesh);
        return mesh;
    }

private:
    void make_grid(double reach) {
        // Odd rows are shifted by half a spacing.
        const double row_height = spacing_ * std::sqrt(3.0) / 2.0;
        const int columns = 2 * int(std::ceil(reach / spacing_)) + 3, rows = 2 * int(std::ceil(reach / row_height)) + 3;
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < columns; ++i) {
                const double x = (i - (columns - 1) / 2.0 + (j % 2) / 2.0) * spacing_,
                             y = (j - (rows - 1) / 2) * row_height;
                add_point({x, y, 0.0}, distance_(x, y));
            }
        const auto point = [&](int i, int j) { return j * columns + i; };
        for (int j = 0; j + 1 < rows; ++j)
            for (int i = 0; i + 1 < columns; ++i) {
                const int a = point(i, j), b = point(i + 1, j), c = point(i + 1, j + 1), d = point(i, j + 1);
                if (j % 2 == 0)
                    grid_.insert(grid_.end(), {{a, b, d}, {b, c, d}});
                else
                    grid_.insert(grid_.end(), {{a, b, c}, {a, c, d}});
            }
    }

    int add_point(const Vec3& p, double value) {
        points_.push_back(p);
        value_.push_back(value);
        return int(points_.size()) - 1;
    }

    // Where the boundary crosses the edge between a point inside and one outside.
    Vec3 crossing(int inside, int outside) const {
        Vec3 low = points_[inside], high = points_[outside];
        for (int round = 0; round < 60; ++round) {
            const Vec3 middle = 0.5 * (low + high);
            (distance_(middle[0], middle[1]) < 0.0 ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }

    // A crossing closer than this part of an edge to one of its ends would leave a sliver: that end goes there instead.
    void move_points_onto_boundary() {
        constexpr double too_close = 0.3;
        std::vector<double> nearest(points_.size(), too_close * spacing_);
        std::vector<Vec3> target = points_;
        for (const auto& t : grid_)
            for (int e = 0; e < 3; ++e) {
                int inside = t[e], outside = t[(e + 1) % 3];
                if (value_[inside] > value_[outside]) std::swap(inside, outside);
                if (!(value_[inside] < 0.0 && value_[outside] > 0.0)) continue;
                const Vec3 there = crossing(inside, outside);
                for (const int end : {inside, outside})
                    if (const double gap = norm(there - points_[end]); gap < nearest[end]) {
                        nearest[end] = gap;
                        target[end] = there;
                    }
            }
        for (std::size_t i = 0; i < points_.size(); ++i)
            if (nearest[i] < too_close * spacing_) {
                points_[i] = target[i];
                value_[i] = 0.0;
            }
    }

    int cut_point(int inside, int outside) {
        const auto [entry, is_new] = cuts_.try_emplace({inside, outside}, 0);
        if (is_new) entry->second = add_point(crossing(inside, outside), 0.0);
        return entry->second;
    }

    // Keeps the part of the triangle where the distance is negative.
    void cut(const std::array<int, 3>& t) {
        std::vector<int> ring;
        bool any_inside = false;
        for (int e = 0; e < 3; ++e) {
            const int a = t[e], b = t[(e + 1) % 3];
            any_inside = any_inside || value_[a] < 0.0;
            if (value_[a] <= 0.0) ring.push_back(a);
            if (value_[a] < 0.0 && value_[b] > 0.0) ring.push_back(cut_point(a, b));
            if (value_[a] > 0.0 && value_[b] < 0.0) ring.push_back(cut_point(b, a));
        }
        if (ring.size() < 3) return;
        if (!any_inside) {
            const Vec3 middle = (points_[ring[0]] + points_[ring[1]] + points_[ring[2]]) / 3.0;
            if (!(distance_(middle[0], middle[1]) < 0.0)) return;
        }
        if (ring.size() == 4 && norm(points_[ring[1]] - points_[ring[3]]) < norm(points_[ring[0]] - points_[ring[2]]))
            std::rotate(ring.begin(), ring.begin() + 1, ring.end());
        for (std::size_t i = 1; i + 1 < ring.size(); ++i) triangles_.push_back({ring[0], ring[i], ring[i + 1]});
    }

    const Distance& distance_;
    double spacing_;
    std::vector<Vec3> points_;
    std::vector<double> value_;  // the distance at each point
    std::vector<std::array<int, 3>> grid_, triangles_;
    std::map<std::array<int, 2>, int> cuts_;
};

}  // namespace

Mesh fill_plane(const Distance& distance, double reach, double spacing) {
    return Filling(distance, reach, spacing).finish();
}

}  // namespace talweg::shapes
