#include "talweg/contact/neighbourhood.hpp"

#include <algorithm>
#include <tuple>

#include "talweg/geometry/distance/nearest.hpp"

namespace talweg {

void Neighbourhood::start(const Positions& x, int point, double reach_squared) {
    x_ = &x;
    point_ = point;
    reach_squared_ = reach_squared;
    triangles_.clear();
    edges_.clear();
    points_.clear();
    found_.clear();
    covered_.clear();
}

Neighbourhood::Edge& Neighbourhood::edge(int a, int b) {
    const std::array<int, 2> ends = {std::min(a, b), std::max(a, b)};
    for (Edge& e : edges_)
        if (e.ends[0] == ends[0] && e.ends[1] == ends[1]) return e;
    edges_.push_back({ends, 0});
    return edges_.back();
}

/// What is out of reach need not be counted: whatever is in reach has only neighbours that are.
void Neighbourhood::add_triangle(const std::array<int, 3>& corners) {
    if (!count_triangle(corners)) return;
    triangles_.push_back(corners);
    for (int k = 0; k < 3; ++k) {
        ++edge(corners[k], corners[(k + 1) % 3]).triangles;
        add_point(corners[k]);
    }
}

void Neighbourhood::add_edge(std::array<int, 2> ends) {
    edge(ends[0], ends[1]);
    add_point(ends[0]);
    add_point(ends[1]);
}

void Neighbourhood::add_point(int point) {
    if (std::find(points_.begin(), points_.end(), point) == points_.end()) points_.push_back(point);
}

void Neighbourhood::count(int size, std::array<int, 3> points, int times) {
    for (Feature& f : found_)
        if (f.size == size && f.points[0] == points[0] && f.points[1] == points[1] && f.points[2] == points[2]) {
            f.count += times;
            return;
        }
    found_.push_back({size, points, times});
}

std::optional<Neighbourhood::Feature> Neighbourhood::nearest_on(const std::array<int, 3>& t) const {
    const Positions& x = *x_;
    const NearestPointTriangle near = nearest_point_triangle(x[point_], x[t[0]], x[t[1]], x[t[2]]);
    if (!(norm_squared(near.apart) < reach_squared_)) return {};
    const int region = static_cast<int>(near.region);
    if (near.region == PointTriangleRegion::face) return Feature{3, t, 1};
    if (near.region < PointTriangleRegion::edge0) return Feature{1, {t[region], -1, -1}, 1};
    const int k = region - static_cast<int>(PointTriangleRegion::edge0);
    const auto [low, high] = std::minmax(t[k], t[(k + 1) % 3]);
    return Feature{2, {low, high, -1}, 1};
}

bool Neighbourhood::count_triangle(const std::array<int, 3>& t) {
    const std::optional<Feature> near = nearest_on(t);
    if (near) count(near->size, near->points, 1);
    return near.has_value();
}

void Neighbourhood::cover(const std::array<int, 3>& corners, double area) {
    if (const std::optional<Feature> near = nearest_on(corners)) covered_.push_back({*near, area});
}

const std::vector<Neighbourhood::Covered>& Neighbourhood::covered() {
    const auto key = [](const Covered& c) { return std::tie(c.feature.size, c.feature.points); };
    std::stable_sort(covered_.begin(), covered_.end(),
                     [&](const Covered& a, const Covered& b) { return key(a) < key(b); });
    std::size_t kept = 0;
    for (const Covered& next : covered_)
        if (kept > 0 && key(covered_[kept - 1]) == key(next))
            covered_[kept - 1].area += next.area;
        else
            covered_[kept++] = next;
    covered_.resize(kept);
    return covered_;
}

void Neighbourhood::count_edge(const std::array<int, 2>& ends, int times) {
    const Positions& x = *x_;
    const NearestPointEdge near = nearest_point_edge(x[point_], x[ends[0]], x[ends[1]]);
    if (!(norm_squared(near.apart) < reach_squared_)) return;
    if (near.region == PointEdgeRegion::inside)
        count(2, {ends[0], ends[1], -1}, times);
    else
        count(1, {near.region == PointEdgeRegion::start ? ends[0] : ends[1], -1, -1}, times);
}

void Neighbourhood::count_point(int point, int times) {
    if (norm_squared((*x_)[point_] - (*x_)[point]) < reach_squared_) count(1, {point, -1, -1}, times);
}

const std::vector<Neighbourhood::Feature>& Neighbourhood::nearest() {
    for (const Edge& e : edges_)
        if (e.triangles != 1) count_edge(e.ends, 1 - e.triangles);
    for (const int p : points_) {
        int times = 1;
        for (const auto& t : triangles_) times -= t[0] == p || t[1] == p || t[2] == p;
        for (const Edge& e : edges_)
            if (e.ends[0] == p || e.ends[1] == p) times -= 1 - e.triangles;
        if (times != 0) count_point(p, times);
    }
    std::erase_if(found_, [](const Feature& f) { return f.count == 0; });
    return found_;
}

const std::vector<Neighbourhood::Feature>& Neighbourhood::nearest_of_each() {
    for (const Edge& e : edges_)
        if (e.triangles == 0) count_edge(e.ends, 1);
    return found_;
}

}  // namespace talweg
