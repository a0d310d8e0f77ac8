/// PLY of one frame, binary little-endian or text: all points as vertices (double) with the recorded fields as further
/// properties, the triangles of bodies that have some as faces, the edges of the others as edges.
#pragma once
#include <span>
#include <string>

#include "talweg/model/model.hpp"

namespace talweg {

enum class PlyEncoding { binary, text };

/// A field at one frame: a number per point.
struct PointValues {
    std::string name;
    std::vector<double> values;
};

std::string ply_text(std::span<const Body> bodies, std::span<const Vec3> positions, PlyEncoding encoding,
                     std::span<const PointValues> fields = {});

}  // namespace talweg
