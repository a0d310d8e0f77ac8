#include "talweg/scene/build/rod_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "talweg/energies/elastic_rod.hpp"
#include "talweg/geometry/chains.hpp"
#include "talweg/scene/build/domain_elements.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

/// Degrees as metres along the coordinate: the curve, times r π/180.
Motion turning(const CurveSpec& degrees, double radius) {
    const double factor = radius * std::numbers::pi / 180.0;
    CurveSpec metres = degrees;
    if (auto* number = std::get_if<double>(&metres.kind)) *number *= factor;
    if (auto* text = std::get_if<std::string>(&metres.kind)) *text = fmt::format("({})*{:.17g}", *text, factor);
    if (auto* keys = std::get_if<CurveKeysSpec>(&metres.kind))
        for (Vec2& key : keys->keyframes) key[1] *= factor;
    return {Vec3::zero(), CurvedPose{{metres.curve(), Curve{0.0}, Curve{0.0}}, {1, 0, 0}, Curve{0.0}}};
}

Mat3 turn_of(const StartSpec& start) {
    return start.rotate ? rotation_matrix(start.rotate->rotation_vector()) : Mat3::identity();
}

}  // namespace

bool is_rod(const EnergySpec& energy) { return energy.type == ElasticRod::name; }

void RodBuilder::find_edges(Rods& rods) {
    const Mesh& mesh = rods.shape.mesh;
    const Where& where = rods.energy->where;
    if (mesh.dimension != 1)
        refuse(where,
               "acts on lines alone; use a rope, helix, ring or curve, or a mesh file that has nothing but lines");
    try {
        for (const Chain& chain : find_chains(edges_of(*rods.energy, mesh))) {
            const std::vector<Vec3> directors = carried_directors(chain, mesh.points, rods.spec->section_axis);
            const int first = static_cast<int>(rods.edges.size()), count = chain.edge_count();
            for (int k = 0; k < count; ++k) {
                const auto [a, b] = chain.edge(k);
                rods.edges.push_back({{a, b}, norm(mesh.points[b] - mesh.points[a]), directors[k]});
                rods.layout.directors.push_back(directors[k]);
            }
            for (int k = chain.closed ? 0 : 1; k < count; ++k) {
                const int before = (k + count - 1) % count;
                rods.layout.corners.push_back(
                    {{chain.edge(before)[0], chain.edge(k)[0], chain.edge(k)[1]}, {first + before, first + k}});
            }
        }
    } catch (const Error& error) {
        const std::string text = error.what();
        if (text.find(subject(where)) != std::string::npos) throw;
        refuse(where, "cannot act on this shape: " + text);
    }
}

void RodBuilder::find_holds(Rods& rods) {
    const PointSelector selector(rods.shape.mesh.points, rods.shape.mesh.point_groups, rods.spec->groups);
    for (const HoldSpec& hold : rods.spec->hold) {
        if (!hold.twist) continue;
        const std::vector<int> points = selector.select(hold.select);
        const auto held = [&](int point) { return std::binary_search(points.begin(), points.end(), point); };
        bool any = false;
        for (Edge& edge : rods.edges)
            if (held(edge.points[0]) && held(edge.points[1])) {
                if (edge.hold && !(edge.hold->twist == hold.twist))
                    refuse(hold.where, fmt::format("turns segments otherwise than {} does; leave one of the holds out, "
                                                   "or let each hold segments of its own",
                                                   subject(edge.hold->where)));
                edge.hold = &hold;
                any = true;
            }
        if (!any) refuse(hold.where, "holds a twist, but no segment: select both points of the segments that it means");
    }
}

void RodBuilder::add(const BodySpec& spec, const BodyShape& shape, const std::vector<double>& mass, int first_point) {
    const EnergySpec* energy = nullptr;
    for (const EnergySpec& candidate : spec.energies) {
        if (!is_rod(candidate)) continue;
        if (energy) refuse(candidate.where, "is the body's second elastic_rod; a line has one twist: give it one");
        energy = &candidate;
    }
    if (!energy) {
        for (const HoldSpec& hold : spec.hold)
            if (hold.twist) refuse(hold.where, "holds a twist, which only rods have; give the body a \"rod\"");
        return;
    }
    const ParameterSpec& radius = energy->parameters.at("radius");
    if (!radius.value || !radius.parts.empty())
        refuse(energy->where, "has a radius that changes along the rod; the unit of its twist is one number: give one");
    Rods& rods = rods_.emplace_back(Rods{&spec, energy, shape, mass, first_point, *radius.value, {}, {}});
    find_edges(rods);
    find_holds(rods);
}

void RodBuilder::finish(ModelBuilder& builder, ElementCollector& elements) {
    for (Rods& rods : rods_) {
        rods.layout.first_coordinate = builder.model().point_count();
        for (const Edge& edge : rods.edges) {
            std::optional<Motion> motion;
            if (edge.hold && !(edge.hold->twist->constant() && std::get<double>(edge.hold->twist->kind) == 0.0))
                motion = turning(*edge.hold->twist, rods.radius);
            // ½ m r² θ̇² /2 with s = r θ: the coordinate weighs half of what the edge does.
            builder.add_coordinate(edge.director, 0.5 * rods.spec->density * edge.length, std::move(motion),
                                   edge.hold ? Axes(0) : Axes(1));
        }
        if (rods.layout.corners.empty())
            refuse(rods.energy->where, "finds no point where two segments meet; use more segments");
        const PointSelector selector(rods.shape.mesh.points, rods.shape.mesh.point_groups, rods.spec->groups);
        elements.add(*rods.energy, {rods.shape, rods.mass, selector, rods.first_point,
                                    rods.spec->damping.bending.value_or(rods.spec->damping.stiffness), &rods.layout,
                                    turn_of(rods.spec->start)});
    }
}

}  // namespace talweg
