/// From a resolved scene to the world and its first state.
#pragma once
#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/model/joint_mark.hpp"
#include "talweg/scene/spec/scene.hpp"
#include "talweg/state/state.hpp"
#include "talweg/step/step_settings.hpp"

namespace talweg {

struct World {
    Model model;
    State state;
    std::vector<JointMark> joints;             // as pictures show them
    std::vector<std::string> notes;            // what is odd about the bodies' meshes but no reason to stop
    std::vector<MeshLooks> looks;              // of the bodies' triangles, body by body
    std::vector<std::array<Vec3, 3>> limited;  // at rest, the triangles of all bodies whose stretch has a limit
};

/// Whether bodies that contact keeps apart may meet at the start: for those who examine scenes.
enum class Start { must_be_apart, as_it_is };

/// Throws Error that names file and line for all that only the bodies themselves can tell: meshes that cannot be read,
/// empty selections, indices out of range, edges without length, points without mass, nothing that can move, a start
/// that contact cannot begin with.
World build_model(const Scene& scene, Start start = Start::must_be_apart);

/// How the scene wants its steps taken; what it leaves open is derived from the model.
StepSettings step_settings(const Scene& scene, const Model& model);

}  // namespace talweg
