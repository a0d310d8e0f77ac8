#include "talweg/verify/obligations.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/scene/check/forbids_inversion.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {
namespace {

bool present(const Json& object, const char* key) { return object.contains(key) && !object.at(key).is_null(); }

bool empty(const Json& object, const char* key) { return !present(object, key) || object.at(key).empty(); }

/// Whether what is shown is a surface that a lattice carries, whose own points mean nothing.
bool rides(const Json& shape) { return shape.value("type", "") == "solid" && shape.value("mesher", "") == "lattice"; }

/// The number, or the largest of those that parts of the body have; none: it comes from a file.
std::optional<double> largest(const Json& parameter) {
    if (parameter.is_number()) return parameter.get<double>();
    if (!parameter.is_object() || present(parameter, "file") || !present(parameter, "value")) return {};
    double most = parameter.at("value");
    for (const Json& part : parameter.value("where", Json::array()))
        most = std::max(most, part.at("value").get<double>());
    return most;
}

void read_limits(const Json& energy, BodyObligations& result) {
    const std::string type = energy.at("type");
    if (type == "strain_limit") result.stretch = largest(energy.at("limit"));
    if (type != "orthotropic_membrane") return;
    const auto limit = [&](const char* key) { return largest(energy.at(key)); };
    const auto x = limit("warp_x"), y = limit("warp_y"), z = limit("warp_z");
    if (limit("warp_limit") && limit("weft_limit") && limit("shear_limit") && x && y && z)
        result.weave = {*limit("warp_limit"), *limit("weft_limit"), *limit("shear_limit"), {*x, *y, *z}};
}

BodyObligations of_body(const Json& body, bool contact) {
    std::string touches = "all";
    BodyObligations result;
    if (present(body, "contact")) {
        touches = body.at("contact").value("touches", touches);
        result.radius = 0.5 * body.at("contact").value("thickness", 0.0);
    }
    result.apart_from_others = contact && touches != "nothing";
    const bool stiff = body.value("rigid", false) || body.value("affine", false);
    // What moves as a whole has parts that may overlap; a liquid's particles are kept apart by its pressure alone, and
    // those of an emitter pass through one another.
    result.apart_from_itself =
        contact && touches == "all" && !stiff && !present(body, "liquid") && !present(body, "emitter");
    for (const char* drive : {"emitter", "flock", "crowd"}) result.driven = result.driven || present(body, drive);
    result.driven = result.driven || !empty(body, "fields");
    result.inside_out = !rides(body.value("shape", Json::object())) && !stiff;
    for (const Json& energy : body.value("energies", Json::array()))
        if (forbids_inversion(energy.at("type").get<std::string>())) result.never_inverted = true;
    if (!present(body, "reduce"))
        for (const Json& energy : body.value("energies", Json::array())) read_limits(energy, result);
    // What guards a reduced body is asked of groups of its elements, not of each.
    if (present(body, "reduce")) result.never_inverted = false;
    result.inside_out = result.inside_out && !result.never_inverted && !present(body, "reduce");
    return result;
}

BodyObligations of_obstacle(const Json& obstacle) {
    BodyObligations result;
    result.apart_from_others = result.obstacle = true;
    const Json& shape = obstacle.at("shape");
    const std::string type = shape.at("type");
    if (type == "plane") result.shape = TouchingShape::plane;
    if (type == "ball") result.shape = TouchingShape::ball;
    if (type == "capsule") result.shape = TouchingShape::capsule;
    if (type == "ball" || type == "capsule") {
        result.radius = shape.at("radius");
        if (present(obstacle, "place")) {
            const Json scale = obstacle.at("place").value("scale", Json(1.0));
            result.radius *= (scale.is_array() ? scale.at(0) : scale).get<double>();
        }
    }
    return result;
}

void read_what_acts_from_outside(const Json& scene, Obligations& result) {
    result.descends = scene.at("integrator").at("type") == "implicit_euler";
    if (present(scene, "gravity")) result.gravity = scene.at("gravity");
    for (const Json& body : scene.at("bodies")) {
        result.descends =
            result.descends && empty(body, "loads") && empty(body, "constraints") && !present(body, "rig");
        for (const Json& hold : body.value("hold", Json::array()))
            result.descends = result.descends && !present(hold, "motion");
    }
    for (const Json& obstacle : scene.value("obstacles", Json::array()))
        result.descends = result.descends && !present(obstacle, "motion");
    result.descends = result.descends && empty(scene, "connections");
    if (!present(scene, "contact")) return;
    const Json& contact = scene.at("contact");
    result.descends = result.descends && contact.value("friction", 0.0) == 0.0 && empty(contact, "friction_pairs");
}

const Json* named(const Json& scene, const char* list, const std::string& name) {
    if (present(scene, list))
        for (const Json& entry : scene.at(list))
            if (entry.at("name") == name) return &entry;
    return nullptr;
}

void let_liquids_mix(const Json& scene, const std::vector<std::string>& names, Obligations& result) {
    std::vector<int> liquids;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const Json* body = named(scene, "bodies", names[i]); body && present(*body, "liquid"))
            liquids.push_back(static_cast<int>(i));
    for (std::size_t a = 0; a < liquids.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) result.let_through.push_back({liquids[b], liquids[a]});
}

}  // namespace

Obligations read_obligations(const std::filesystem::path& scene, const std::vector<std::string>& names) {
    const std::string text = read_whole_file(scene);
    try {
        const Json json = Json::parse(text);
        Obligations result;
        result.contact = present(json, "contact");
        result.planar = json.value("planar", false);
        const std::string integrator = result.integrator = json.at("integrator").at("type");
        result.moves = integrator != "quasi_static" && integrator != "minimise";
        const Json& time = json.at("time");
        result.frame_seconds = time.at("step").get<double>() * time.at("steps_per_frame").get<double>();
        read_what_acts_from_outside(json, result);
        if (result.contact && present(json.at("contact"), "distance")) result.reach = json["contact"]["distance"];
        for (const std::string& name : names) {
            if (const Json* body = named(json, "bodies", name))
                result.bodies.push_back(of_body(*body, result.contact));
            else if (const Json* obstacle = named(json, "obstacles", name))
                result.bodies.push_back(of_obstacle(*obstacle));
            else
                throw Error(scene.string() + " does not know the body \"" + name + "\" that was recorded");
        }
        let_liquids_mix(json, names, result);
        for (const Json& connection : json.value("connections", Json::array())) {
            const Json& between = connection.at("between");
            const auto number = [&](const Json& name) {
                return static_cast<int>(std::find(names.begin(), names.end(), name.get<std::string>()) - names.begin());
            };
            if (between.size() < 2) {
                if (connection.at("type") != "seam") result.to_world.push_back(number(between.at(0)));
                continue;
            }
            const std::array<int, 2> both{number(between.at(0)), number(between.at(1))};
            result.joined.push_back(both);
            if (!connection.value("touch", true)) result.let_through.push_back(both);
        }
        return result;
    } catch (const Json::exception& error) {
        throw Error(scene.string() + " is damaged: " + error.what());
    }
}

}  // namespace talweg
