#include "talweg/scene/check/examine_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "talweg/geometry/embed/winding_number.hpp"
#include "talweg/geometry/intersection/find_close_pairs.hpp"
#include "talweg/geometry/near_along.hpp"
#include "talweg/geometry/tree/overlaps.hpp"
#include "talweg/model/contact_surfaces.hpp"
#include "talweg/scene/check/forbidden_start.hpp"

namespace talweg {
namespace {

using Kind = ClosePair::Kind;

class StartDoctor {
public:
    StartDoctor(const Model& model, const Positions& x) : model_(model), x_(x), world_(*model.contact) {}

    std::vector<Issue> all() {
        const ClosePairs close_pairs = find_close_pairs(surfaces_of(world_), x_, world_.rules.d_hat);
        tell_faults(close_pairs.faults);
        tell_what_is_far();
        tell_what_rounding_hides(close_pairs.near);
        if (!model_.planar) tell_bodies_inside();
        compare_reach_with_edges();
        compare_reach_with_gaps(close_pairs.near);
        tell_what_is_thicker_than_its_edges();
        return std::move(found_);
    }

private:
    int part(const std::vector<int>& points) const { return world_.surface.part[points[0]]; }

    std::string named(const std::vector<int>& points) const { return named_feature(model_, points); }

    /// One issue for each pair of bodies and kind of closeness.
    void tell_faults(const std::vector<ClosePair>& faults) {
        std::map<std::tuple<Kind, int, int>, std::vector<const ClosePair*>> sorted;
        for (const ClosePair& fault : faults) {
            const int a = part(fault.first), b = part(fault.second);
            sorted[{fault.kind, std::min(a, b), std::max(a, b)}].push_back(&fault);
        }
        for (const auto& [key, list] : sorted) {
            const auto& [kind, a, b] = key;
            close_.insert({a, b});
            std::vector<std::string> names;
            Features features;
            double deepest = 0.0;
            for (const ClosePair* fault : list) {
                names.push_back(named(fault->first) + " and " + named(fault->second));
                features.insert(features.end(), {fault->first, fault->second});
                deepest = std::max(deepest, -fault->gap);
            }
            const std::string& first = model_.bodies[a].name;
            const std::string who = a == b ? first + " " + verb(kind) + " itself"
                                           : fmt::format("{} and {} {}", first, model_.bodies[b].name, verbs(kind));
            found_.push_back({Weight::fault, who + " in " + counted("place", "places", names),
                              remedy(kind, a == b, deepest), std::move(features)});
        }
    }

    static std::string verb(Kind kind) {
        return kind == Kind::crosses ? "passes through" : kind == Kind::touches ? "exactly touches" : "is too near to";
    }
    static std::string verbs(Kind kind) {
        switch (kind) {
            case Kind::crosses:
                return "pass through each other";
            case Kind::touches:
                return "exactly touch each other";
            case Kind::behind:
                return "overlap";
            default:
                return "are nearer than their thickness";
        }
    }
    std::string remedy(Kind kind, bool itself, double deepest) const {
        const double d_hat = world_.rules.d_hat;
        if (kind == Kind::touches)
            return fmt::format("barriers are infinite at no distance: leave a gap, such as contact's {:.3g} m", d_hat);
        if (kind == Kind::crosses)
            return itself ? "separate the parts of the mesh, or let the body touch \"others\" only (contact.touches)"
                          : "move one of them (place.translate), or let one touch \"nothing\" (contact.touches)";
        return fmt::format("{} by more than {:.3g} m{}", itself ? "make contact.thickness smaller" : "move them apart",
                           deepest, itself || kind == Kind::behind ? "" : ", or make contact.thickness smaller");
    }

    /// Where coordinates have too few digits left for gaps, nothing could be kept apart.
    void tell_what_is_far() {
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            const Body& body = model_.bodies[b];
            double far = 0.0;
            for (int i = body.first_point; i < body.first_point + body.point_count; ++i)
                far = std::max({far, std::fabs(x_[i][0]), std::fabs(x_[i][1]), std::fabs(x_[i][2])});
            if (far * 0x1p-52 > coarsest_digit * world_.rules.d_hat)
                found_.push_back({Weight::fault,
                                  fmt::format("{} is {:.3g} m from the origin, where coordinates are {:.3g} m apart: "
                                              "too far for contact.distance {:.3g} m",
                                              body.name, far, far * 0x1p-52, world_.rules.d_hat),
                                  "bring the scene nearer to the origin (place.translate)",
                                  {{body.first_point}}});
        }
    }

    /// A gap of a few last digits is no gap: its force would be a matter of chance.
    void tell_what_rounding_hides(const std::vector<ClosePair>& near) {
        for (const ClosePair& close_pair : near) {
            const std::pair<int, int> parts = std::minmax(part(close_pair.first), part(close_pair.second));
            if (close_.contains(parts)) continue;  // told already
            double far = 0.0;
            for (const auto* points : {&close_pair.first, &close_pair.second})
                for (const int p : *points)
                    far = std::max({far, std::fabs(x_[p][0]), std::fabs(x_[p][1]), std::fabs(x_[p][2])});
            if (!(close_pair.gap <= 64.0 * 0x1p-53 * far)) continue;
            found_.push_back(
                {Weight::fault,
                 fmt::format("{} and {} are {:.2g} m apart, which the digits of their coordinates can hardly tell",
                             named(close_pair.first), named(close_pair.second), close_pair.gap),
                 fmt::format("leave a gap, such as contact's {:.3g} m", world_.rules.d_hat),
                 {close_pair.first, close_pair.second}});
            return;  // one tells enough
        }
    }

    /// What lies wholly within a solid crosses nothing; one of its points tells.
    void tell_bodies_inside() {
        std::vector<int> parts, points, solids;
        std::vector<Box> point_boxes, solid_boxes;
        for (int k = 0; k < world_.surface.outer_count(); ++k) {
            const int p = world_.surface.points[k];
            if (!parts.empty() && parts.back() == world_.surface.part[p]) continue;
            parts.push_back(world_.surface.part[p]);
            points.push_back(p);
            point_boxes.emplace_back().include(x_[p]);
        }
        for (int b = 0; b < world_.rules.parts(); ++b) {
            if (model_.bodies[b].tets.empty()) continue;
            solids.push_back(b);
            Box& box = solid_boxes.emplace_back();
            for (const auto& triangle : model_.bodies[b].triangles)
                for (const int corner : triangle) box.include(x_[corner]);
        }
        BoundingTree solid_tree, point_tree;
        solid_tree.build(solid_boxes);
        point_tree.build(point_boxes);
        auto pairs = overlapping_pairs(solid_tree, point_tree);
        std::sort(pairs.begin(), pairs.end());
        for (const auto& [i, k] : pairs)
            if (parts[k] != solids[i] && world_.rules.may_touch(solids[i], parts[k]) &&
                !close_.contains(std::minmax(solids[i], parts[k])) && winding(solids[i], x_[points[k]]) > 0.5)
                found_.push_back(
                    {Weight::fault,
                     fmt::format("{} lies inside {}", model_.bodies[parts[k]].name, model_.bodies[solids[i]].name),
                     "move one of them (place.translate), or let one touch \"nothing\" (contact.touches)",
                     {{points[k]}}});
    }

    double winding(int solid, const Vec3& place) const {
        Mesh skin;
        skin.points = x_;
        skin.triangles = model_.bodies[solid].triangles;
        return WindingNumber(skin)(place);
    }

    void compare_reach_with_edges() {
        const ContactSurface& s = world_.surface;
        std::vector<std::pair<double, int>> shortest(model_.bodies.size(), {world_.rules.d_hat, -1});
        for (int e = 0; e < static_cast<int>(s.edges.size()); ++e) {
            const auto [a, b] = s.edges[e];
            const double length = norm(x_[b] - x_[a]);
            if (!s.prescribed[a] && length < shortest[s.part[a]].first) shortest[s.part[a]] = {length, e};
        }
        for (std::size_t b = 0; b < shortest.size(); ++b) {
            const auto [length, e] = shortest[b];
            if (e < 0) continue;
            const std::vector<int> edge(s.edges[e].begin(), s.edges[e].end());
            found_.push_back(
                {Weight::warning,
                 fmt::format("contact reaches {:.3g} m, farther than {} is long: {:.3g} m", world_.rules.d_hat,
                             named(edge), length),
                 "forces of neighbouring elements then blur into one another; choose contact.distance below "
                 "the shortest edge, or a coarser mesh",
                 {edge}});
        }
    }

    /// A body whose own parts are within reach at the start is pushed by itself before anything has happened.
    void compare_reach_with_gaps(const std::vector<ClosePair>& near) {
        std::map<int, const ClosePair*> nearest;
        for (const ClosePair& close_pair : near) {
            if (part(close_pair.first) != part(close_pair.second)) continue;
            const ClosePair*& known = nearest[part(close_pair.first)];
            if (!known || close_pair.gap < known->gap) known = &close_pair;
        }
        for (const auto& [body, close_pair] : nearest)
            found_.push_back(
                {Weight::warning,
                 fmt::format("contact reaches {:.3g} m, but {} and {} start {:.3g} m apart", world_.rules.d_hat,
                             named(close_pair->first), named(close_pair->second), close_pair->gap),
                 "the body pushes itself from the start; choose contact.distance below that gap, or let the "
                 "body touch \"others\" only (contact.touches)",
                 {close_pair->first, close_pair->second}});
    }

    /// Points nearer than twice the thickness along a body are not kept apart: it could not even lie flat.
    void tell_what_is_thicker_than_its_edges() {
        const ContactSurface& s = world_.surface;
        std::vector<std::vector<std::array<int, 2>>> edges(world_.rules.parts());
        for (const auto& edge : s.edges)
            if (const int b = s.part[edge[0]]; s.radius[edge[0]] > 0.0 && world_.rules.may_touch(b, b))
                edges[b].push_back(edge);
        for (int b = 0; b < static_cast<int>(edges.size()); ++b) {
            if (edges[b].empty()) continue;
            const double thickness = 2.0 * s.radius[edges[b][0][0]];
            const auto near = near_along(model_.rest, edges[b], 2.0 * thickness);
            if (near.empty()) continue;
            std::vector<std::string> names;
            for (const auto& pair : near) names.push_back(joined(pair, model_.bodies[b].first_point));
            found_.push_back({Weight::note,
                              fmt::format("{} is {:.3g} m thick: {}", model_.bodies[b].name, thickness,
                                          counted("pair of points nearer than twice that along it",
                                                  "pairs of points nearer than "
                                                  "twice that along it",
                                                  names)),
                              "what is around them is not kept apart, by the solver as by `talweg verify`"});
        }
    }

    const Model& model_;
    const Positions& x_;
    const ContactWorld& world_;
    std::set<std::pair<int, int>> close_;
    std::vector<Issue> found_;
};

}  // namespace

std::vector<Issue> examine_start(const Model& model, const Positions& x) {
    std::vector<Issue> all = forbidden_start(model, x);
    if (!model.contact) return all;
    const std::vector<Issue> of_contact = StartDoctor(model, x).all();
    all.insert(all.end(), of_contact.begin(), of_contact.end());
    return all;
}

}  // namespace talweg
