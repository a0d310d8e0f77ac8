#include "talweg/scene/robot/read_urdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "talweg/geometry/read/xml.hpp"
#include "talweg/math/symmetric_eigen.hpp"
#include "talweg/scene/text/parse_number.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

constexpr std::pair<const char*, UrdfJointType> joint_types[] = {
    {"revolute", UrdfJointType::revolute},   {"continuous", UrdfJointType::continuous},
    {"prismatic", UrdfJointType::prismatic}, {"fixed", UrdfJointType::fixed},
    {"floating", UrdfJointType::floating},   {"planar", UrdfJointType::planar}};

Mat3 about(int axis, double angle) {
    Mat3 r = Mat3::identity();
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    r(a, a) = r(b, b) = std::cos(angle);
    r(b, a) = std::sin(angle);
    r(a, b) = -r(b, a);
    return r;
}

/// Reads the file tag by tag; every element leaves what it holds in the robot.
class UrdfReader {
public:
    explicit UrdfReader(const read::Source& source) : source_(source), xml_(source) { robot_.file = source.path; }

    UrdfRobot read() {
        bool found = false;
        for (read::XmlTag tag; xml_.next(tag);) {
            if (tag.closes) continue;
            if (!found && tag.name != "robot")
                fail(tag, "<" + tag.name + "> stands where <robot> should; is this an URDF file?");
            if (tag.name == "robot") {
                found = true;
                robot_.name = tag.attribute("name");
            } else if (tag.name == "link") {
                read_link(tag);
            } else if (tag.name == "joint") {
                read_joint(tag);
            } else {
                skip(tag);
            }
        }
        if (!found) source_.fail("no <robot> in it; is this an URDF file?");
        check_tree();
        return std::move(robot_);
    }

private:
    [[noreturn]] void fail(const read::XmlTag& tag, const std::string& message) const {
        source_.fail_in_text(tag.position, message);
    }
    int line_of(const read::XmlTag& tag) const {
        return 1 + static_cast<int>(std::count(source_.bytes.begin(), source_.bytes.begin() + tag.position, '\n'));
    }

    /// visit(tag) for every element inside of `parent`; it has to read what it opens to its end.
    template <class Visit>
    void inside(const read::XmlTag& parent, const Visit& visit) {
        if (parent.is_empty) return;
        for (read::XmlTag tag; xml_.next(tag);) {
            if (tag.closes && tag.name == parent.name) return;
            if (tag.closes) fail(tag, "</" + tag.name + "> closes what is not open");
            visit(tag);
        }
        fail(parent, "<" + parent.name + "> is never closed");
    }
    void skip(const read::XmlTag& tag) {
        inside(tag, [&](const read::XmlTag& inner) { skip(inner); });
    }

    std::string required(const read::XmlTag& tag, const char* key) const {
        if (!tag.attributes.contains(key)) fail(tag, fmt::format("<{}> has no {}", tag.name, key));
        return tag.attribute(key);
    }
    double number(const read::XmlTag& tag, const char* key, std::optional<double> otherwise = {}) const {
        if (!tag.attributes.contains(key) && otherwise) return *otherwise;
        return numbers(tag, key, 1)[0];
    }
    std::vector<double> numbers(const read::XmlTag& tag, const char* key, std::size_t count) const {
        const std::string text = required(tag, key);
        std::vector<double> values;
        std::size_t at = 0;
        while ((at = text.find_first_not_of(" \t\r\n", at)) != std::string::npos) {
            const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
            std::string word = text.substr(at, end - at);
            if (word.starts_with('+')) word.erase(0, 1);
            if (word.starts_with('.')) word.insert(0, "0");
            if (word.starts_with("-.")) word.insert(1, "0");
            if (word.ends_with('.')) word += '0';
            const NumberText number = parse_number(word);
            if (!number.problem.empty() || !std::isfinite(number.value.get<double>()))
                fail(tag, fmt::format("{} of <{}> is {}, which is no number", key, tag.name, in_quotes(text)));
            values.push_back(number.value.get<double>());
            at = end;
        }
        if (values.size() != count)
            fail(tag, fmt::format("{} of <{}> has {} numbers, not {}", key, tag.name, values.size(), count));
        return values;
    }
    Vec3 vector(const read::XmlTag& tag, const char* key, const Vec3& otherwise) const {
        if (!tag.attributes.contains(key)) return otherwise;
        const auto v = numbers(tag, key, 3);
        return {v[0], v[1], v[2]};
    }
    UrdfPose pose(const read::XmlTag& tag) const {
        return {vector(tag, "xyz", Vec3::zero()), vector(tag, "rpy", Vec3::zero())};
    }

    void read_link(const read::XmlTag& tag) {
        UrdfLink link;
        link.name = required(tag, "name");
        link.line = line_of(tag);
        if (robot_.link(link.name)) fail(tag, "there is a link " + in_quotes(link.name) + " already");
        inside(tag, [&](const read::XmlTag& part) {
            if (part.name == "inertial")
                read_inertial(part, link);
            else if (part.name == "visual")
                link.visual.push_back(read_shape(part));
            else if (part.name == "collision")
                link.collision.push_back(read_shape(part));
            else
                skip(part);
        });
        robot_.links.push_back(std::move(link));
    }

    void read_inertial(const read::XmlTag& tag, UrdfLink& link) {
        inside(tag, [&](const read::XmlTag& part) {
            if (part.name == "origin") link.inertial = pose(part);
            if (part.name == "mass") link.mass = number(part, "value");
            if (part.name == "mass" && !(link.mass > 0.0))
                fail(part, fmt::format("the mass of link {} is {} kg; it must be greater than 0", in_quotes(link.name),
                                       link.mass));
            if (part.name == "inertia") {
                const char* keys[3][3] = {{"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
                for (int i = 0; i < 3; ++i)
                    for (int j = 0; j < 3; ++j)
                        link.inertia(i, j) = i == j ? number(part, keys[i][j]) : number(part, keys[i][j], 0.0);
                check_inertia(part, link);
            }
            skip(part);
        });
    }

    /// Nothing but zeros is no inertia; anything else must be that of a body.
    void check_inertia(const read::XmlTag& tag, const UrdfLink& link) const {
        if (link.inertia == Mat3::zero()) return;
        const auto moments = symmetric_eigen(link.inertia).values;
        double sum = 0.0, least = moments[0], largest = moments[0];
        for (int a = 0; a < 3; ++a) {
            sum += moments[a];
            least = std::min(least, moments[a]);
            largest = std::max(largest, moments[a]);
        }
        const char* wrong = !(least > 0.0) ? "all must be greater than 0"
                            : largest > (1.0 + 1e-9) * (sum - largest)
                                ? "the largest is more than the sum of the others, which no body's is"
                                : nullptr;
        if (wrong)
            fail(tag, fmt::format("the inertia of link {} has principal moments {:.6g}, {:.6g}, {:.6g} kg m²: {}",
                                  in_quotes(link.name), moments[0], moments[1], moments[2], wrong));
    }

    UrdfGeometry read_shape(const read::XmlTag& tag) {
        std::optional<UrdfGeometry> shape;
        UrdfPose origin;
        inside(tag, [&](const read::XmlTag& part) {
            if (part.name == "origin") origin = pose(part);
            if (part.name != "geometry") return skip(part);
            inside(part, [&](const read::XmlTag& kind) {
                shape = read_geometry(kind);
                skip(kind);
            });
        });
        if (!shape) fail(tag, "<" + tag.name + "> has no geometry");
        shape->origin = origin;
        return *shape;
    }

    /// A length in m.
    double positive(const read::XmlTag& tag, const char* key, double value) const {
        if (!(value > 0.0))
            fail(tag, fmt::format("{} of <{}> is {:g}; it must be greater than 0", key, tag.name, value));
        return value;
    }

    /// Scales below 0 mirror the mesh.
    UrdfGeometry read_geometry(const read::XmlTag& tag) const {
        UrdfGeometry shape;
        if (tag.name == "box") {
            shape.kind = UrdfGeometry::Kind::box;
            const auto size = numbers(tag, "size", 3);
            for (int a = 0; a < 3; ++a) shape.size[a] = positive(tag, "size", size[a]);
        } else if (tag.name == "cylinder") {
            shape.kind = UrdfGeometry::Kind::cylinder;
            shape.radius = positive(tag, "radius", number(tag, "radius"));
            shape.length = positive(tag, "length", number(tag, "length"));
        } else if (tag.name == "sphere") {
            shape.kind = UrdfGeometry::Kind::sphere;
            shape.radius = positive(tag, "radius", number(tag, "radius"));
        } else if (tag.name == "mesh") {
            shape.kind = UrdfGeometry::Kind::mesh;
            shape.size = vector(tag, "scale", {1.0, 1.0, 1.0});
            for (int a = 0; a < 3; ++a)
                if (shape.size[a] == 0.0) fail(tag, "scale of <mesh> has a 0, which leaves nothing of it");
            shape.file = find_mesh(tag, required(tag, "filename"));
        } else {
            fail(tag, "there is no geometry <" + tag.name + ">; known: box, cylinder, sphere, mesh");
        }
        return shape;
    }

    /// Beside the file; of package://NAME/REST, in the folder NAME that holds the file, or where REST is.
    std::filesystem::path find_mesh(const read::XmlTag& tag, std::string name) const {
        const std::filesystem::path folder = std::filesystem::absolute(source_.path).parent_path();
        std::vector<std::filesystem::path> places;
        if (name.starts_with("file://")) name.erase(0, 7);
        if (name.starts_with("package://")) {
            const std::string inside = name.substr(10),
                              rest = inside.substr(std::min(inside.find('/') + 1, inside.size()));
            for (std::filesystem::path up = folder; up != up.parent_path(); up = up.parent_path()) {
                places.push_back(up / inside);
                places.push_back(up / rest);
            }
        } else {
            places.push_back(folder / name);
        }
        std::error_code ignored;
        for (const auto& place : places)
            if (std::filesystem::is_regular_file(place, ignored)) return place.lexically_normal();
        fail(tag, fmt::format("the mesh {} is not there; looked in {}", in_quotes(name), folder.string()));
    }

    void read_joint(const read::XmlTag& tag) {
        UrdfJoint joint;
        joint.name = required(tag, "name");
        joint.line = line_of(tag);
        for (const UrdfJoint& other : robot_.joints)
            if (other.name == joint.name) fail(tag, "there is a joint " + in_quotes(joint.name) + " already");
        const std::string type = required(tag, "type");
        const auto known = std::find_if(std::begin(joint_types), std::end(joint_types),
                                        [&](const auto& entry) { return type == entry.first; });
        if (known == std::end(joint_types))
            fail(tag, fmt::format("joint {} is of type {}; known: revolute, continuous, prismatic, fixed, floating, "
                                  "planar",
                                  in_quotes(joint.name), in_quotes(type)));
        joint.type = known->second;
        bool limited = false;
        inside(tag, [&](const read::XmlTag& part) {
            if (part.name == "origin") joint.origin = pose(part);
            if (part.name == "parent") joint.parent = required(part, "link");
            if (part.name == "child") joint.child = required(part, "link");
            if (part.name == "axis") joint.axis = vector(part, "xyz", joint.axis);
            if (part.name == "dynamics") {
                joint.damping = number(part, "damping", 0.0);
                joint.friction = number(part, "friction", 0.0);
            }
            if (part.name == "mimic")
                joint.mimic = {required(part, "joint"), number(part, "multiplier", 1.0), number(part, "offset", 0.0)};
            if (part.name == "limit") {
                limited = true;
                joint.lower = number(part, "lower", 0.0);
                joint.upper = number(part, "upper", 0.0);
                joint.effort = number(part, "effort", 0.0);
                joint.velocity = number(part, "velocity", 0.0);
                if (joint.lower > joint.upper)
                    fail(part, fmt::format("joint {} has a lower limit of {}, above the upper one, {}",
                                           in_quotes(joint.name), joint.lower, joint.upper));
            }
            skip(part);
        });
        if (norm(joint.axis) == 0.0) fail(tag, "the axis of joint " + in_quotes(joint.name) + " has no direction");
        const bool needs = joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::prismatic;
        if (needs && !limited)
            fail(tag, fmt::format("joint {} has no <limit>, which {} joints must have", in_quotes(joint.name), type));
        starts_.push_back(tag);
        robot_.joints.push_back(std::move(joint));
    }

    /// Every link but one has one parent, and all hang on that one.
    void check_tree() {
        std::map<std::string, std::string> parent;
        for (std::size_t k = 0; k < robot_.joints.size(); ++k) {
            const UrdfJoint& joint = robot_.joints[k];
            for (const std::string& name : {joint.parent, joint.child})
                if (!robot_.link(name))
                    fail(starts_[k], fmt::format("joint {} names the link {}, which there is not",
                                                 in_quotes(joint.name), in_quotes(name)));
            if (!parent.emplace(joint.child, joint.parent).second)
                fail(starts_[k], fmt::format("link {} has two parents: {} and {}", in_quotes(joint.child),
                                             in_quotes(parent[joint.child]), in_quotes(joint.parent)));
        }
        std::vector<std::string> roots;
        for (const UrdfLink& link : robot_.links) {
            if (!parent.contains(link.name)) roots.push_back(link.name);
            std::string up = link.name;
            for (std::size_t steps = 0; parent.contains(up); up = parent[up])
                if (++steps > robot_.links.size())
                    source_.fail("the links above " + in_quotes(link.name) + " go round in a loop; URDF is a tree");
        }
        if (roots.size() != 1)
            source_.fail(roots.empty() ? "it has no link without a parent"
                                       : "several links have no parent: " + listed(roots) + "; join them");
        robot_.root_name = roots[0];
    }

    const read::Source& source_;
    read::XmlScanner xml_;
    UrdfRobot robot_;
    std::vector<read::XmlTag> starts_;  // of the joints
};

}  // namespace

Mat3 UrdfPose::rotation() const { return about(2, rpy[2]) * about(1, rpy[1]) * about(0, rpy[0]); }

const UrdfLink* UrdfRobot::link(const std::string& wanted) const {
    const auto found = std::find_if(links.begin(), links.end(), [&](const UrdfLink& l) { return l.name == wanted; });
    return found == links.end() ? nullptr : &*found;
}

UrdfRobot read_urdf(const std::filesystem::path& file) {
    const read::Source source = read::load_source(file);
    return UrdfReader(source).read();
}

}  // namespace talweg
