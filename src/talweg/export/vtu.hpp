/// VTK's XML format for ParaView: per body NAME.pvd, which lists the files NAME/frame_000000.vtu with their times, and
/// all.pvd with every body where there are several. Tetrahedra of solids are cells; a surface that rides in a lattice
/// is a dataset of its own, NAME_surface.
///
/// Points are float64. Per point: velocity (m/s), displacement from frame 0 (m), recorded forces of contact (N), and on
/// embedded surfaces the recorded fields; per cell: the recorded fields, in their units. Arrays are
/// base64 of zlib-compressed blocks, each within its element.
/// Format: The VTK User's Guide, and https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
#pragma once
#include "talweg/export/export_settings.hpp"

namespace talweg {

std::uint64_t export_vtu(const Clip& clip, const std::filesystem::path& into, const ExportSettings& settings);

}  // namespace talweg
