/// Robots as URDF files describe them: links with mass and geometry, joined in a tree.
///
/// The format: https://wiki.ros.org/urdf/XML. Of a link, `inertial`, `visual` and `collision` are read; of a joint all
/// but `calibration` and `safety_controller`. Transmissions, sensors and gazebo's additions are skipped.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

/// x ↦ R(rpy) x + xyz: turned about the fixed axes x, y and z, in this order.
struct UrdfPose {
    Vec3 xyz = Vec3::zero(), rpy = Vec3::zero();

    Mat3 rotation() const;
};

struct UrdfGeometry {
    enum class Kind { box, cylinder, sphere, mesh } kind = Kind::box;
    UrdfPose origin;
    Vec3 size = Vec3::zero();  // of a box; the scale of a mesh
    double radius = 0.0, length = 0.0;
    std::filesystem::path file;  // absolute
};

struct UrdfLink {
    std::string name;
    int line = 0;
    double mass = 0.0;  // kg; 0: none given
    UrdfPose inertial;
    Mat3 inertia = Mat3::zero();  // about the inertial origin, along its axes
    std::vector<UrdfGeometry> visual, collision;
};

enum class UrdfJointType { revolute, continuous, prismatic, fixed, floating, planar };

struct UrdfJoint {
    struct Mimic {
        std::string joint;
        double multiplier = 1.0, offset = 0.0;
    };
    std::string name, parent, child;
    int line = 0;
    UrdfJointType type = UrdfJointType::fixed;
    UrdfPose origin;
    Vec3 axis{1.0, 0.0, 0.0};  // in the child's frame
    double lower = 0.0, upper = 0.0, effort = 0.0, velocity = 0.0, damping = 0.0, friction = 0.0;
    std::optional<Mimic> mimic;
};

struct UrdfRobot {
    std::filesystem::path file;
    std::string name;
    std::vector<UrdfLink> links;    // in the order of the file
    std::vector<UrdfJoint> joints;  // likewise

    const UrdfLink* link(const std::string& name) const;
    const std::string& root() const { return root_name; }
    std::string root_name;
};

/// Throws Error that names the line: what is malformed, unknown types, joints of links that there are not, a link with
/// two parents, a loop, several roots, lower > upper, inertia that no body has, mesh files that are missing.
UrdfRobot read_urdf(const std::filesystem::path& file);

}  // namespace talweg
