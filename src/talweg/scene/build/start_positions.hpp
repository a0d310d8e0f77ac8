/// Where the points of a body start: the rest shape stretched, rotated, translated, and scrambled.
#pragma once
#include "talweg/model/positions.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// The scramble is uniform in ± its size along every axis, the same for a seed on every machine.
Positions start_positions(const StartSpec& start, const Positions& rest);

}  // namespace talweg
