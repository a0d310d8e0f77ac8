/// Rows and columns of a rectangular sheet: the numbering, cells and springs that grid and cloth share.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg::shapes {

struct Sheet {
    std::array<int, 2> cells;

    int point(int i, int j) const { return i * (cells[1] + 1) + j; }
    int point_count() const { return (cells[0] + 1) * (cells[1] + 1); }

    /// Neighbours `stride` apart, first all along i, then all along j; i outer, j inner.
    std::vector<std::array<int, 2>> straight_edges(int stride) const;
    /// Per cell (i,j)–(i+1,j+1), then (i+1,j)–(i,j+1).
    std::vector<std::array<int, 2>> diagonal_edges() const;
    /// Per cell (i,j), (i+1,j), (i+1,j+1), (i,j+1).
    std::vector<std::array<int, 4>> quads() const;
    /// The points of the line i = fixed, or j = fixed.
    std::vector<int> line_of_i(int i) const;
    std::vector<int> line_of_j(int j) const;
    std::vector<int> corners() const;
};

/// Throws Error when the sheet cannot be made.
void require_sheet(const std::string& shape, const Vec2& size, std::array<int, 2> cells);

}  // namespace talweg::shapes
