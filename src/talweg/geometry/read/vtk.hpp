/// Legacy VTK files (.vtk), text or binary, versions 1 to 5: unstructured grids and poly data.
/// Format: Kitware, "VTK File Formats", https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_vtk(const Source& source);

}  // namespace talweg::read
