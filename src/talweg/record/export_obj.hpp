/// Wavefront OBJ of one frame: an object per body, its triangles as faces, or else its edges as lines. Coordinates in
/// the shortest form that reads back to the same double.
#pragma once
#include <span>
#include <string>

#include "talweg/model/model.hpp"

namespace talweg {

std::string obj_text(std::span<const Body> bodies, std::span<const Vec3> positions);

}  // namespace talweg
