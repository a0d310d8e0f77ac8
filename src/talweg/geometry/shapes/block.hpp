/// Rows, columns and layers of a box: the numbering that lattice and solid boxes share.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg::shapes {

struct Block {
    std::array<int, 3> cells;

    int point(int i, int j, int k) const { return (i * (cells[1] + 1) + j) * (cells[2] + 1) + k; }
    int point(const std::array<int, 3>& at) const { return point(at[0], at[1], at[2]); }

    /// Corners of a box of this size centred at the origin.
    std::vector<Vec3> points(const Vec3& size) const;
    /// Corner (a, b, c) of cell (i, j, k) at 4a + 2b + c.
    std::array<int, 8> hex(int i, int j, int k) const;
    std::vector<std::array<int, 8>> hexes() const;
    /// Groups left, right, bottom, top, back, front, corners.
    std::map<std::string, std::vector<int>> sides() const;
};

/// Throws Error when the block cannot be made, or has more than `elements_per_cell` × cells elements to number.
void require_block(const std::string& shape, const Vec3& size, std::array<int, 3> cells, int elements_per_cell);

}  // namespace talweg::shapes
