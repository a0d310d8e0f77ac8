#include "talweg/scene/build/drive_builder.hpp"

#include <fmt/format.h>

#include <numbers>

#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

using FieldKind = decltype(ForceField::kind);

std::array<Curve, 3> field_curves(const std::array<CurveSpec, 3>& specs) {
    std::array<Curve, 3> curves;
    for (int a = 0; a < 3; ++a) curves[a] = specs[a].curve(Variables::time_and_place);
    return curves;
}

FieldKind made_field(const UniformFieldSpec& spec, bool) { return UniformField{field_curves(spec.acceleration)}; }
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

void DriveBuilder::add(const BodySpec& body, int first_point, const Model& model, std::vector<std::string>& notes) {
    const int count = model.bodies.back().point_count;
    for (const FieldSpec& spec : body.fields_felt) {
        ForceField field{std::visit([&](const auto& kind) { return made_field(kind, scene_.planar); }, spec.kind), {}};
        for (int i = 0; i < count; ++i)
            if (const int node = model.map.single_node(first_point + i); node >= 0) field.nodes.push_back(node);
        fields_.push_back(std::move(field));
    }
    if (!body.emitter) return;
    const EmitterSpec& spec = *body.emitter;
    Emitter emitter{.first_node = model.map.single_node(first_point),
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
        notes.push_back(fmt::format(
            "{} is used up after {:.4g} s: all {} particles are born by then; give them a "
            "lifetime, or raise the capacity to {:.0f}",
            subject(spec.where), spec.begin + count / spec.rate, count, (end - spec.begin) * spec.rate + 1.0));
    emitters_.push_back(std::move(emitter));
}

void DriveBuilder::finish(ModelBuilder& builder) {
    if (!fields_.empty() || !emitters_.empty())
        builder.add_term(std::make_shared<const Drive>(std::move(fields_), std::move(emitters_)));
}

}  // namespace talweg
