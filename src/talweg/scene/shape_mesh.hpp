/// The mesh of a body's shape, placed in the world.
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/scene/body_spec.hpp"

namespace talweg {

/// Made by the shape or read from its file, scaled, rotated and translated. Throws Error that names the scene's line.
Mesh placed_mesh(const BodySpec& body);

}  // namespace talweg
