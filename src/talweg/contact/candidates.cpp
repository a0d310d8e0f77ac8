#include "talweg/contact/candidates.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

/// Whether two features share a point: such pairs always touch and never collide.
template <std::size_t M, std::size_t N>
bool share_point(const std::array<int, M>& a, const std::array<int, N>& b) {
    for (const int i : a)
        for (const int j : b)
            if (i == j) return true;
    return false;
}

/// The pairs that `visit(k, add)` adds for k in [0, count), in the order of k whatever the number of threads.
/// False when there are more than `most`.
template <class Visit>
bool collect(int count, std::size_t most, std::vector<Candidates::Pair>& pairs, const Visit& visit) {
    constexpr int grain = 256;
    const int pieces = (count + grain - 1) / grain;
    std::vector<std::vector<Candidates::Pair>> parts(pieces);
    std::atomic<std::size_t> total = 0;
    parallel_each(0, pieces, [&](int piece) {
        if (total > most) return;
        for (int k = piece * grain; k < std::min(count, (piece + 1) * grain); ++k) {
            const std::size_t begin = parts[piece].size();
            visit(k, [&](int other) { parts[piece].push_back({k, other}); });
            std::sort(parts[piece].begin() + static_cast<std::ptrdiff_t>(begin), parts[piece].end(),
                      [](const auto& a, const auto& b) { return a.second < b.second; });
            if (parts[piece].size() > most) break;
        }
        total += parts[piece].size();
    });
    pairs.clear();
    if (total > most) return false;
    for (const auto& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
    return true;
}

}  // namespace

Box CandidateSearch::swept(const Positions& x, const Positions& dx, std::span<const int> points, double margin) const {
    Box box;
    double radius = 0.0;
    for (const int p : points) {
        box.include(x[p]);
        box.include(x[p] + dx[p]);
        radius = std::max(radius, world_.surface.radius[p]);
    }
    const double room = radius + 0.5 * world_.rules.d_hat + margin;  // the other feature's box brings the other half
    for (int a = 0; a < 3; ++a) {
        box.min[a] -= room;
        box.max[a] += room;
    }
    return box;
}

bool CandidateSearch::may_touch(std::span<const int> a, std::span<const int> b) const {
    const ContactSurface& s = world_.surface;
    if (!world_.rules.may_touch(s.part[a[0]], s.part[b[0]])) return false;
    const auto moves = [&](int p) { return !s.prescribed[p]; };
    return std::any_of(a.begin(), a.end(), moves) || std::any_of(b.begin(), b.end(), moves);
}

bool CandidateSearch::find(const Positions& x, const Positions& dx, double margin, std::size_t most,
                           Candidates& found) {
    const ContactSurface& s = world_.surface;
    const auto boxes_of = [&](const auto& features, std::vector<Box>& boxes, BoundingTree& tree) {
        boxes.resize(features.size());
        parallel_pieces(static_cast<int>(features.size()), [&](int begin, int end) {
            for (int k = begin; k < end; ++k) boxes[k] = swept(x, dx, features[k], margin);
        });
        tree.build(boxes);
    };
    const auto listed = [](const std::vector<int>& numbers, const auto& all) {
        std::vector<std::decay_t<decltype(all[0])>> chosen;
        for (const int k : numbers) chosen.push_back(all[k]);
        return chosen;
    };
    std::vector<std::array<int, 1>> points;
    for (const int p : s.points) points.push_back({p});
    boxes_of(s.triangles, triangle_boxes_, triangles_);
    boxes_of(s.edges, edge_boxes_, edges_);
    boxes_of(listed(s.loose_edges, s.edges), loose_edge_boxes_, loose_edges_);
    boxes_of(listed(s.loose_points, points), loose_point_boxes_, loose_points_);

    const int point_count = static_cast<int>(s.points.size());
    const auto near_points = [&](const BoundingTree& tree, std::vector<Candidates::Pair>& pairs, const auto& feature) {
        return collect(point_count, most, pairs, [&](int k, const auto& add) {
            const std::array<int, 1> point{s.points[k]};
            tree.visit(swept(x, dx, point, margin), [&](int other) {
                const auto& corners = feature(other);
                if (!share_point(point, corners) && may_touch(point, corners)) add(other);
            });
        });
    };
    if (!near_points(triangles_, found.point_triangle, [&](int k) { return s.triangles[k]; })) return false;
    if (!near_points(loose_edges_, found.point_edge, [&](int k) { return s.edges[s.loose_edges[k]]; })) return false;
    for (auto& pair : found.point_edge) pair.second = s.loose_edges[pair.second];
    if (!near_points(loose_points_, found.point_point, [&](int k) { return points[s.loose_points[k]]; })) return false;
    for (auto& pair : found.point_point) pair.second = s.loose_points[pair.second];

    collect(point_count, std::numeric_limits<std::size_t>::max(), found.point_plane, [&](int k, const auto& add) {
        const std::array<int, 1> point{s.points[k]};
        const Box box = swept(x, dx, point, margin);
        for (int other = 0; other < static_cast<int>(s.planes.size()); ++other) {
            const ContactPlane& plane = s.planes[other];
            const std::array<int, 1> origin{plane.origin};
            if (!may_touch(point, origin) || point == origin) continue;
            const Vec3 center = box.center() - x[plane.origin], half = 0.5 * box.size();
            double height = dot(plane.normal, center) - 0.5 * world_.rules.d_hat - margin;
            height -= std::max(0.0, dot(plane.normal, dx[plane.origin]));
            for (int a = 0; a < 3; ++a) height -= std::fabs(plane.normal[a]) * half[a];
            if (height <= 0.0) add(other);
        }
    });
    // In the plane, edges cannot meet before an end of one meets the other.
    const int edge_count = s.planar ? 0 : static_cast<int>(s.edges.size());
    return collect(edge_count, most, found.edge_edge, [&](int k, const auto& add) {
        edges_.visit(edge_boxes_[k], [&](int other) {
            if (other > k && !share_point(s.edges[k], s.edges[other]) && may_touch(s.edges[k], s.edges[other]))
                add(other);
        });
    });
}

}  // namespace talweg
