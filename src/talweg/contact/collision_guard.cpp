#include "talweg/contact/collision_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/geometry/collision_time/collision_time.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

template <std::size_t N>
Points<double, N> gathered(const Positions& x, const std::array<int, N>& points) {
    Points<double, N> local;
    for (std::size_t i = 0; i < N; ++i) local[static_cast<int>(i)] = x[points[i]];
    return local;
}

/// The smallest function(pair) of a list, at most `limit`.
template <class Function>
double smallest(const std::vector<Candidates::Pair>& pairs, double limit, const Interruption& interruption,
                const Function& function) {
    constexpr int grain = 1024;
    std::vector<double> parts;
    interruptible_blocks(static_cast<int>(pairs.size()), interruption, [&](int first, int last) {
        parts.assign((last - first + grain - 1) / grain, limit);
        parallel_each(0, static_cast<int>(parts.size()), [&](int piece) {
            for (int k = first + piece * grain; k < std::min(last, first + (piece + 1) * grain); ++k)
                parts[piece] = std::min(parts[piece], function(pairs[k]));
        });
        for (const double part : parts) limit = std::min(limit, part);
    });
    return limit;
}

/// The points of each kind of pair: what all that looks at pairs begins with.
struct PairPoints {
    const ContactSurface& s;
    std::array<int, 4> point_triangle(const Candidates::Pair& p) const {
        const auto& t = s.triangles[p.second];
        return {s.points[p.first], t[0], t[1], t[2]};
    }
    std::array<int, 3> point_edge(const Candidates::Pair& p) const {
        return {s.points[p.first], s.edges[p.second][0], s.edges[p.second][1]};
    }
    std::array<int, 2> point_point(const Candidates::Pair& p) const { return {s.points[p.first], s.points[p.second]}; }
    std::array<int, 4> edge_edge(const Candidates::Pair& p) const {
        const auto &a = s.edges[p.first], &b = s.edges[p.second];
        return {a[0], a[1], b[0], b[1]};
    }
    /// Thickness between the first and the last point.
    template <std::size_t N>
    double thickness(const std::array<int, N>& points) const {
        return s.radius[points.front()] + s.radius[points.back()];
    }
};

/// By how much the distance of two features may differ from that of the exact end of a move, because coordinates are
/// rounded there.
template <int N>
double rounding_of_places(const Points<double, N>& x, const Points<double, N>& dx) {
    double largest = 0.0;
    for (int i = 0; i < N; ++i)
        for (int a = 0; a < 3; ++a) largest = std::max(largest, std::fabs(x[i][a]) + std::fabs(dx[i][a]));
    return 8.0 * 0x1p-53 * largest;
}

/// Whether some two points of different features come nearer to each other, seen along one axis.
template <int N>
bool comes_nearer(const Points<double, N>& x, const Points<double, N>& dx) {
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < i; ++j)
            if (dot(x[i] - x[j], dx[i] - dx[j]) < 0.0) return true;
    return false;
}

/// For every kind of pair: visit(its list, gap of a pair, features of a pair).
template <class Visit>
void visit_gaps(const ContactWorld& world, const Candidates& candidates, const Positions& x, const Visit& visit) {
    using Pair = Candidates::Pair;
    const ContactSurface& s = world.surface;
    const PairPoints of{s};
    visit(
        candidates.point_plane,
        [&](const Pair& p) {
            const int v = s.points[p.first];
            const ContactPlane& plane = s.planes[p.second];
            return dot(plane.normal, x[v] - x[plane.origin]) - s.radius[v];
        },
        [&](const Pair& p) {
            return Gap{{s.points[p.first], -1}, {s.planes[p.second].origin, -1, -1}};
        });
    visit(
        candidates.point_triangle,
        [&](const Pair& p) {
            const auto i = of.point_triangle(p);
            return std::sqrt(point_triangle_squared(x[i[0]], x[i[1]], x[i[2]], x[i[3]])) - of.thickness(i);
        },
        [&](const Pair& p) {
            return Gap{{s.points[p.first], -1}, s.triangles[p.second]};
        });
    visit(
        candidates.point_edge,
        [&](const Pair& p) {
            const auto i = of.point_edge(p);
            return std::sqrt(point_edge_squared(x[i[0]], x[i[1]], x[i[2]])) - of.thickness(i);
        },
        [&](const Pair& p) {
            return Gap{{s.points[p.first], -1}, {s.edges[p.second][0], s.edges[p.second][1], -1}};
        });
    visit(
        candidates.point_point,
        [&](const Pair& p) {
            const auto i = of.point_point(p);
            return norm(x[i[0]] - x[i[1]]) - of.thickness(i);
        },
        [&](const Pair& p) {
            return Gap{{s.points[p.first], -1}, {s.points[p.second], -1, -1}};
        });
    visit(
        candidates.edge_edge,
        [&](const Pair& p) {
            const auto i = of.edge_edge(p);
            return std::sqrt(edge_edge_squared(x[i[0]], x[i[1]], x[i[2]], x[i[3]])) - of.thickness(i);
        },
        [&](const Pair& p) {
            return Gap{s.edges[p.first], {s.edges[p.second][0], s.edges[p.second][1], -1}};
        });
}

/// For every kind of pair: visit(its list, safe fraction of a pair's move, points of a pair).
template <class Visit>
void visit_times(const ContactWorld& world, const Candidates& candidates, const Positions& x, const Positions& dx,
                 const Visit& visit) {
    using Pair = Candidates::Pair;
    const ContactSurface& s = world.surface;
    const PairPoints of{s};
    const auto time = [&](const auto& points, const auto& collision_time) {
        const auto from = gathered(x, points), move = gathered(dx, points);
        const double thickness = of.thickness(points), rounding = rounding_of_places(from, move);
        const double fraction = collision_time(from, move, thickness + rounding, gap_left);
        if (fraction > 0.0) return fraction;
        // So near that rounding of where the move ends matters: then only what does not come nearer is safe.
        return comes_nearer(from, move) || collision_time(from, move, thickness, gap_left) < 1.0 ? 0.0 : 1.0;
    };
    const auto plane_points = [&](const Pair& p) { return std::array{s.points[p.first], s.planes[p.second].origin}; };
    visit(
        candidates.point_plane,
        [&](const Pair& p) {
            const auto points = plane_points(p);
            const Vec3& normal = s.planes[p.second].normal;
            const double gap = dot(normal, x[points[0]] - x[points[1]]) - s.radius[points[0]];
            const double closing = -dot(normal, dx[points[0]] - dx[points[1]]);
            const double rounding = rounding_of_places(gathered(x, points), gathered(dx, points));
            const double usable = std::max(0.0, (1.0 - gap_left) * gap - rounding);
            return closing > usable ? usable / closing : 1.0;
        },
        plane_points);
    const auto visit_kind = [&](const std::vector<Pair>& pairs, const auto& points, const auto& collision_time) {
        visit(
            pairs, [&](const Pair& p) { return time(points(p), collision_time); }, points);
    };
    visit_kind(
        candidates.point_triangle, [&](const Pair& p) { return of.point_triangle(p); }, collision_time_point_triangle);
    visit_kind(
        candidates.point_edge, [&](const Pair& p) { return of.point_edge(p); }, collision_time_point_edge);
    visit_kind(
        candidates.point_point, [&](const Pair& p) { return of.point_point(p); }, collision_time_point_point);
    visit_kind(
        candidates.edge_edge, [&](const Pair& p) { return of.edge_edge(p); }, collision_time_edge_edge);
}

}  // namespace

double largest_safe_step(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                         const Positions& dx, const Interruption& interruption) {
    double limit = 1.0;
    visit_times(world, candidates, x, dx, [&](const auto& pairs, const auto& time_of, const auto&) {
        limit = smallest(pairs, limit, interruption, time_of);
    });
    return limit;
}

std::vector<double> largest_safe_steps(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                                       const Positions& dx, const std::vector<int>& piece_of_point, int pieces,
                                       const Interruption& interruption) {
    std::vector<double> limits(pieces, 1.0), times;
    visit_times(world, candidates, x, dx, [&](const auto& pairs, const auto& time_of, const auto& points_of) {
        times.resize(pairs.size());
        interruptible_blocks(static_cast<int>(pairs.size()), interruption, [&](int first, int last) {
            parallel_pieces(last - first, [&](int begin, int end) {
                for (int k = first + begin; k < first + end; ++k) times[k] = time_of(pairs[k]);
            });
        });
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            if (times[k] == 1.0) continue;
            for (const int point : points_of(pairs[k]))
                if (const int piece = piece_of_point[point]; piece >= 0)
                    limits[piece] = std::min(limits[piece], times[k]);
        }
    });
    return limits;
}

double smallest_gap(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                    const Interruption& interruption) {
    double least = std::numeric_limits<double>::infinity();
    visit_gaps(world, candidates, x, [&](const auto& pairs, const auto& gap_of, const auto&) {
        least = smallest(pairs, least, interruption, gap_of);
    });
    return least;
}

std::vector<Gap> gaps_below(double limit, const ContactWorld& world, const Candidates& candidates, const Positions& x) {
    std::vector<Gap> found;
    visit_gaps(world, candidates, x, [&](const auto& pairs, const auto& gap_of, const auto& features_of) {
        for (const Candidates::Pair& pair : pairs)
            if (const double gap = gap_of(pair); gap < limit) {
                found.push_back(features_of(pair));
                found.back().gap = gap;
            }
    });
    return found;
}

}  // namespace talweg
