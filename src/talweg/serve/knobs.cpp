#include "talweg/serve/knobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/scene/build/connection_builder.hpp"
#include "talweg/scene/spec/schema.hpp"

namespace talweg {

namespace {

std::string unit_of(const Json& schema) { return schema.value("unit", ""); }

std::string words(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// A quantity without an upper bound is turned by factors, one with bounds evenly between them.
Knob knob_of(const Json& schema, std::string path, std::string label, double value, double factor) {
    if (!schema.contains("exclusiveMaximum"))
        return {std::move(path), std::move(label), unit_of(schema), value, value / factor, value * factor, true};
    const double low = std::max(0.0, schema.value("exclusiveMinimum", 0.0));
    const double high = schema["exclusiveMaximum"].get<double>() * 0.99;
    return {std::move(path), std::move(label), unit_of(schema), value, std::min(low, value), high, false};
}

const Json& energy_schema(const std::string& type) {
    const Json& choices = scene_schema()["definitions"]["energy"]["oneOf"];
    return *std::ranges::find_if(choices,
                                 [&](const Json& choice) { return choice["properties"]["type"]["const"] == type; });
}

/// "spring stiffness"; what the energy is called by already is not said twice: "spring damping".
std::string knob_words(const std::string& energy, const std::string& parameter) {
    const std::string all = words(energy), last = words(parameter);
    return all == last || all.ends_with(" " + last) ? all : all + " " + last;
}

void add_energy_knobs(const BodySpec& body, std::size_t index, const std::string& place, std::vector<Knob>& knobs) {
    const EnergySpec& energy = body.energies[index];
    const Json& properties = energy_schema(energy.type)["properties"];
    for (const auto& [name, parameter] : energy.parameters) {
        if (!parameter.uniform()) continue;
        const double value = *parameter.value;
        if (!(value > 0.0)) continue;  // a factor of nothing stays nothing
        const std::string where = energy.on.size() == 1 ? " (" + energy.on[0] + ")" : "";
        const Json& property = properties[name];
        const Json& schema = property.contains("oneOf") ? property["oneOf"].front() : property;
        knobs.push_back(knob_of(schema, fmt::format("{}.energies[{}].{}", place, index, name),
                                fmt::format("{}: {}{}", body.name, knob_words(energy.type, name), where), value, 30.0));
    }
}

void add_friction_knobs(const ContactSpec& contact, std::vector<Knob>& knobs) {
    const auto add = [&](std::string path, std::string label, double mu) {
        knobs.push_back({std::move(path), std::move(label), "", mu, 0.0, std::max(1.0, 2.0 * mu), false});
    };
    add("contact.friction", "friction", contact.friction);
    for (std::size_t k = 0; k < contact.friction_pairs.size(); ++k) {
        const FrictionPairSpec& pair = contact.friction_pairs[k];
        add(fmt::format("contact.friction_pairs[{}].coefficient", k),
            fmt::format("{} – {}: friction", pair.between[0], pair.between[1]), pair.coefficient);
    }
}

/// Targets of motors that are numbers: a place between the joint's limits, or within half a turn or a metre; a speed
/// up to twice as fast either way.
template <bool turns>
void add_motor_knobs(const DriveSpec<turns>& drive, const std::string& place, const std::string& name,
                     std::vector<Knob>& knobs) {
    if (!drive.motor) return;
    if (drive.motor->speed) {
        const double most = 2.0 * std::max(std::fabs(*drive.motor->speed), 1.0);
        knobs.push_back({place + ".motor.speed", name + ": motor speed", turns ? "rad/s" : "m/s", *drive.motor->speed,
                         -most, most, false});
    }
    if (!drive.motor->aim || !drive.motor->aim->constant()) return;
    const double aim = std::get<double>(drive.motor->aim->kind), reach = turns ? 180.0 : 1.0;
    const Vec2 range = drive.limits.value_or(Vec2{std::min(-reach, aim), std::max(reach, aim)});
    knobs.push_back({place + (turns ? ".motor.angle" : ".motor.position"),
                     name + (turns ? ": motor angle" : ": motor position"), turns ? "degrees" : "m", aim, range[0],
                     range[1], false});
}

/// Made of tetrahedra, as its shape tells without being made.
bool is_solid(const ShapeSpec& shape) {
    return std::visit(
        []<class Kind>(const Kind&) {
            return std::is_same_v<Kind, BoxShape> || std::is_same_v<Kind, BeamShape> ||
                   std::is_same_v<Kind, CylinderShape> || std::is_same_v<Kind, SolidShape>;
        },
        shape.kind);
}

/// How fast what the body adds to its rig calms down, and how much of the rig's momentum it takes.
void add_rig_knobs(const BodySpec& body, const std::string& place, std::vector<Knob>& knobs) {
    const auto add = [&](const char* path, const char* label, const char* unit, double value, double high) {
        knobs.push_back({place + path, fmt::format("{}: {}", body.name, label), unit, value, 0.0,
                         std::max(high, 2.0 * value), false});
    };
    add(".damping.stiffness", "damping by stiffness", "s", body.damping.stiffness, 0.05);
    add(".damping.mass", "damping by mass", "1/s", body.damping.mass, 20.0);
    const double leak = body.rig->leak;
    if (is_solid(body.shape)) knobs.push_back({place + ".rig.leak", body.name + ": leak", "", leak, 0.0, 1.0, false});
}

}  // namespace

std::vector<Knob> list_knobs(const Scene& scene) {
    const Json& properties = scene_schema()["properties"];
    std::vector<Knob> knobs;
    knobs.push_back({"gravity[1]", "gravity", unit_of(properties["gravity"]), scene.gravity[1], -30.0, 30.0, false});
    knobs.push_back(knob_of(properties["time"]["properties"]["step"], "time.step", "time step", scene.time.step, 10.0));
    if (scene.contact) add_friction_knobs(*scene.contact, knobs);
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const BodySpec& body = scene.bodies[b];
        const std::string place = fmt::format("bodies[{}]", b);
        knobs.push_back(knob_of(scene_schema()["definitions"]["body"]["properties"]["density"], place + ".density",
                                body.name + ": density", body.density, 30.0));
        for (std::size_t e = 0; e < body.energies.size(); ++e) add_energy_knobs(body, e, place, knobs);
        if (body.rig) add_rig_knobs(body, place, knobs);
    }
    for (std::size_t k = 0; k < scene.connections.size(); ++k)
        std::visit(
            [&](const auto& kind) {
                if constexpr (requires { kind.drive; })
                    add_motor_knobs(kind.drive, fmt::format("connections[{}]", k), connection_name(scene, k), knobs);
            },
            scene.connections[k].kind);
    return knobs;
}

Json to_json(const std::vector<Knob>& knobs) {
    Json list = Json::array();
    for (const Knob& knob : knobs)
        list.push_back({{"path", knob.path},
                        {"label", knob.label},
                        {"unit", knob.unit},
                        {"value", knob.value},
                        {"low", knob.low},
                        {"high", knob.high},
                        {"logarithmic", knob.logarithmic}});
    return list;
}

std::string setting(const Knob& knob, double value) { return fmt::format("{}={}", knob.path, value); }

}  // namespace talweg
