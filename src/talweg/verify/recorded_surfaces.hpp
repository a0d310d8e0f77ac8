/// The surfaces of a run as recorded, for the referee: made from topology.json and scene.json, not from what the solver
/// was given.
///
/// Of an obstacle, the first points are what touches: a plane's origin, a ball's centre, the ends of a capsule; then
/// comes what is drawn. The square drawn of a plane tells which way it faces, in every frame.
#pragma once
#include <span>

#include "talweg/geometry/intersection/surfaces.hpp"
#include "talweg/model/model.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

Surfaces recorded_surfaces(std::span<const Body> bodies, const Obligations& obligations);

/// Turns half-spaces as they are in this frame.
void turn_half_spaces(std::span<const Vec3> x, Surfaces& surfaces);

}  // namespace talweg
