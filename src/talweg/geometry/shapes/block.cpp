#include "talweg/geometry/shapes/block.hpp"

#include "talweg/geometry/shapes/require.hpp"

namespace talweg::shapes {

std::vector<Vec3> Block::points(const Vec3& size) const {
    std::vector<Vec3> points;
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j)
            for (int k = 0; k <= cells[2]; ++k)
                points.push_back({-size[0] / 2 + i * (size[0] / cells[0]), -size[1] / 2 + j * (size[1] / cells[1]),
                                  -size[2] / 2 + k * (size[2] / cells[2])});
    return points;
}

std::array<int, 8> Block::hex(int i, int j, int k) const {
    std::array<int, 8> corners;
    for (int c = 0; c < 8; ++c) corners[c] = point(i + c / 4, j + c / 2 % 2, k + c % 2);
    return corners;
}

std::vector<std::array<int, 8>> Block::hexes() const {
    std::vector<std::array<int, 8>> hexes;
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j)
            for (int k = 0; k < cells[2]; ++k) hexes.push_back(hex(i, j, k));
    return hexes;
}

std::map<std::string, std::vector<int>> Block::sides() const {
    const std::array<std::array<const char*, 2>, 3> names{{{"left", "right"}, {"bottom", "top"}, {"back", "front"}}};
    std::map<std::string, std::vector<int>> groups;
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j)
            for (int k = 0; k <= cells[2]; ++k) {
                const std::array<int, 3> at{i, j, k};
                int touched = 0;
                for (int axis = 0; axis < 3; ++axis)
                    for (int side = 0; side < 2; ++side)
                        if (at[axis] == side * cells[axis]) {
                            groups[names[axis][side]].push_back(point(at));
                            ++touched;
                        }
                if (touched == 3) groups["corners"].push_back(point(at));
            }
    return groups;
}

void require_block(const std::string& shape, const Vec3& size, std::array<int, 3> cells, int elements_per_cell) {
    for (int axis = 0; axis < 3; ++axis) {
        require_length(shape, "size[" + std::to_string(axis) + "]", size[axis]);
        require_count(shape, "cells[" + std::to_string(axis) + "]", cells[axis], 1);
    }
    require_size(shape, {cells[0], cells[1], cells[2], elements_per_cell});
}

}  // namespace talweg::shapes
