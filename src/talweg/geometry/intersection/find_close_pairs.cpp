#include "talweg/geometry/intersection/find_close_pairs.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <tuple>

#include "talweg/geometry/intersection/exact_predicates.hpp"
#include "talweg/geometry/intersection/find_intersections.hpp"
#include "talweg/geometry/intersection/plain_distance.hpp"
#include "talweg/geometry/joined_rows.hpp"
#include "talweg/geometry/tree/overlaps.hpp"

namespace talweg {
namespace {

using Kind = ClosePair::Kind;

template <std::size_t N>
std::vector<int> listed(const std::array<int, N>& points) {
    std::vector<int> list(points.begin(), points.end());
    if (N == 2 && points[0] == points[1]) list.pop_back();
    return list;
}

template <std::size_t N, std::size_t M>
bool share_point(const std::array<int, N>& a, const std::array<int, M>& b) {
    return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

class Search {
public:
    Search(const Surfaces& surfaces, std::span<const Vec3> x, double reach)
        : s_(surfaces), sewn_(surfaces.sewn), x_(x), reach_(reach) {
        for (const auto& edge : s_.edges) points_.insert(points_.end(), edge.begin(), edge.end());
        std::sort(points_.begin(), points_.end());
        points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
        of_triangle_.resize(x.size(), s_.planar);
        for (const auto& t : s_.triangles)
            for (const int p : t) of_triangle_[p] = true;
    }

    ClosePairs all() {
        if (s_.planar)
            find_planar_crossings();
        else
            find_crossings();
        measure_edges();
        if (!s_.planar) measure_points();
        look_behind_planes();
        return std::move(found_);
    }

private:
    struct Measured {
        int first, second;
        PlainDistance gap;
    };
    static constexpr std::size_t most_kept = 4096;  // by each piece of work

    bool moves(std::span<const int> points) const {
        return s_.scripted.empty() || std::any_of(points.begin(), points.end(), [&](int p) { return !s_.scripted[p]; });
    }
    /// Where nothing moves of its own, nothing was promised.
    bool apart(std::span<const int> a, std::span<const int> b) const {
        return s_.must_stay_apart(a[0], b[0]) && !sewn_.join(a, b) && (moves(a) || moves(b));
    }

    void find_crossings() {
        for (const auto& [e, t] : find_intersections(x_, s_.edges, s_.triangles)) {
            const auto& [a, b] = s_.edges[e];
            const auto& [p, q, r] = s_.triangles[t];
            if (!apart(s_.edges[e], s_.triangles[t])) continue;
            const int a_side = orientation_sign(x_[p], x_[q], x_[r], x_[a]);
            const int b_side = orientation_sign(x_[p], x_[q], x_[r], x_[b]);
            const int pq = orientation_sign(x_[a], x_[b], x_[p], x_[q]);
            const int qr = orientation_sign(x_[a], x_[b], x_[q], x_[r]);
            const int rp = orientation_sign(x_[a], x_[b], x_[r], x_[p]);
            const bool through = a_side * b_side < 0 && pq == qr && qr == rp && pq != 0;
            found_.faults.push_back({through ? Kind::crosses : Kind::touches, listed(s_.edges[e]),
                                     listed(s_.triangles[t]), 0.0, place_of_crossing(s_.edges[e], s_.triangles[t])});
        }
    }

    /// Where the sides of the triangle's plane change along the edge; for touches, what is nearest.
    Vec3 place_of_crossing(const std::array<int, 2>& edge, const std::array<int, 3>& t) const {
        const Vec3 &a = x_[edge[0]], &b = x_[edge[1]], &p = x_[t[0]];
        const Vec3 normal = cross(x_[t[1]] - p, x_[t[2]] - p);
        const double from = dot(a - p, normal), to = dot(b - p, normal);
        return from != to ? a + std::clamp(from / (from - to), 0.0, 1.0) * (b - a) : 0.5 * (a + b);
    }

    void find_planar_crossings() {
        for (const auto& [i, j] : find_planar_intersections(x_, s_.edges)) {
            const auto &e = s_.edges[i], &f = s_.edges[j];
            if (!apart(e, f)) continue;
            const auto sides = [&](const auto& edge, const auto& other) {
                return planar_orientation_sign(x_[edge[0]], x_[edge[1]], x_[other[0]]) *
                       planar_orientation_sign(x_[edge[0]], x_[edge[1]], x_[other[1]]);
            };
            const bool through = sides(e, f) < 0 && sides(f, e) < 0;
            found_.faults.push_back({through ? Kind::crosses : Kind::touches, listed(e), listed(f), 0.0,
                                     segment_to_segment(x_[e[0]], x_[e[1]], x_[f[0]], x_[f[1]]).place});
        }
    }

    template <std::size_t N>
    Box box(const std::array<int, N>& points) const {
        Box box;
        for (const int p : points) box.include(x_[p]);
        const double wider = s_.radius[points[0]] + 0.5 * reach_;
        const Vec3 margin{wider, wider, wider};
        box.min -= margin;
        box.max += margin;
        return box;
    }

    template <std::size_t N>
    BoundingTree tree(const std::vector<std::array<int, N>>& features) const {
        std::vector<Box> boxes(features.size());
        parallel_pieces(static_cast<int>(features.size()), [&](int begin, int end) {
            for (int i = begin; i < end; ++i) boxes[i] = box(features[i]);
        });
        BoundingTree tree;
        tree.build(boxes);
        return tree;
    }

    /// Pairs of features that are in reach; `distance(i, j)` measures one.
    template <std::size_t N, std::size_t M, class Distance>
    auto measuring(const std::vector<std::array<int, N>>& features, const std::vector<std::array<int, M>>& others,
                   const Distance& distance) const {
        return [&, distance](int i, int j, std::vector<Measured>& out) {
            const auto &a = features[i], &b = others[j];
            if (share_point(a, b) || !apart(a, b)) return;
            PlainDistance gap = distance(a, b);
            gap.distance -= s_.radius[a[0]] + s_.radius[b[0]];
            if (!(gap.distance < reach_ || gap.distance <= 0.0)) return;
            ++measured_;
            out.push_back({i, j, gap});
            if (out.size() >= 2 * most_kept) keep_nearest(out);
        };
    }

    /// Where more is in reach than anyone could look at, what is nearest stays.
    static void keep_nearest(std::vector<Measured>& measured) {
        std::nth_element(
            measured.begin(), measured.begin() + most_kept, measured.end(), [](const Measured& a, const Measured& b) {
                return std::tie(a.gap.distance, a.first, a.second) < std::tie(b.gap.distance, b.first, b.second);
            });
        measured.resize(most_kept);
    }

    template <std::size_t N, std::size_t M>
    void take(std::vector<Measured> measured, const std::vector<std::array<int, N>>& features,
              const std::vector<std::array<int, M>>& others) {
        std::sort(measured.begin(), measured.end(), [](const Measured& a, const Measured& b) {
            return a.first != b.first ? a.first < b.first : a.second < b.second;
        });
        found_.in_reach += measured_.exchange(0);
        for (const auto& [i, j, gap] : measured) {
            // Without thickness, what touches a surface was found exactly; threads among themselves are found here.
            const int first = features[i][0], second = others[j][0];
            const bool thick = s_.radius[first] + s_.radius[second] > 0.0;
            if (!thick && gap.distance == 0.0 && (of_triangle_[first] || of_triangle_[second])) continue;
            const Kind kind = gap.distance > 0.0 ? Kind::near : thick ? Kind::too_near : Kind::touches;
            (kind == Kind::near ? found_.near : found_.faults)
                .push_back({kind, listed(features[i]), listed(others[j]), gap.distance, gap.place});
        }
    }

    void measure_edges() {
        const auto distance = [this](const auto& a, const auto& b) {
            return segment_to_segment(x_[a[0]], x_[a[1]], x_[b[0]], x_[b[1]]);
        };
        take(collect_overlaps<Measured>(tree(s_.edges), measuring(s_.edges, s_.edges, distance)), s_.edges, s_.edges);
    }

    void measure_points() {
        std::vector<std::array<int, 1>> points;
        for (const int p : points_) points.push_back({p});
        const auto distance = [this](const auto& p, const auto& t) {
            return point_to_triangle(x_[p[0]], x_[t[0]], x_[t[1]], x_[t[2]]);
        };
        take(collect_overlaps<Measured>(tree(points), tree(s_.triangles), measuring(points, s_.triangles, distance)),
             points, s_.triangles);
    }

    void look_behind_planes() {
        for (const Surfaces::HalfSpace& half_space : s_.half_spaces)
            for (const int p : points_) {
                if (!s_.must_stay_apart(p, half_space.origin) || !moves(std::array{p})) continue;
                const double gap = dot(half_space.normal, x_[p] - x_[half_space.origin]) - s_.radius[p];
                if (gap > reach_) continue;
                ++found_.in_reach;
                const Kind kind = gap > 0.0 ? Kind::near : gap == 0.0 ? Kind::touches : Kind::behind;
                (kind == Kind::near ? found_.near : found_.faults)
                    .push_back({kind, {p}, {half_space.origin}, gap, x_[p]});
            }
    }

    const Surfaces& s_;
    JoinedRows sewn_;
    std::span<const Vec3> x_;
    double reach_;
    std::vector<int> points_;        // of any edge
    std::vector<bool> of_triangle_;  // by point; in the plane, all
    mutable std::atomic<std::size_t> measured_ = 0;
    ClosePairs found_;
};

}  // namespace

double ClosePairs::smallest_gap() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto* list : {&faults, &near})
        for (const ClosePair& close_pair : *list) smallest = std::min(smallest, close_pair.gap);
    return smallest;
}

ClosePairs find_close_pairs(const Surfaces& surfaces, std::span<const Vec3> x, double reach) {
    return Search(surfaces, x, reach).all();
}

const char* describe(ClosePair::Kind kind) {
    switch (kind) {
        case Kind::crosses:
            return "passes through";
        case Kind::touches:
            return "touches";
        case Kind::too_near:
            return "is nearer than the thickness allows to";
        case Kind::behind:
            return "is behind";
        case Kind::near:
            break;
    }
    return "is near";
}

}  // namespace talweg
