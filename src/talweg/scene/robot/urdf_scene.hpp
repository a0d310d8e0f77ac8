/// A robot as a scene: a rigid body for every link, a connection for every joint.
///
/// Links without mass and geometry are frames: what hangs on them hangs on the link that they are fixed to. A link with
/// several geometries is a compound of them. Collision geometry is taken where there is some, otherwise the visual one.
#pragma once
#include "talweg/scene/robot/read_urdf.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

struct UrdfOptions {
    bool floating = false;              // the root link moves; otherwise the world holds it
    bool motors = false;                // every joint has a motor that aims at where it starts
    bool z_up = false;                  // the file's axes stay; otherwise its z becomes y, which is upwards in talweg
    std::filesystem::path folder = {};  // of the scene, from which it names meshes; none: they have absolute names
};

struct UrdfScene {
    Json scene;
    std::vector<std::string> notes;  // what is not as the file has it
};

/// Throws Error that names the file and the line of a link that moves but has neither mass nor geometry.
UrdfScene urdf_scene(const UrdfRobot& robot, const UrdfOptions& options);

}  // namespace talweg
