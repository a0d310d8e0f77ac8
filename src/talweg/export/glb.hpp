/// Binary glTF 2.0, for short clips: a mesh and a node per body; the first frame is the mesh, every later one a morph
/// target (the displacement from the first), and one animation blends from target to target, so that players show
/// straight motion between frames. glTF is in metres with y up; time starts at 0 with the first frame exported.
///
/// Every frame costs 12 bytes per vertex and its weights four bytes per frame: clips above `largest_glb` are refused.
/// Specification: Khronos Group, glTF 2.0, https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

inline constexpr std::uint64_t largest_glb = 100'000'000;  // bytes: what web pages and viewers can be expected to load

std::uint64_t export_glb(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
