/// PLY of one frame, binary little-endian or text: all points as vertices (double), the triangles of bodies that have
/// some as faces, the edges of the others as edges.
#pragma once
#include <span>
#include <string>

#include "talweg/model/model.hpp"

namespace talweg {

enum class PlyEncoding { binary, text };

std::string ply_text(std::span<const Body> bodies, std::span<const Vec3> positions, PlyEncoding encoding);

}  // namespace talweg
