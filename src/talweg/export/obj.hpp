/// Wavefront OBJ, a file per frame: an object per body, its triangles as faces – quads and texture as they were read –
/// or else its edges as lines. Coordinates in the shortest form that reads back to the same double.
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

/// One frame, after a comment. `positions` are those of the whole run; `looks` of the first bodies shown.
std::string obj_text(std::span<const ShownBody> shown, const std::vector<Vec3>& positions, const std::string& comment,
                     std::span<const MeshLooks> looks = {});

/// frame_000000.obj and so on; says how many.
std::uint64_t export_obj(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
