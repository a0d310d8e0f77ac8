/// The kinds of contact in one table. A kind is a pair of features and says of it all that loops over pairs ask for:
///
///     candidates, contacts   where its pairs are listed: those that may come near, those in reach
///     bounded                boxes around the features tell whether they are far apart
///     points                 of both features, the first one's first; first_count of them are the first one's
///     thickness, distance    the gap is what is left of the one without the other
///     safe_step              the part of a move on which the gap stays open
///     place                  where the features touch, for friction
///
/// A new kind is a struct here and its name in ContactKinds; its lists are members of Candidates and ContactSet, its
/// pairs are found in candidates.cpp and weighed in contact_set.cpp.
#pragma once
#include <tuple>

#include "talweg/contact/contact_set.hpp"
#include "talweg/geometry/collision_time/collision_time.hpp"
#include "talweg/geometry/distance/distances.hpp"

namespace talweg {

/// Σ weight x leads from the nearest place of the second feature to that of the first.
template <int N>
struct TouchingPlace {
    Vector<double, N> weight;
    Vec3 apart;
    double fading = 1.0;  // of the barrier there
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

/// A safe step by a time of collision, which knows nothing of how coordinates are rounded where the move ends.
template <int N, class Time>
double safe_step_by(const Time& collision_time, const Points<double, N>& x, const Points<double, N>& dx,
                    double thickness, double gap_left) {
    const double fraction = collision_time(x, dx, thickness + rounding_of_places(x, dx), gap_left);
    if (fraction > 0.0) return fraction;
    // So near that rounding of where the move ends matters: then only what does not come nearer is safe.
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < i; ++j)
            if (dot(x[i] - x[j], dx[i] - dx[j]) < 0.0) return 0.0;
    return collision_time(x, dx, thickness, gap_left) < 1.0 ? 0.0 : 1.0;
}

/// What kinds between features with a thickness of their own have in common.
struct BetweenFeatures {
    template <std::size_t N>
    static double thickness(const ContactSurface& s, const std::array<int, N>& points) {
        return s.radius[points.front()] + s.radius[points.back()];
    }
    static constexpr bool bounded = true;  // boxes tell whether they are far apart
};

struct PointPlaneContact {
    static constexpr auto candidates = &Candidates::point_plane;
    static constexpr auto contacts = &ContactSet::point_plane;
    static constexpr int first_count = 1;
    static constexpr bool bounded = false;

    static std::array<int, 2> points(const ContactSurface& s, const Candidates::Pair& p) {
        return {s.points[p.first], s.planes[p.second].origin};
    }
    static double thickness(const ContactSurface& s, const std::array<int, 2>& points) { return s.radius[points[0]]; }
    static double distance(const ContactSurface& s, const Candidates::Pair& p, const Points<double, 2>& x) {
        return dot(s.planes[p.second].normal, x[0] - x[1]);
    }
    static double safe_step(const ContactSurface& s, const Candidates::Pair& p, const Points<double, 2>& x,
                            const Points<double, 2>& dx, double thickness, double gap_left) {
        const double gap = distance(s, p, x) - thickness, closing = -distance(s, p, dx);
        const double usable = std::max(0.0, (1.0 - gap_left) * gap - rounding_of_places(x, dx));
        return closing > usable ? usable / closing : 1.0;
    }
    static TouchingPlace<2> place(const Points<double, 2>& x, const PlaneBarrier::Element& element) {
        return {{1.0, -1.0}, dot(element.normal, x[0] - x[1]) * element.normal};
    }
};

struct PointPointContact : BetweenFeatures {
    static constexpr auto candidates = &Candidates::point_point;
    static constexpr auto contacts = &ContactSet::point_point;
    static constexpr int first_count = 1;

    static std::array<int, 2> points(const ContactSurface& s, const Candidates::Pair& p) {
        return {s.points[p.first], s.points[p.second]};
    }
    static double distance(const ContactSurface&, const Candidates::Pair&, const Points<double, 2>& x) {
        return norm(x[0] - x[1]);
    }
    static double safe_step(const ContactSurface&, const Candidates::Pair&, const Points<double, 2>& x,
                            const Points<double, 2>& dx, double thickness, double gap_left) {
        return safe_step_by(collision_time_point_point, x, dx, thickness, gap_left);
    }
    static TouchingPlace<2> place(const Points<double, 2>& x, const BarrierScale&) {
        return {{1.0, -1.0}, x[0] - x[1]};
    }
};

struct PointEdgeContact : BetweenFeatures {
    static constexpr auto candidates = &Candidates::point_edge;
    static constexpr auto contacts = &ContactSet::point_edge;
    static constexpr int first_count = 1;

    static std::array<int, 3> points(const ContactSurface& s, const Candidates::Pair& p) {
        return {s.points[p.first], s.edges[p.second][0], s.edges[p.second][1]};
    }
    static double distance(const ContactSurface&, const Candidates::Pair&, const Points<double, 3>& x) {
        return std::sqrt(point_edge_squared(x[0], x[1], x[2]));
    }
    static double safe_step(const ContactSurface&, const Candidates::Pair&, const Points<double, 3>& x,
                            const Points<double, 3>& dx, double thickness, double gap_left) {
        return safe_step_by(collision_time_point_edge, x, dx, thickness, gap_left);
    }
    static TouchingPlace<3> place(const Points<double, 3>& x, const BarrierScale&) {
        const NearestPointEdge near = nearest_point_edge(x[0], x[1], x[2]);
        return {{1.0, near.s - 1.0, -near.s}, near.apart};
    }
};

struct PointFaceContact : BetweenFeatures {
    static constexpr auto candidates = &Candidates::point_triangle;
    static constexpr auto contacts = &ContactSet::point_face;
    static constexpr int first_count = 1;

    static std::array<int, 4> points(const ContactSurface& s, const Candidates::Pair& p) {
        const auto& t = s.triangles[p.second];
        return {s.points[p.first], t[0], t[1], t[2]};
    }
    static double distance(const ContactSurface&, const Candidates::Pair&, const Points<double, 4>& x) {
        return std::sqrt(point_triangle_squared(x[0], x[1], x[2], x[3]));
    }
    static double safe_step(const ContactSurface&, const Candidates::Pair&, const Points<double, 4>& x,
                            const Points<double, 4>& dx, double thickness, double gap_left) {
        return safe_step_by(collision_time_point_triangle, x, dx, thickness, gap_left);
    }
    static TouchingPlace<4> place(const Points<double, 4>& x, const BarrierScale&) {
        const NearestPointTriangle near = nearest_point_triangle(x[0], x[1], x[2], x[3]);
        return {{1.0, -near.weight[0], -near.weight[1], -near.weight[2]}, near.apart};
    }
};

struct EdgeEdgeContact : BetweenFeatures {
    static constexpr auto candidates = &Candidates::edge_edge;
    static constexpr auto contacts = &ContactSet::edge_edge;
    static constexpr int first_count = 2;

    static std::array<int, 4> points(const ContactSurface& s, const Candidates::Pair& p) {
        const auto &a = s.edges[p.first], &b = s.edges[p.second];
        return {a[0], a[1], b[0], b[1]};
    }
    static double distance(const ContactSurface&, const Candidates::Pair&, const Points<double, 4>& x) {
        return std::sqrt(edge_edge_squared(x[0], x[1], x[2], x[3]));
    }
    static double safe_step(const ContactSurface&, const Candidates::Pair&, const Points<double, 4>& x,
                            const Points<double, 4>& dx, double thickness, double gap_left) {
        return safe_step_by(collision_time_edge_edge, x, dx, thickness, gap_left);
    }
    static TouchingPlace<4> place(const Points<double, 4>& x, const EdgeEdgeBarrier::Element& element) {
        const NearestEdgeEdge near = nearest_edge_edge(x[0], x[1], x[2], x[3]);
        const double c = cross_squared(x[0], x[1], x[2], x[3]) / element.parallel;
        return {{1.0 - near.s, near.s, near.t - 1.0, -near.t}, near.apart, c < 1.0 ? c * (2.0 - c) : 1.0};
    }
};

using ContactKinds =
    std::tuple<PointPlaneContact, PointPointContact, PointEdgeContact, PointFaceContact, EdgeEdgeContact>;

/// function(kind) for each, in the order in which their terms are added up.
template <class Function>
void each_contact_kind(const Function& function) {
    std::apply([&](const auto&... kind) { (function(kind), ...); }, ContactKinds());
}

/// The points of a pair, out of all.
template <std::size_t N>
Points<double, N> gathered(const Positions& x, const std::array<int, N>& points) {
    Points<double, N> local;
    for (std::size_t i = 0; i < N; ++i) local[static_cast<int>(i)] = x[points[i]];
    return local;
}
template <int N>
Points<double, N> gathered(const Positions& x, const int* points) {
    Points<double, N> local;
    for (int i = 0; i < N; ++i) local[i] = x[points[i]];
    return local;
}

}  // namespace talweg
