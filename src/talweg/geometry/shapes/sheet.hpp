/// Rows and columns of a rectangular sheet: the numbering, cells and springs that grid and cloth share.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg::shapes {

struct Sheet {
    std::array<int, 2> cells;

    int point(int i, int j) const { return i * (cells[1] + 1) + j; }

    /// Points of a rectangle of this size centred at the origin, rows along axis u and columns along axis v.
    std::vector<Vec3> points(const Vec2& size, int u, int v) const;
    /// Neighbours `stride` apart, first all along i, then all along j; i outer, j inner.
    std::vector<std::array<int, 2>> straight_edges(int stride) const;
    /// Per cell (i,j)–(i+1,j+1), then (i+1,j)–(i,j+1).
    std::vector<std::array<int, 2>> diagonal_edges() const;
    /// Per cell (i,j), (i+1,j), (i+1,j+1), (i,j+1).
    std::vector<std::array<int, 4>> quads() const;
    /// The four sides under the given names (first and last row, first and last column), and "corners".
    std::map<std::string, std::vector<int>> sides(const char* first_i, const char* last_i, const char* first_j,
                                                  const char* last_j) const;
};

/// Throws Error when the sheet cannot be made.
void require_sheet(const std::string& shape, const Vec2& size, std::array<int, 2> cells);

}  // namespace talweg::shapes
