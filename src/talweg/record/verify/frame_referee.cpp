#include "talweg/record/verify/frame_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "talweg/geometry/intersection/exact_predicates.hpp"
#include "talweg/geometry/intersection/find_intersections.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg {
namespace {

// A point may be this much lighter than the mean of its body: lumped masses vary by far less.
constexpr double lightest_share = 0.01;

/// Edges of one triangle only: the outline of a planar body.
std::vector<std::array<int, 2>> border_edges(const std::vector<std::array<int, 3>>& triangles) {
    std::map<std::array<int, 2>, int> uses;
    for (const auto& t : triangles)
        for (int k = 0; k < 3; ++k) ++uses[{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])}];
    std::vector<std::array<int, 2>> borders;
    for (const auto& [edge, count] : uses)
        if (count == 1) borders.push_back(edge);
    return borders;
}

}  // namespace

FrameReferee::FrameReferee(std::span<const Body> bodies, const Obligations& obligations)
    : bodies_(bodies), obligations_(obligations) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const Body& body = bodies[b];
        const auto edges = body.triangles.empty() ? body.edges
                           : obligations_.planar  ? border_edges(body.triangles)
                                                  : unique_edges(body.triangles);
        edges_.insert(edges_.end(), edges.begin(), edges.end());
        edge_body_.resize(edges_.size(), int(b));
        triangles_.insert(triangles_.end(), body.triangles.begin(), body.triangles.end());
        triangle_body_.resize(triangles_.size(), int(b));
        point_body_.resize(body.first_point + body.point_count, int(b));
        scripted_.resize(point_body_.size(), false);
        for (const int point : body.held) scripted_[point] = true;
    }
}

template <std::size_t N>
std::string FrameReferee::named(const std::array<int, N>& points) const {
    const Body& body = bodies_[point_body_[points[0]]];
    std::string text;
    for (const int point : points) text += (text.empty() ? "" : "–") + std::to_string(point - body.first_point);
    return text + " of " + body.name;
}

void FrameReferee::look(std::uint64_t frame, std::span<const Vec3> x, double kinetic) {
    ++frames_;
    if (!look_at_numbers(frame, x)) return;
    if (obligations_.contact) look_for_intersections(frame, x);
    look_for_inversions(frame, x);
    if (!previous_.empty()) look_for_jumps(frame, x, kinetic);
    previous_.assign(x.begin(), x.end());
}

bool FrameReferee::look_at_numbers(std::uint64_t frame, std::span<const Vec3> x) {
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!(std::isfinite(x[i][0]) && std::isfinite(x[i][1]) && std::isfinite(x[i][2]))) {
            numbers_.object(fmt::format("frame {}: point {} is nowhere", frame, named(std::array{int(i)})));
            previous_.clear();
            return false;
        }
    return true;
}

bool FrameReferee::must_stay_apart(int body, int other) const {
    const auto &a = obligations_.bodies[body], &b = obligations_.bodies[other];
    if (body == other) return a.apart_from_itself;
    return a.apart_from_others && b.apart_from_others && !(a.obstacle && b.obstacle);
}

void FrameReferee::look_for_intersections(std::uint64_t frame, std::span<const Vec3> x) {
    if (obligations_.planar) {
        for (const auto& [first, second] : find_planar_intersections(x, edges_))
            if (must_stay_apart(edge_body_[first], edge_body_[second]))
                intersections_.object(fmt::format("frame {}: edge {} crosses edge {}", frame, named(edges_[first]),
                                                  named(edges_[second])));
        return;
    }
    for (const auto& [edge, triangle] : find_intersections(x, edges_, triangles_))
        if (must_stay_apart(edge_body_[edge], triangle_body_[triangle]))
            intersections_.object(fmt::format("frame {}: edge {} passes through triangle {}", frame,
                                              named(edges_[edge]), named(triangles_[triangle])));
}

void FrameReferee::look_for_inversions(std::uint64_t frame, std::span<const Vec3> x) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        if (!obligations_.bodies[b].never_inverted) continue;
        for (const auto& t : bodies_[b].tets)
            if (orientation_sign(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) <= 0)
                inversions_.object(fmt::format("frame {}: tetrahedron {} is inverted", frame, named(t)));
        if (!obligations_.planar) continue;
        for (const auto& t : bodies_[b].triangles)
            if (planar_orientation_sign(x[t[0]], x[t[1]], x[t[2]]) <= 0)
                inversions_.object(fmt::format("frame {}: triangle {} is inverted", frame, named(t)));
    }
}

/// A point of mass m that moves by d in a time T has had ½ m (d/T)² of kinetic energy at some moment.
void FrameReferee::look_for_jumps(std::uint64_t frame, std::span<const Vec3> x, double kinetic) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Body& body = bodies_[point_body_[i]];
        if (scripted_[i] || !(body.mass > 0.0) || !obligations_.moves) continue;
        const double speed = norm(x[i] - previous_[i]) / obligations_.frame_seconds;
        const double lightest = lightest_share * body.mass / body.point_count;
        fastest_ = std::max(fastest_, speed);
        if (0.5 * lightest * speed * speed > kinetic)
            jumps_.object(fmt::format("frame {}: point {} moved {:.3g} m; {:.3g} J cannot have carried it", frame,
                                      named(std::array{int(i)}), norm(x[i] - previous_[i]), kinetic));
    }
}

std::vector<Finding> FrameReferee::findings() const {
    std::vector<Finding> all{numbers_, intersections_, inversions_, jumps_};
    all[0].answer = fmt::format("{} frames of {} points", frames_, point_body_.size());
    all[1].answer = !obligations_.contact ? "the scene has no contact"
                    : obligations_.planar
                        ? fmt::format("{} edges against each other, exactly", edges_.size())
                        : fmt::format("{} edges against {} triangles, exactly", edges_.size(), triangles_.size());
    all[1].asked = obligations_.contact;
    std::size_t elements = 0;
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        if (obligations_.bodies[b].never_inverted)
            elements += bodies_[b].tets.size() + (obligations_.planar ? bodies_[b].triangles.size() : 0);
    all[2].answer =
        elements > 0 ? fmt::format("{} elements that must not, exactly", elements) : "no material forbids them";
    all[2].asked = elements > 0;
    all[3].asked = obligations_.moves;
    all[3].answer = obligations_.moves ? fmt::format("fastest free point {:.3g} m/s over a frame", fastest_)
                                       : "equilibria have no velocities";
    return all;
}

}  // namespace talweg
