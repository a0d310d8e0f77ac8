/// A run as one NumPy archive, for `numpy.load`:
///
///     positions, velocities   frames × points × 3, float64; m and m/s
///     contact_forces          likewise, N: where they were recorded
///     times, frames           per frame exported: seconds, and its number in the run
///     edges, triangles, tets  elements × corners, int32: points of the run
///     body_names, body_first_point, body_point_count
///     elements_NAME           frames × elements (× components): the fields that were recorded, element by element
///
/// An archive is a zip file, uncompressed, with an npy file per array.
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

std::uint64_t export_npz(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
