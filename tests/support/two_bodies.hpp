/// A sheet of two triangles and a rope of two edges, for tests of what is written about bodies.
#pragma once
#include <vector>

#include "talweg/model/model.hpp"

namespace talweg {

inline std::vector<Body> two_bodies() {
    Body sheet;
    sheet.name = "red sheet";
    sheet.point_count = 4;
    sheet.dimension = 2;
    sheet.mass = 0.3;
    sheet.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
    sheet.held = {0, 3};
    Body rope;
    rope.name = "rope";
    rope.first_point = 4;
    rope.point_count = 3;
    rope.dimension = 1;
    rope.mass = 1.0 / 3.0;
    rope.edges = {{4, 5}, {5, 6}};
    return {sheet, rope};
}

inline std::vector<Vec3> two_bodies_positions(double shift) {
    return {{0, 0, 0},           {1, 0, 0},   {1, 1.0 / 3.0, 0}, {0, 1, -1e-17 + shift},
            {2, 0.1 + shift, 0}, {3, 0, 1e9}, {4, -0.7, 1e-300}};
}

}  // namespace talweg
