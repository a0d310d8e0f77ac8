#include "talweg/contact/candidates.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/tree/overlaps.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

using Pair = Candidates::Pair;

template <class Value>
std::vector<Value> listed(const std::vector<int>& numbers, const std::vector<Value>& all) {
    std::vector<Value> chosen;
    for (const int k : numbers) chosen.push_back(all[k]);
    return chosen;
}

}  // namespace

CandidateSearch::CandidateSearch(const ContactWorld& world) : world_(world) {
    const ContactSurface& s = world.surface;
    for (const int p : s.points) points_.points.push_back({p});
    loose_points_.points = listed(s.loose_points, points_.points);
    edges_.points = s.edges;
    loose_edges_.points = listed(s.loose_edges, s.edges);
    triangles_.points = s.triangles;
}

template <std::size_t N>
void CandidateSearch::Features<N>::sweep(const ContactWorld& world, const Positions& x, const Positions& dx,
                                         double margin) {
    boxes.resize(points.size());
    const double half = 0.5 * world.rules.d_hat + margin;  // the other feature's box brings the other half
    parallel_pieces(static_cast<int>(points.size()), [&](int begin, int end) {
        for (int k = begin; k < end; ++k) {
            Box box;
            double radius = 0.0;
            for (const int p : points[k]) {
                box.include(x[p]);
                box.include(x[p] + dx[p]);
                radius = std::max(radius, world.surface.radius[p]);
            }
            for (int a = 0; a < 3; ++a) {
                box.min[a] -= radius + half;
                box.max[a] += radius + half;
            }
            boxes[k] = box;
        }
    });
    tree.build(boxes);
}

/// Features that share a point always touch and never collide.
template <std::size_t M, std::size_t N>
bool CandidateSearch::may_touch(const std::array<int, M>& a, const std::array<int, N>& b) const {
    for (const int i : a)
        for (const int j : b)
            if (i == j) return false;
    const ContactSurface& s = world_.surface;
    if (!world_.rules.may_touch(s.part[a[0]], s.part[b[0]])) return false;
    const auto moves = [&](int p) { return !s.prescribed[p]; };
    return std::any_of(a.begin(), a.end(), moves) || std::any_of(b.begin(), b.end(), moves);
}

template <std::size_t N>
bool CandidateSearch::find_near_points(const Features<N>& others, std::size_t most, std::vector<Pair>& pairs) const {
    pairs = collect_overlaps<Pair>(
        points_.tree, others.tree,
        [&](int i, int j, std::vector<Pair>& out) {
            if (may_touch(points_.points[i], others.points[j])) out.push_back({i, j});
        },
        most);
    return pairs.size() <= most;
}

void CandidateSearch::find_near_planes(const Positions& x, const Positions& dx, double margin,
                                       std::vector<Pair>& pairs) const {
    pairs.clear();
    for (int other = 0; other < static_cast<int>(world_.surface.planes.size()); ++other) {
        const ContactPlane& plane = world_.surface.planes[other];
        const double reach = 0.5 * world_.rules.d_hat + margin + std::max(0.0, dot(plane.normal, dx[plane.origin]));
        for (int k = 0; k < static_cast<int>(points_.points.size()); ++k) {
            const Box& box = points_.boxes[k];
            const Vec3 half = 0.5 * box.size();
            double height = dot(plane.normal, box.center() - x[plane.origin]) - reach;
            for (int a = 0; a < 3; ++a) height -= std::fabs(plane.normal[a]) * half[a];
            if (height <= 0.0 && may_touch(points_.points[k], std::array{plane.origin})) pairs.push_back({k, other});
        }
    }
}

bool CandidateSearch::find(const Positions& x, const Positions& dx, double margin, std::size_t most,
                           Candidates& found) {
    const ContactSurface& s = world_.surface;
    points_.sweep(world_, x, dx, margin);
    loose_points_.sweep(world_, x, dx, margin);
    edges_.sweep(world_, x, dx, margin);
    loose_edges_.sweep(world_, x, dx, margin);
    triangles_.sweep(world_, x, dx, margin);

    if (!find_near_points(triangles_, most, found.point_triangle)) return false;
    if (!find_near_points(loose_edges_, most, found.point_edge)) return false;
    for (Pair& pair : found.point_edge) pair.second = s.loose_edges[pair.second];
    if (!find_near_points(loose_points_, most, found.point_point)) return false;
    for (Pair& pair : found.point_point) pair.second = s.loose_points[pair.second];
    find_near_planes(x, dx, margin, found.point_plane);

    found.edge_edge.clear();
    if (s.planar) return true;  // edges cannot meet there before an end of one meets the other
    found.edge_edge = collect_overlaps<Pair>(
        edges_.tree,
        [&](int i, int j, std::vector<Pair>& out) {
            if (may_touch(s.edges[i], s.edges[j])) out.push_back({i, j});
        },
        most);
    return found.edge_edge.size() <= most;
}

}  // namespace talweg
