/// PC2, the point cache of 3ds Max, Blender, Houdini and others, little-endian:
///
///     "POINTCACHE2\0", int32 version 1, int32 points, float32 first frame, float32 frames per sample, int32 samples,
///     then samples × points × 3 float32
#pragma once
#include <vector>

#include "talweg/geometry/read/source.hpp"
#include "talweg/math/matrix.hpp"

namespace talweg::read {

struct Pc2 {
    double first_frame = 0.0, frames_per_sample = 1.0;
    std::vector<std::vector<Vec3>> frames;
};

Pc2 read_pc2(const Source& source);

}  // namespace talweg::read
