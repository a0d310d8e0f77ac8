#include "talweg/scene/build/liquid_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

/// Height along gravity of what the body fills, m.
double height_of(const Positions& start, const Vec3& gravity, double spacing) {
    const Vec3 up = gravity / -norm(gravity);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vec3& x : start) {
        low = std::min(low, dot(up, x));
        high = std::max(high, dot(up, x));
    }
    return high - low + spacing;
}

}  // namespace

double liquid_spacing(const BodySpec& body) {
    if (body.liquid->spacing) return *body.liquid->spacing;
    return std::get<ParticlesShape>(body.shape.kind).spacing.value_or(1.0);
}

double particle_volume(const BodySpec& body, bool planar) {
    const double spacing = liquid_spacing(body);
    return planar ? spacing * spacing : spacing * spacing * spacing;
}

double particle_thickness(const BodySpec& body) {
    return body.contact.thickness > 0.0 ? body.contact.thickness : 0.98 * liquid_spacing(body);
}

/// A sheet of single particles in space has neighbours on two sides only, and no pressure.
void LiquidBuilder::note_flat(const BodySpec& body, const Positions& start, std::vector<std::string>& notes) const {
    const Vec3 size = bounding_box(start).size();
    if (scene_.planar || start.size() < 2 || std::min({size[0], size[1], size[2]}) > 0.5 * liquid_spacing(body)) return;
    notes.push_back(located(body.liquid->where,
                            fmt::format("{} is a layer of single particles in space, which feels no pressure and "
                                        "collapses; add \"planar\": true to the scene, or give it depth",
                                        subject(body.liquid->where))));
}

void LiquidBuilder::add(const BodySpec& body, const Positions& start, int first_point, ContactBuilder& contact,
                        std::vector<std::string>& notes) {
    if (!body.liquid) return;
    const LiquidSpec& liquid = *body.liquid;
    const double spacing = liquid_spacing(body);
    if (!bodies_.empty() && spacing != particles_.spacing)
        throw Error(
            located(liquid.where,
                    fmt::format("{} has a spacing of {:g} m, but {} has {:g} m; liquids of one scene mix, and "
                                "need the same",
                                subject(liquid.where), spacing, in_quotes(bodies_.front()->name), particles_.spacing)));
    if (!bodies_.empty() && liquid.volume != bodies_.front()->liquid->volume)
        throw Error(
            located(liquid.where, fmt::format("{} measures its volume by {}, but {} by {}; liquids of one scene "
                                              "mix, and need the same",
                                              subject(liquid.where), liquid.volume, in_quotes(bodies_.front()->name),
                                              bodies_.front()->liquid->volume)));
    for (const BodySpec* other : bodies_) contact.let_through(body.name, other->name);
    bodies_.push_back(&body);
    particles_.spacing = spacing;
    particles_.least_squares = liquid.volume == "least_squares";
    particles_.dimension = scene_.planar ? 2 : 3;
    const double weight = norm(scene_.gravity) * body.density;
    const double bulk = liquid.bulk_modulus.value_or(
        weight > 0.0 ? weight * height_of(start, scene_.gravity, spacing) / liquid.compression : 0.0);
    note_flat(body, start, notes);
    for (std::size_t i = 0; i < start.size(); ++i) {
        particles_.points.push_back(first_point + static_cast<int>(i));
        particles_.bulk.push_back(bulk);
        particles_.viscosity.push_back(liquid.viscosity);
        particles_.clings.push_back(liquid.no_slip);
    }
}

/// Of all that the liquid cannot pass, but for sheets: there may be liquid on their other side.
void LiquidBuilder::add_walls(const Model& model) {
    const ContactSurface& s = model.contact->surface;
    const auto touching =
        std::find_if(particles_.points.begin(), particles_.points.end(), [&](int point) { return s.part[point] >= 0; });
    if (touching == particles_.points.end()) return;
    const int own = s.part[*touching];
    const auto is_wall = [&](int point) {
        const int part = s.part[point];
        if (part < 0 || !model.contact->rules.may_touch(own, part)) return false;
        const Body& body = model.bodies[part];
        return body.obstacle || body.rigid || !body.tets.empty() || (model.planar && !body.triangles.empty());
    };
    for (const ContactPlane& plane : s.planes)
        if (model.contact->rules.may_touch(own, plane.part))
            particles_.walls.planes.push_back({plane.origin, plane.normal});
    auto& features = particles_.walls.features;
    const auto add = [&](std::array<int, 3> points, int count) {
        if (is_wall(points[0])) features.push_back({points, count, s.radius[points[0]], s.part[points[0]]});
    };
    for (const auto& [a, b, c] : s.triangles) add({a, b, c}, 3);
    for (const int e : s.loose_edges) add({s.edges[e][0], s.edges[e][1], -1}, 2);
    for (const int k : s.loose_points) add({s.points[k], -1, -1}, 1);
    std::stable_sort(features.begin(), features.end(), [](const auto& a, const auto& b) { return a.part < b.part; });
}

void LiquidBuilder::finish(ModelBuilder& builder) {
    if (bodies_.empty()) return;
    if (builder.model().contact) add_walls(builder.model());
    const auto particles = std::make_shared<const LiquidParticles>(std::move(particles_));
    const auto volume = std::make_shared<LiquidVolume>(particles);
    builder.add_term(volume);
    if (std::any_of(particles->viscosity.begin(), particles->viscosity.end(), [](double mu) { return mu > 0.0; }))
        builder.add_term(std::make_shared<LiquidViscosity>(particles, volume->outlook()));
}

}  // namespace talweg
