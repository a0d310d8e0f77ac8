#include "talweg/contact/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "talweg/contact/contact_kinds.hpp"
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

std::size_t Candidates::size() const {
    std::size_t sum = 0;
    each_contact_kind([&]<class Kind>(const Kind&) { sum += (this->*Kind::candidates).size(); });
    return sum;
}

CandidateSearch::CandidateSearch(const ContactWorld& world) : world_(world) {
    const ContactSurface& s = world.surface;
    for (std::size_t k = 0; k < s.points.size(); ++k)
        (static_cast<int>(k) < s.outer_count() ? points_ : inner_points_).points.push_back({s.points[k]});
    loose_points_.points = listed(s.loose_points, points_.points);
    edges_.points = s.edges;
    loose_edges_.points = listed(s.loose_edges, s.edges);
    triangles_.points = s.triangles;
    if (inner_points_.points.empty()) return;
    const auto of_obstacles = [&](const auto& features, std::vector<int> numbers) {
        std::erase_if(numbers, [&](int k) { return !s.obstacle[s.part[features[k][0]]]; });
        return numbers;
    };
    std::vector<int> all(s.triangles.size());
    std::iota(all.begin(), all.end(), 0);
    obstacle_triangle_numbers_ = of_obstacles(s.triangles, all);
    obstacle_edge_numbers_ = of_obstacles(s.edges, s.loose_edges);
    obstacle_point_numbers_ = of_obstacles(points_.points, s.loose_points);
    obstacle_triangles_.points = listed(obstacle_triangle_numbers_, s.triangles);
    obstacle_edges_.points = listed(obstacle_edge_numbers_, s.edges);
    obstacle_points_.points = listed(obstacle_point_numbers_, points_.points);
}

template <std::size_t N>
void CandidateSearch::Features<N>::sweep(const ContactWorld& world, const Positions& x, const Positions& dx,
                                         double margin) {
    boxes.resize(points.size());
    const double half = 0.5 * world.rules.d_hat + margin;  // the other feature's box brings the other half
    const auto surround = [&](int begin, int end) {
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
    };
    parallel_pieces(static_cast<int>(points.size()), surround, parallel_grain / 4);
    tree.build(boxes);
}

/// Of several kinds of features, side by side where they are many.
template <class... Kinds>
void CandidateSearch::sweep(const Positions& x, const Positions& dx, double margin, Kinds&... kinds) {
    if ((kinds.points.size() + ...) <= parallel_grain) {
        (kinds.sweep(world_, x, dx, margin), ...);
        return;
    }
    const std::function<void()> each[] = {[&] { kinds.sweep(world_, x, dx, margin); }...};
    parallel_each(0, static_cast<int>(sizeof...(kinds)), [&](int k) { each[k](); });
}

/// Features that share a point, are sewn together, or lie nearer than twice the thickness along the rest shape, always
/// touch and never collide.
template <std::size_t M, std::size_t N>
bool CandidateSearch::may_touch(const std::array<int, M>& a, const std::array<int, N>& b) const {
    for (const int i : a)
        for (const int j : b)
            if (i == j) return false;
    const ContactSurface& s = world_.surface;
    if (!world_.rules.may_touch(s.part[a[0]], s.part[b[0]])) return false;
    if (s.sewn.join(a, b)) return false;
    const auto moves = [&](int p) { return !s.prescribed[p]; };
    return std::any_of(a.begin(), a.end(), moves) || std::any_of(b.begin(), b.end(), moves);
}

bool CandidateSearch::find(const Positions& x, const Positions& dx, double margin, std::size_t most, Candidates& found,
                           const Interruption& interruption) {
    const ContactSurface& s = world_.surface;
    sweep(x, dx, margin, edges_, triangles_, points_, loose_edges_, loose_points_);
    found = {};
    interruption.check();
    // Pairs of `points`, which are counted from `first` on, and of other features, whose numbers are given unless they
    // are their places.
    const auto near = [&](const Features<1>& points, int first, const auto& others, const std::vector<int>* numbers,
                          std::vector<Pair>& pairs) {
        std::vector<Pair> all = collect_overlaps<Pair>(
            points.tree, others.tree,
            [&](int i, int j, std::vector<Pair>& out) {
                if (may_touch(points.points[i], others.points[j]))
                    out.push_back({first + i, numbers ? (*numbers)[j] : j});
            },
            most, interruption);
        const bool complete = all.size() <= most;
        if (pairs.empty())
            pairs.swap(all);
        else
            pairs.insert(pairs.end(), all.begin(), all.end());
        return complete;
    };
    const auto near_plane = [&](const Features<1>& points, int first, const ContactPlane& plane, int other) {
        const double reach = 0.5 * world_.rules.d_hat + margin + std::max(0.0, dot(plane.normal, dx[plane.origin]));
        interruptible_blocks(static_cast<int>(points.points.size()), interruption, [&](int begin, int end) {
            for (int k = begin; k < end; ++k) {
                const Box& box = points.boxes[k];
                const Vec3 half = 0.5 * box.size();
                double height = dot(plane.normal, box.center() - x[plane.origin]) - reach;
                for (int a = 0; a < 3; ++a) height -= std::fabs(plane.normal[a]) * half[a];
                if (height <= 0.0 && may_touch(points.points[k], std::array{plane.origin}))
                    found.point_plane.push_back({first + k, other});
            }
        });
    };
    if (!near(points_, 0, triangles_, nullptr, found.point_triangle) ||
        !near(points_, 0, loose_edges_, &s.loose_edges, found.point_edge) ||
        !near(points_, 0, loose_points_, &s.loose_points, found.point_point))
        return false;
    if (!inner_points_.points.empty()) {
        sweep(x, dx, margin, inner_points_, obstacle_triangles_, obstacle_edges_, obstacle_points_);
        const int first = s.outer_count();
        if (!near(inner_points_, first, obstacle_triangles_, &obstacle_triangle_numbers_, found.point_triangle) ||
            !near(inner_points_, first, obstacle_edges_, &obstacle_edge_numbers_, found.point_edge) ||
            !near(inner_points_, first, obstacle_points_, &obstacle_point_numbers_, found.point_point))
            return false;
    }
    for (int k = 0; k < static_cast<int>(s.planes.size()); ++k) {
        near_plane(points_, 0, s.planes[k], k);
        near_plane(inner_points_, s.outer_count(), s.planes[k], k);
    }

    if (s.planar) return true;  // edges cannot meet there before an end of one meets the other
    found.edge_edge = collect_overlaps<Pair>(
        edges_.tree,
        [&](int i, int j, std::vector<Pair>& out) {
            if (may_touch(s.edges[i], s.edges[j])) out.push_back({i, j});
        },
        most, interruption);
    return found.edge_edge.size() <= most;
}

}  // namespace talweg
