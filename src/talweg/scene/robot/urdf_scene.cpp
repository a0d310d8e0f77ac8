#include "talweg/scene/robot/urdf_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "talweg/math/error.hpp"
#include "talweg/model/motion.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

constexpr double degrees = 180.0 / std::numbers::pi;
constexpr double whole_turn = 2.0 * std::numbers::pi;

struct Frame {
    Mat3 turn = Mat3::identity();
    Vec3 place = Vec3::zero();

    Frame then(const UrdfPose& pose) const { return {turn * pose.rotation(), turn * pose.xyz + place}; }
};

Json numbers(const Vec3& v) { return Json::array({v[0], v[1], v[2]}); }

Json place_of(const Frame& frame, const Vec3& scale) {
    Json place = Json::object();
    if (!(scale == Vec3{1.0, 1.0, 1.0})) place["scale"] = numbers(scale);
    const Vec3 r = rotation_vector(frame.turn);
    if (norm(r) > 1e-12) place["rotate"] = {{"axis", numbers(r / norm(r))}, {"angle", degrees * norm(r)}};
    place["translate"] = numbers(frame.place);
    return place;
}

/// Names of links may have signs that names of bodies may not.
std::string body_name(std::string name) {
    for (char& c : name)
        if (!(std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == ' ' || c == '-')) c = '_';
    if (name.empty() || !(std::isalnum(static_cast<unsigned char>(name[0])) || name[0] == '_')) name.insert(0, "_");
    return name.substr(0, 64);
}

/// A file as a scene in this folder names it, so that both can be moved together. Folders that share nothing but the
/// root are not moved together: the name stays absolute.
std::string named_from(const std::filesystem::path& folder, const std::filesystem::path& file) {
    if (folder.empty()) return file.string();
    const std::filesystem::path here = std::filesystem::absolute(folder / "").lexically_normal();
    const auto first = [](const std::filesystem::path& path) {
        const auto part = std::next(path.begin());  // behind the root
        return part == path.end() ? std::filesystem::path() : *part;
    };
    return first(here) == first(file) ? file.lexically_relative(here).string() : file.string();
}

class SceneWriter {
public:
    SceneWriter(const UrdfRobot& robot, const UrdfOptions& options) : robot_(robot), options_(options) {}

    UrdfScene write() {
        result_.scene = {{"title", robot_.name.empty() ? robot_.file.stem().string() : robot_.name},
                         {"gravity", options_.z_up ? Json{0, 0, -9.81} : Json{0, -9.81, 0}},
                         {"time", {{"step", 0.01}, {"frames", 100}}},
                         {"bodies", Json::array()},
                         {"connections", Json::array()}};
        Frame world;
        if (!options_.z_up) world.turn = rotation_matrix({-0.5 * std::numbers::pi, 0.0, 0.0});
        add_link(*robot_.link(robot_.root()), world, "");
        if (result_.scene["bodies"].empty())
            throw Error(robot_.file.string() + ": no link has mass or geometry: nothing could be simulated");
        return std::move(result_);
    }

private:
    static bool is_frame(const UrdfLink& link) {
        return link.mass == 0.0 && link.visual.empty() && link.collision.empty();
    }

    /// `above`: the body that the link is fixed to, as a frame, or ""; then its own, and all below.
    void add_link(const UrdfLink& link, const Frame& frame, std::string above) {
        if (!is_frame(link)) above = add_body(link, frame);
        if (link.name == robot_.root() && !is_frame(link) && !options_.floating)
            result_.scene["bodies"][0]["hold"] = Json::array({{{"select", {{"all", true}}}}});
        for (const UrdfJoint& joint : robot_.joints)
            if (joint.parent == link.name) add_joint(joint, frame, above);
    }

    void add_joint(const UrdfJoint& joint, const Frame& parent, const std::string& above) {
        const UrdfLink& child = *robot_.link(joint.child);
        Frame frame = parent.then(joint.origin);
        const Vec3 axis = frame.turn * (joint.axis / norm(joint.axis)), at = frame.place;
        const double start = start_of(joint);
        if (joint.type == UrdfJointType::prismatic) frame.place += start * axis;
        if (joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::continuous)
            frame.turn = rotation_matrix(start * axis) * frame.turn;
        if (is_frame(child)) {
            if (joint.type != UrdfJointType::fixed && has_bodies_below(child))
                throw Error(
                    fmt::format("{}:{}: link {} has neither mass nor geometry, but joint {} moves it; give it "
                                "an <inertial>",
                                robot_.file.string(), child.line, in_quotes(child.name), in_quotes(joint.name)));
            return add_link(child, frame, above);
        }
        add_link(child, frame, above);
        if (joint.type == UrdfJointType::floating) return;
        Json connection = {{"name", body_name(joint.name)}, {"between", Json::array()}};
        if (!above.empty()) connection["between"].push_back(above);
        connection["between"].push_back(body_of_[child.name]);
        if (joint.type == UrdfJointType::fixed)
            connection["type"] = "fixed";
        else if (joint.type == UrdfJointType::planar)
            connection.update({{"type", "planar"}, {"at", numbers(at)}, {"axis", numbers(axis)}});
        else
            describe(joint, at, axis, start, connection);
        result_.scene["connections"].push_back(connection);
    }

    const UrdfJoint& leader_of(const UrdfJoint& joint) const {
        for (const UrdfJoint& each : robot_.joints)
            if (each.name == joint.mimic->joint && each.name != joint.name) return each;
        throw Error(fmt::format("{}:{}: joint {} mimics {}, which is no other joint of the robot", robot_.file.string(),
                                joint.line, in_quotes(joint.name), in_quotes(joint.mimic->joint)));
    }

    /// Where 0 is beyond its limits, a joint starts at the nearer one; one that mimics, where the other puts it.
    double start_of(const UrdfJoint& joint) const {
        const bool limited = joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::prismatic;
        double start = 0.0;
        if (joint.mimic && !leader_of(joint).mimic)
            start = joint.mimic->multiplier * start_of(leader_of(joint)) + joint.mimic->offset;
        return limited ? std::clamp(start, joint.lower, joint.upper) : start;
    }

    bool has_bodies_below(const UrdfLink& link) const {
        return std::any_of(robot_.joints.begin(), robot_.joints.end(), [&](const UrdfJoint& joint) {
            if (joint.parent != link.name) return false;
            const UrdfLink& child = *robot_.link(joint.child);
            return !is_frame(child) || has_bodies_below(child);
        });
    }

    void describe(const UrdfJoint& joint, const Vec3& at, const Vec3& axis, double start, Json& connection) {
        const bool turns = joint.type != UrdfJointType::prismatic;
        const double unit = turns ? degrees : 1.0;
        connection["type"] = turns ? "hinge" : "slider";
        connection["at"] = numbers(at);
        connection["axis"] = numbers(axis);
        if (joint.damping > 0.0) connection["damping"] = joint.damping;
        const double low = joint.lower - start, high = joint.upper - start;
        const bool limited = joint.type == UrdfJointType::prismatic ||
                             (joint.type == UrdfJointType::revolute && high - low < whole_turn &&
                              high <= whole_turn / 2 && low >= -whole_turn / 2);
        if (limited && high > low) connection["limits"] = {unit * low, unit * high};
        if (joint.type == UrdfJointType::revolute && !limited)
            result_.notes.push_back(
                fmt::format("joint {} has limits beyond half a turn, which are left out", in_quotes(joint.name)));
        if (joint.mimic) {
            // Coordinates of scenes are 0 at the start.
            const double offset = joint.mimic->multiplier * start_of(leader_of(joint)) + joint.mimic->offset - start;
            connection["mimic"] = {{"joint", body_name(joint.mimic->joint)},
                                   {"ratio", joint.mimic->multiplier},
                                   {"offset", unit * offset}};
        }
        const bool motor = options_.motors && !joint.mimic;
        if (joint.friction > 0.0 && motor)
            result_.notes.push_back(
                fmt::format("joint {} has friction, which is left out beside its motor", in_quotes(joint.name)));
        // A brake of that strength: a motor that aims at rest.
        if (joint.friction > 0.0 && !motor)
            connection["motor"] = {{"speed", 0.0}, {turns ? "max_torque" : "max_force", joint.friction}};
        if (!motor) return;
        const double strength = joint.effort > 0.0 ? joint.effort : 100.0;
        connection["motor"] = {{turns ? "angle" : "position", 0.0}, {turns ? "max_torque" : "max_force", strength}};
    }

    /// Returns its name.
    std::string add_body(const UrdfLink& link, const Frame& frame) {
        const auto& shapes = link.collision.empty() ? link.visual : link.collision;
        Json body = {{"name", body_name(link.name)}, {"rigid", true}, {"density", 1000.0}};
        body_of_[link.name] = body["name"];
        Frame at;  // of the shape's axes, in the link
        if (shapes.empty()) {
            const UrdfGeometry point{UrdfGeometry::Kind::sphere, link.inertial, {}, 0.01, 0.0, {}};
            at = describe(point, body["shape"]);
            body["contact"] = {{"touches", "nothing"}};
            result_.notes.push_back("link " + in_quotes(link.name) +
                                    " has no geometry: a ball of 1 cm that touches "
                                    "nothing stands for it");
        } else if (shapes.size() == 1 && unscaled(shapes[0])) {
            at = describe(shapes[0], body["shape"]);
        } else {
            body["shape"] = {{"type", "compound"}, {"parts", Json::array()}};
            for (const UrdfGeometry& shape : shapes) {
                Json part;
                const Frame inside = describe(shape, part["shape"]);
                part["place"] = place_of({inside.turn, inside.place},
                                         shape.kind == UrdfGeometry::Kind::mesh ? shape.size : Vec3{1.0, 1.0, 1.0});
                body["shape"]["parts"].push_back(part);
            }
        }
        body["place"] = place_of({frame.turn * at.turn, frame.turn * at.place + frame.place}, {1.0, 1.0, 1.0});
        if (link.mass > 0.0) {
            const Mat3 turn = at.turn.transposed() * link.inertial.rotation();
            const Mat3 tensor = turn * link.inertia * turn.transposed();
            body["inertia"] = {{"mass", link.mass},
                               {"center", numbers(at.turn.transposed() * (link.inertial.xyz - at.place))}};
            if (!(link.inertia == Mat3::zero()))
                body["inertia"]["tensor"] = {tensor(0, 0), tensor(1, 1), tensor(2, 2),
                                             tensor(0, 1), tensor(0, 2), tensor(1, 2)};
        } else {
            result_.notes.push_back("link " + in_quotes(link.name) + " has no mass; it gets that of water");
        }
        result_.scene["bodies"].push_back(body);
        return body["name"];
    }

    static bool unscaled(const UrdfGeometry& shape) {
        return shape.kind != UrdfGeometry::Kind::mesh || shape.size == Vec3{1.0, 1.0, 1.0};
    }

    /// Returns how its axes stand in the link.
    Frame describe(const UrdfGeometry& shape, Json& json) const {
        Frame at{shape.origin.rotation(), shape.origin.xyz};
        switch (shape.kind) {
            case UrdfGeometry::Kind::box:
                json = {{"type", "box"}, {"size", numbers(shape.size)}, {"cells", {1, 1, 1}}};
                break;
            case UrdfGeometry::Kind::sphere:
                json = {{"type", "sphere"}, {"radius", shape.radius}, {"divisions", 2}};
                break;
            case UrdfGeometry::Kind::cylinder:
                json = {{"type", "cylinder"},
                        {"radius", shape.radius},
                        {"height", shape.length},
                        {"rings", 3},
                        {"layers", 1}};
                at.turn = at.turn * rotation_matrix({0.5 * std::numbers::pi, 0.0, 0.0});  // from y to z
                break;
            case UrdfGeometry::Kind::mesh:
                json = {{"type", "mesh"}, {"file", named_from(options_.folder, shape.file)}};
        }
        return at;
    }

    const UrdfRobot& robot_;
    const UrdfOptions& options_;
    UrdfScene result_;
    std::map<std::string, std::string> body_of_;  // by link
};

}  // namespace

UrdfScene urdf_scene(const UrdfRobot& robot, const UrdfOptions& options) { return SceneWriter(robot, options).write(); }

}  // namespace talweg
