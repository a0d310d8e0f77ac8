/// Universal Scene Description as text, one file: metres, the up axis and the frame rate stand in its head; a body is
/// an Xform with a Mesh (or BasisCurves, or Points) in it, which some readers need to find more than one; points,
/// velocities and extent are time samples. A time code is a frame of the run, also where only some are exported; the
/// values of the first stand as defaults, for readers that know nothing of time.
/// Schema: https://openusd.org/release/api/class_usd_geom_mesh.html
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

std::uint64_t export_usda(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
