/// The cells of VTK files, legacy or XML: which types talweg understands, and how they become elements.
#pragma once
#include "talweg/geometry/read/element_builder.hpp"

namespace talweg::read {

/// VTK's numbers of its linear cell types.
enum class VtkCell {
    vertex = 1,
    poly_vertex = 2,
    line = 3,
    poly_line = 4,
    triangle = 5,
    triangle_strip = 6,
    polygon = 7,
    pixel = 8,
    quad = 9,
    tetra = 10
};

/// Adds one cell whose corners are points of the builder. Returns an empty text, or what is wrong with the cell.
std::string add_vtk_cell(std::int64_t type, std::span<const int> corners, ElementBuilder& builder);

/// The cells of one piece as VTK stores them: a flat list of point numbers, and where each cell's list ends.
struct VtkCellArrays {
    std::vector<std::int64_t> connectivity, ends;
    std::vector<std::int64_t> types;  // one per cell, or a single one for all
};

/// Adds all cells; point numbers are counted from `first_point`, of `point_count` points. Returns an empty text, or
/// what is wrong with the first bad cell.
std::string add_vtk_cells(const VtkCellArrays& cells, std::size_t first_point, std::size_t point_count,
                          ElementBuilder& builder);

}  // namespace talweg::read
