#include "talweg/contact/contact_set.hpp"

#include <algorithm>
#include <bit>
#include <numbers>

#include "talweg/contact/contact_kinds.hpp"
#include "talweg/contact/neighbourhood.hpp"
#include "talweg/math/bucket_sort.hpp"

namespace talweg {

namespace {

using Pair = Candidates::Pair;

/// The pairs of a point, in a list that ascends in points.
std::span<const Pair> of_point(const std::vector<Pair>& pairs, int point) {
    const auto [begin, end] = std::equal_range(pairs.begin(), pairs.end(), Pair{point, 0},
                                               [](const Pair& a, const Pair& b) { return a.first < b.first; });
    return {begin, end};
}

/// Whether some coordinate tells that two features are farther apart than `reach`: cheaper than their distance, and
/// enough for most candidates.
template <std::size_t M, std::size_t N>
bool clearly_apart(const Positions& x, std::span<const int, M> a, std::span<const int, N> b, double reach) {
    const auto bounds = [&](const auto& points) {
        Box box{x[points[0]], x[points[0]]};
        for (std::size_t i = 1; i < points.size(); ++i) box.include(x[points[i]]);
        return box;
    };
    const Box first = bounds(a), second = bounds(b);
    bool apart = false;
    for (int i = 0; i < 3; ++i)
        apart |= (first.min[i] - second.max[i] > reach) | (second.min[i] - first.max[i] > reach);
    return apart;
}

/// In ascending order; `count` is more than any first feature's number.
std::vector<Pair> sorted(const std::vector<std::vector<Pair>>& parts, std::size_t count) {
    std::vector<int> starts = {0};
    for (const auto& part : parts) starts.push_back(starts.back() + static_cast<int>(part.size()));
    std::vector<Pair> all(starts.back());
    parallel_each(0, static_cast<int>(parts.size()),
                  [&](int k) { std::copy(parts[k].begin(), parts[k].end(), all.begin() + starts[k]); });
    bucket_sort(all, std::bit_width(count), [](const Pair& pair) { return static_cast<std::uint64_t>(pair.first); });
    return all;
}

/// Those pairs that `keep` keeps, in ascending order: what is made of them must not depend on that of candidates.
template <class Keep>
std::vector<Pair> selected(const std::vector<Pair>& pairs, std::size_t count, const Interruption& interruption,
                           const Keep& keep) {
    const int pair_count = static_cast<int>(pairs.size());
    const int grain = pair_count > 4 * parallel_grain ? parallel_grain / 8 : parallel_grain;
    std::vector<std::vector<Pair>> parts((pair_count + grain - 1) / grain);
    static_assert(pairs_between_checks % parallel_grain == 0);
    interruptible_blocks(pair_count, interruption, [&](int first, int last) {
        const auto select = [&](int begin, int end) {
            for (int k = first + begin; k < first + end; ++k)
                if (keep(pairs[k])) parts[(first + begin) / grain].push_back(pairs[k]);
        };
        parallel_pieces(last - first, select, grain);
    });
    return pairs.empty() ? std::vector<Pair>() : sorted(parts, count);
}

/// Candidates without those that are clearly out of reach at x, sorted.
Candidates near_candidates(const ContactWorld& world, const Candidates& all, const Positions& x,
                           const Interruption& interruption) {
    const ContactSurface& s = world.surface;
    Candidates found;
    each_contact_kind([&]<class Kind>(const Kind&) {
        constexpr int first = Kind::first_count;
        const std::size_t count = first == 1 ? s.points.size() : s.edges.size();
        found.*Kind::candidates = selected(all.*Kind::candidates, count, interruption, [&](const Pair& pair) {
            if constexpr (!Kind::bounded) return true;
            const auto points = Kind::points(s, pair);
            const std::span both(points);
            return !clearly_apart(x, both.template first<first>(), both.template subspan<first>(),
                                  Kind::thickness(s, points) + world.rules.d_hat);
        });
    });
    return found;
}

/// The points of all pairs whose first feature is one, ascending.
std::vector<int> points_of(const Candidates& pairs) {
    std::vector<int> points;
    each_contact_kind([&]<class Kind>(const Kind&) {
        if constexpr (Kind::first_count == 1)
            for (const Pair& pair : pairs.*Kind::candidates)
                if (points.empty() || points.back() != pair.first) points.push_back(pair.first);
    });
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

/// Makes elements of what is near, with the areas and distances of the surface.
class ContactMaker {
public:
    ContactMaker(const ContactWorld& world, const Positions& x, double kappa)
        : s_(world.surface), rules_(world.rules), x_(x), kappa_(kappa) {}

    void around_point(const Candidates& all, int k, ContactSet& into) {
        const auto triangles = of_point(all.point_triangle, k), edges = of_point(all.point_edge, k),
                   points = of_point(all.point_point, k), planes = of_point(all.point_plane, k);
        for (const Pair& pair : planes) near_plane(k, s_.planes[pair.second], into);
        const int v = s_.points[k];
        // Parts may differ in thickness, hence in reach: one at a time.
        const auto part_of = [&](const auto& corners) { return s_.part[corners[0]]; };
        parts_.clear();
        const auto note = [&](int part) {
            if (std::find(parts_.begin(), parts_.end(), part) == parts_.end()) parts_.push_back(part);
        };
        for (const Pair& pair : triangles) note(part_of(s_.triangles[pair.second]));
        for (const Pair& pair : edges) note(part_of(s_.edges[pair.second]));
        for (const Pair& pair : points) note(s_.part[s_.points[pair.second]]);
        for (const int part : parts_) {
            bool started = false;
            const auto add = [&](const auto& corners, const auto& function) {
                if (part_of(corners) != part) return;
                if (!started) {
                    thickness_ = s_.radius[v] + s_.radius[corners[0]];
                    const double reach = thickness_ + rules_.d_hat;
                    near_.start(x_, v, reach * reach);
                    started = true;
                }
                function();
            };
            const bool wrapped = !rules_.lecture && s_.may_be_wrapped(v, part, rules_.d_hat);
            for (const Pair& pair : triangles)
                add(s_.triangles[pair.second], [&] {
                    if (wrapped)
                        near_.cover(s_.triangles[pair.second], s_.triangle_area[pair.second]);
                    else
                        near_.add_triangle(s_.triangles[pair.second]);
                });
            for (const Pair& pair : edges) add(s_.edges[pair.second], [&] { near_.add_edge(s_.edges[pair.second]); });
            for (const Pair& pair : points) {
                const std::array<int, 1> corner{s_.points[pair.second]};
                add(corner, [&] { near_.add_point(corner[0]); });
            }
            const double share = (s_.planar ? 0.5 : 0.25) * s_.point_area[k];
            for (const auto& f : rules_.lecture ? near_.nearest_of_each() : near_.nearest())
                add_feature(v, f, scale(share * f.count, BarrierForm::lecture), into);
            // Balls in a row, as those of a capsule, share what they cover.
            const double disc = std::numbers::pi * s_.radius[v] * s_.radius[v];
            if (wrapped)
                for (const auto& [f, area] : near_.covered())
                    add_feature(v, f, scale(0.25 * std::min(1.0, s_.point_area[k] / disc) * area, BarrierForm::lecture),
                                into);
        }
    }

    void between_edges(const Pair& pair, ContactSet& into) {
        const auto &a = s_.edges[pair.first], &b = s_.edges[pair.second];
        thickness_ = s_.radius[a[0]] + s_.radius[b[0]];
        const double reach = thickness_ + rules_.d_hat;
        const NearestEdgeEdge near = nearest_edge_edge(x_[a[0]], x_[a[1]], x_[b[0]], x_[b[1]]);
        if (!(norm_squared(near.apart) < reach * reach)) return;
        // Edges as wide as w₁ and w₂ cross in (2/π) / (w₁ w₂) places of a unit of area, if they run in all directions:
        // so much for each place makes half of the area. At most the half of an edge: a long one must not count with
        // more than the short one that it crosses.
        const double length_a = std::sqrt(s_.edge_length_squared[pair.first]),
                     length_b = std::sqrt(s_.edge_length_squared[pair.second]);
        const double area_a = s_.edge_area[pair.first], area_b = s_.edge_area[pair.second];
        const double crossing = 0.25 * std::numbers::pi * (area_a / length_a) * (area_b / length_b);
        const double area = std::min(0.5 * std::min(area_a, area_b), crossing);  // also of an edge without length
        const BarrierScale barrier = scale(area, BarrierForm::lecture);
        const double parallel = 1e-3 * s_.edge_length_squared[pair.first] * s_.edge_length_squared[pair.second];
        const std::array<int, 4> points = {a[0], a[1], b[0], b[1]};
        const RegionPoints at = RegionPoints::of(near.region);
        const bool fades = cross_squared(x_[a[0]], x_[a[1]], x_[b[0]], x_[b[1]]) < parallel;
        if (fades || at.count == 4)
            into.edge_edge.add(points, {barrier, parallel, near.region});
        else if (at.count == 3)
            into.point_edge.add({points[at.place[0]], points[at.place[1]], points[at.place[2]]}, barrier);
        else
            into.point_point.add({points[at.place[0]], points[at.place[1]]}, barrier);
    }

private:
    void near_plane(int k, const ContactPlane& plane, ContactSet& into) {
        const int v = s_.points[k];
        thickness_ = s_.radius[v];
        if (dot(plane.normal, x_[v] - x_[plane.origin]) < thickness_ + rules_.d_hat)
            into.point_plane.add({v, plane.origin},
                                 {scale(s_.point_area[k], BarrierForm::lecture_plane), plane.normal});
    }

    void add_feature(int v, const Neighbourhood::Feature& f, const BarrierScale& barrier, ContactSet& into) {
        if (f.size == 3)
            into.point_face.add({v, f.points[0], f.points[1], f.points[2]}, barrier);
        else if (f.size == 2)
            into.point_edge.add({v, f.points[0], f.points[1]}, barrier);
        else
            into.point_point.add({v, f.points[0]}, barrier);
    }

    BarrierScale scale(double area, BarrierForm of_the_lectures) const {
        const double reach = thickness_ + rules_.d_hat, floor = thickness_ * thickness_;
        return {area * rules_.d_hat * kappa_, floor, reach * reach - floor,
                rules_.lecture ? of_the_lectures : BarrierForm::talweg};
    }

    const ContactSurface& s_;
    const ContactRules& rules_;
    const Positions& x_;
    double kappa_, thickness_ = 0.0;
    Neighbourhood near_;
    std::vector<int> parts_;
};

constexpr int point_grain = 32, edge_grain = 128;  // points, and pairs of edges, of one piece of work

}  // namespace

int ContactSet::size() const {
    int sum = 0;
    each_contact_kind([&]<class Kind>(const Kind&) { sum += (this->*Kind::contacts).size(); });
    return sum;
}

void ContactSet::append(const ContactSet& other) {
    each_contact_kind([&]<class Kind>(const Kind&) { (this->*Kind::contacts).append(other.*Kind::contacts); });
}

ContactSet find_contacts(const ContactWorld& world, const Candidates& candidates, const Positions& x, double kappa,
                         const Interruption& interruption) {
    const Candidates near = near_candidates(world, candidates, x, interruption);
    const std::vector<int> points = points_of(near);
    const int point_count = static_cast<int>(points.size()), edge_count = static_cast<int>(near.edge_edge.size());
    const int point_pieces = (point_count + point_grain - 1) / point_grain;
    const int edge_pieces = (edge_count + edge_grain - 1) / edge_grain;
    std::vector<ContactSet> parts(point_pieces + edge_pieces);
    const auto make = [&](int piece) {
        ContactMaker maker(world, x, kappa);
        if (piece < point_pieces) {
            const int first = piece * point_grain;
            for (int k = first; k < std::min(point_count, first + point_grain); ++k)
                maker.around_point(near, points[k], parts[piece]);
        } else {
            const int first = (piece - point_pieces) * edge_grain;
            for (int k = first; k < std::min(edge_count, first + edge_grain); ++k)
                maker.between_edges(near.edge_edge[k], parts[piece]);
        }
    };
    constexpr int at_once = pairs_between_checks / edge_grain;
    for (int first = 0; first < static_cast<int>(parts.size()); first += at_once) {
        interruption.check();
        parallel_each(first, std::min(first + at_once, static_cast<int>(parts.size())), make);
    }
    ContactSet all;
    for (const ContactSet& part : parts) all.append(part);
    return all;
}

}  // namespace talweg
