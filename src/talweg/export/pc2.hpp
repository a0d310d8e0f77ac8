/// PC2, the point cache of 3ds Max, Blender, Houdini and others: per body NAME.obj with the mesh of the first frame and
/// NAME.pc2 with where its vertices are in every frame, in the same order.
///
///     "POINTCACHE2\0", int32 version 1, int32 points, float32 first frame, float32 frames per sample, int32 samples,
///     then samples × points × 3 float32
///
/// A cache does not know how long a frame is: the comment of the mesh says it.
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

std::uint64_t export_pc2(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
