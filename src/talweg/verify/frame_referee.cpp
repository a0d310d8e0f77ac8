#include "talweg/verify/frame_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/geometry/intersection/exact_predicates.hpp"

namespace talweg {
namespace {

// A point may be this much lighter than the mean of its body: lumped masses vary by far less.
constexpr double lightest_share = 0.01;

/// What contact reaches to when the scene does not say: a thousandth of the bodies' diagonal.
double default_reach(std::span<const Body> bodies, const Obligations& obligations, std::span<const Vec3> x) {
    Box box;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        if (!obligations.bodies[b].obstacle)
            for (int i = 0; i < bodies[b].point_count; ++i) box.include(x[bodies[b].first_point + i]);
    return 1e-3 * box.diagonal();
}

}  // namespace

FrameReferee::FrameReferee(std::span<const Body> bodies, const Obligations& obligations)
    : bodies_(bodies), obligations_(obligations), surfaces_(recorded_surfaces(bodies, obligations)) {}

std::string FrameReferee::named(std::span<const int> points) const {
    const int body = surfaces_.body[points[0]], first = bodies_[body].first_point;
    if (obligations_.bodies[body].shape != TouchingShape::surface) return bodies_[body].name;
    return feature_name(points, first) + " of " + bodies_[body].name;
}

bool FrameReferee::is_absent(std::span<const int> points) const {
    return !ages_.empty() && std::any_of(points.begin(), points.end(), [&](int i) { return ages_[i] < 0.0; });
}

void FrameReferee::look(std::uint64_t frame, std::span<const Vec3> x, double kinetic, std::vector<double> ages) {
    ++frames_;
    ages_ = std::move(ages);
    if (!look_at_numbers(frame, x)) return;
    if (obligations_.contact) look_for_intersections(frame, x);
    look_for_inversions(frame, x);
    if (!previous_.empty()) look_for_jumps(frame, x, kinetic);
    previous_.assign(x.begin(), x.end());
}

bool FrameReferee::look_at_numbers(std::uint64_t frame, std::span<const Vec3> x) {
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!(std::isfinite(x[i][0]) && std::isfinite(x[i][1]) && std::isfinite(x[i][2]))) {
            numbers_.object(fmt::format("frame {}: {} is nowhere", frame, named(std::array{int(i)})));
            previous_.clear();
            return false;
        }
    return true;
}

void FrameReferee::look_for_intersections(std::uint64_t frame, std::span<const Vec3> x) {
    if (reach_ == 0.0) reach_ = obligations_.reach.value_or(default_reach(bodies_, obligations_, x));
    turn_half_spaces(x, surfaces_);
    const ClosePairs found = find_close_pairs(surfaces_, x, reach_);
    pairs_ += found.in_reach;
    for (const auto* list : {&found.faults, &found.near})
        for (const ClosePair& close_pair : *list) {
            if (is_absent(close_pair.first) || is_absent(close_pair.second)) continue;
            if (close_pair.gap < smallest_gap_) {
                smallest_gap_ = close_pair.gap;
                nearest_ = fmt::format("{} and {}, frame {}", named(close_pair.first), named(close_pair.second), frame);
            }
            if (!close_pair.is_fault()) continue;
            intersections_.object(fmt::format("frame {}: {} {} {} at ({:.6g}, {:.6g}, {:.6g})", frame,
                                              named(close_pair.first), describe(close_pair.kind),
                                              named(close_pair.second), close_pair.place[0], close_pair.place[1],
                                              close_pair.place[2]));
        }
}

void FrameReferee::look_for_inversions(std::uint64_t frame, std::span<const Vec3> x) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        if (!obligations_.bodies[b].never_inverted) continue;
        for (const auto& t : bodies_[b].tets)
            if (orientation_sign(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) <= 0)
                inversions_.object(fmt::format("frame {}: {} is inverted", frame, named(t)));
        if (!obligations_.planar) continue;
        for (const auto& t : bodies_[b].triangles)
            if (planar_orientation_sign(x[t[0]], x[t[1]], x[t[2]]) <= 0)
                inversions_.object(fmt::format("frame {}: {} is inverted", frame, named(t)));
    }
}

/// A point of mass m that moves by d in a time T has had ½ m (d/T)² of kinetic energy at some moment.
void FrameReferee::look_for_jumps(std::uint64_t frame, std::span<const Vec3> x, double kinetic) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Body& body = bodies_[surfaces_.body[i]];
        // Particles that are not there, or were not in the frame before, have not come that way.
        if (!ages_.empty() && ages_[i] < obligations_.frame_seconds) continue;
        if (surfaces_.scripted[i] || !(body.mass > 0.0) || !obligations_.moves) continue;
        const double speed = norm(x[i] - previous_[i]) / obligations_.frame_seconds;
        const double lightest = lightest_share * body.mass / body.point_count;
        fastest_ = std::max(fastest_, speed);
        if (0.5 * lightest * speed * speed > kinetic)
            jumps_.object(fmt::format("frame {}: {} moved {:.3g} m; {:.3g} J cannot have carried it", frame,
                                      named(std::array{int(i)}), norm(x[i] - previous_[i]), kinetic));
    }
}

std::string FrameReferee::contact_answer() const {
    std::string text = surfaces_.planar ? fmt::format("{} edges against each other", surfaces_.edges.size())
                                        : fmt::format("{} edges against {} triangles", surfaces_.edges.size(),
                                                      surfaces_.triangles.size());
    if (!surfaces_.half_spaces.empty()) text += fmt::format(" and {} planes", surfaces_.half_spaces.size());
    text += fmt::format(", exactly; {} gaps below {:.3g} m measured", pairs_, reach_);
    if (pairs_ > 0) text += fmt::format(", the smallest {:.3g} m: {}", smallest_gap_, nearest_);
    return text;
}

std::vector<Finding> FrameReferee::findings() const {
    std::vector<Finding> all{numbers_, intersections_, inversions_, jumps_};
    all[0].answer = fmt::format("{} frames of {} points", frames_, surfaces_.body.size());
    all[1].answer = obligations_.contact ? contact_answer() : "the scene has no contact";
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
                                       : "frames are not moments of a motion";
    return all;
}

}  // namespace talweg
