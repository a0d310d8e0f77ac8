/// What a run has promised by its scene: which bodies must not pass through which, and which elements must not
/// invert. Read from the scene as recorded, without the code that built the simulation from it.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "talweg/geometry/sewn_pairs.hpp"
#include "talweg/math/matrix.hpp"

namespace talweg {

/// What touches of a body: its surface as recorded or, of obstacles, what its first points mean.
enum class TouchingShape { surface, plane, ball, capsule };

/// Green's strains that threads of a weave never reach, and where the warp points at rest.
struct WeaveLimits {
    double warp, weft, shear;
    Vec3 direction;
};

struct BodyObligations {
    bool apart_from_others = false, apart_from_itself = false;
    bool never_inverted = false;
    bool inside_out = false;  // its surface does not keep inner points in: obstacles have to keep them out
    bool driven = false;      // fields, neighbours or an emitter change its velocities between steps
    bool obstacle = false;    // what bodies must not pass through; obstacles among themselves may
    TouchingShape shape = TouchingShape::surface;
    double radius = 0.0;  // kept free around it, m
    // What its triangles never reach; where a limit changes over the body, the largest of its values.
    std::optional<double> stretch = {};
    std::optional<WeaveLimits> weave = {};
    bool stretches() const { return stretch || weave; }
};

struct Obligations {
    bool contact = false;         // any body has to stay apart from anything
    std::optional<double> reach;  // of contact, m, if the scene says so
    bool planar = false;
    bool moves = true;  // velocities mean something: not a sequence of equilibria
    // Nothing from outside gives energy: no scripts, loads or lagged friction, and the integrator descends from where
    // the step begins. Then potential energies never exceed the total before.
    bool descends = false;
    std::string integrator = {};
    std::array<double, 3> gravity{};  // m/s²
    double frame_seconds = 0.0;
    std::vector<BodyObligations> bodies;               // in the order of `names`
    std::vector<std::array<int, 2>> let_through = {};  // bodies that joints let pass through one another
    std::vector<std::array<int, 2>> joined = {};       // bodies that hang together: a step settles them as one
    std::vector<int> to_world = {};                    // bodies that connections join to the world
    SewnPairs sewn = {};  // points that connections join: features around them are not compared
};

/// For the bodies and obstacles of the run, by name.
Obligations read_obligations(const std::filesystem::path& scene, const std::vector<std::string>& names);

}  // namespace talweg
