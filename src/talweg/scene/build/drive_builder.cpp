#include "talweg/scene/build/drive_builder.hpp"

#include <fmt/format.h>

#include <limits>
#include <numbers>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

using FieldKind = decltype(ForceField::kind);

std::array<Curve, 3> field_curves(const std::array<CurveSpec, 3>& specs) {
    std::array<Curve, 3> curves;
    for (int a = 0; a < 3; ++a) curves[a] = specs[a].curve(Variables::time_and_place);
    return curves;
}

FieldKind made_field(const UniformFieldSpec& spec, bool) {
    UniformField field;
    for (int a = 0; a < 3; ++a) {
        const auto* text = std::get_if<std::string>(&spec.acceleration[a].kind);
        if (text && MotionExpression(*text).depends_on_velocity())
            field.of_velocity[a].emplace(*text);
        else
            field.acceleration[a] = spec.acceleration[a].curve(Variables::time_and_place);
    }
    return field;
}
FieldKind made_field(const PointFieldSpec& spec, bool) {
    return PointField{spec.center, spec.strength, spec.softening};
}
FieldKind made_field(const VortexFieldSpec& spec, bool) {
    return VortexField{spec.center, spec.axis / norm(spec.axis), spec.strength, spec.softening};
}
FieldKind made_field(const TurbulenceFieldSpec& spec, bool planar) {
    return TurbulenceField(spec.strength, spec.size, spec.time, static_cast<std::uint64_t>(spec.seed), planar);
}
FieldKind made_field(const WindFieldSpec& spec, bool) { return WindField{field_curves(spec.velocity), spec.rate}; }
FieldKind made_field(const DragFieldSpec& spec, bool) { return WindField{{}, spec.rate}; }

/// Points that move by themselves, and their nodes.
template <class Herd>
void gather(const Model& model, int first_point, int count, Herd& herd) {
    for (int i = first_point; i < first_point + count; ++i)
        if (const int node = model.map.single_node(i); node >= 0) {
            herd.nodes.push_back(node);
            herd.points.push_back(i);
        }
}

Flock made_flock(const FlockSpec& spec, const Model& model, int first_point, int count) {
    Flock flock{.reach = spec.reach,
                .attraction = spec.attraction,
                .alignment = spec.alignment,
                .repulsion = spec.repulsion,
                .separation = spec.separation,
                .speed_limit = spec.speed_limit.value_or(endless),
                .least_speed = spec.least_speed,
                .wall_repulsion = spec.wall_repulsion,
                .wall_distance = spec.wall_distance};
    gather(model, first_point, count, flock);
    return flock;
}

Crowd made_crowd(const CrowdSpec& spec, double radius, const Model& model, int first_point, int count) {
    Crowd crowd{.radius = radius,
                .speed = spec.speed,
                .time = spec.time,
                .speed_limit = spec.speed_limit,
                .repulsion = spec.repulsion,
                .range = spec.range,
                .wall_repulsion = spec.wall_repulsion,
                .wall_range = spec.wall_range};
    for (const GoalSpec& goal : spec.goals)
        crowd.goals.push_back({goal.from, goal.to.value_or(goal.from),
                               goal.low.value_or(Vec3{-endless, -endless, -endless}),
                               goal.high.value_or(Vec3{endless, endless, endless})});
    for (const DoorSpec& door : spec.doors) crowd.doors.push_back({door.name, door.from, door.to});
    gather(model, first_point, count, crowd);
    return crowd;
}

}  // namespace

BodyShape shape_with_capacity(const BodySpec& body, bool planar) {
    BodyShape shape = placed_shape(body, planar);
    if (!body.emitter) return shape;
    const std::size_t sources = shape.mesh.points.size();
    for (std::size_t k = sources; k < static_cast<std::size_t>(body.emitter->capacity); ++k) {
        shape.mesh.points.push_back(shape.mesh.points[k % sources]);
        shape.shares.push_back(shape.shares[k % sources]);
    }
    return shape;
}

/// Whether no two of the points are nearer to one another than a reach.
static bool all_alone(const Positions& points, double reach) {
    if (points.size() < 2) return false;
    // Of more points than there are boxes two share one: of k³ boxes, no farther apart than the diagonal of one.
    const double boxes = std::floor(std::cbrt(double(points.size()) - 0.5));
    if (reach * boxes > norm(bounding_box(points).size())) return false;
    return NeighbourGrid(points, reach).entry_count() == 0;
}

void DriveBuilder::add(const BodySpec& body, int first_point, const Model& model, std::vector<std::string>& notes) {
    const int count = model.bodies.back().point_count;
    for (const FieldSpec& spec : body.fields_felt) {
        ForceField field{std::visit([&](const auto& kind) { return made_field(kind, scene_.planar); }, spec.kind), {}};
        for (int i = 0; i < count; ++i)
            if (const int node = model.map.single_node(first_point + i); node >= 0) field.nodes.push_back(node);
        fields_.push_back(std::move(field));
    }
    if (body.flock) {
        flocks_.push_back(made_flock(*body.flock, model, first_point, count));
        const auto first = model.rest.begin() + first_point;
        if (all_alone(Positions(first, first + count), body.flock->reach))
            notes.push_back(located(body.flock->where,
                                    fmt::format("{} has a reach of {:g} m, within which nobody has a neighbour at the "
                                                "start; a larger one lets them see one another",
                                                subject(body.flock->where), body.flock->reach)));
    }
    if (body.crowd) crowds_.push_back(made_crowd(*body.crowd, 0.5 * body.contact.thickness, model, first_point, count));
    if (!body.emitter) return;
    const EmitterSpec& spec = *body.emitter;
    Emitter emitter{.name = body.name,
                    .first_point = first_point,
                    .first_node = model.map.single_node(first_point),
                    .count = spec.capacity,
                    .sources = {},
                    .direction = spec.direction / norm(spec.direction),
                    .speed = spec.speed,
                    .spread = spec.spread * std::numbers::pi / 180.0,
                    .rate = spec.rate,
                    .begin = spec.begin,
                    .seed = static_cast<std::uint64_t>(spec.seed),
                    .planar = scene_.planar};
    if (spec.lifetime) emitter.lifetime = *spec.lifetime;
    const int sources = static_cast<int>(placed_shape(body, scene_.planar).mesh.points.size());
    if (sources > spec.capacity)
        throw Error(
            located(spec.where, fmt::format("{} has a capacity of {}, but {} places to be born at; raise it to as many",
                                            subject(spec.where), spec.capacity, sources)));
    for (int k = 0; k < sources; ++k) emitter.sources.push_back(model.rest[first_point + k]);
    const double end = scene_.time.step * double(scene_.time.frames) * scene_.time.steps_per_frame;
    if (!spec.lifetime && spec.begin + count / spec.rate < end)
        notes.push_back(located(
            spec.where, fmt::format("{} is used up after {:.4g} s: all {} particles are born by then; give them a "
                                    "lifetime, or raise the capacity to {:.0f}",
                                    subject(spec.where), spec.begin + count / spec.rate, count,
                                    (end - spec.begin) * spec.rate + 1.0)));
    emitters_.push_back(std::move(emitter));
}

void DriveBuilder::finish(ModelBuilder& builder) {
    if (!fields_.empty() || !emitters_.empty() || !flocks_.empty() || !crowds_.empty())
        builder.add_term(std::make_shared<const Drive>(std::move(fields_), std::move(emitters_), std::move(flocks_),
                                                       std::move(crowds_)));
}

}  // namespace talweg
