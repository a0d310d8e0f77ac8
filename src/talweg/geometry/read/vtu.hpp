/// XML VTK files: unstructured grids (.vtu) and poly data (.vtp); text, base64 or appended, plain or zlib-compressed;
/// all pieces of a file become one mesh.
/// Format: Kitware, "VTK XML File Formats", https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html
#pragma once
#include "talweg/geometry/mesh.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

Mesh read_vtu(const Source& source);

}  // namespace talweg::read
