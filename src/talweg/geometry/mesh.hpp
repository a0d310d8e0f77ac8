/// A mesh as shapes make it and files hold it: points, the elements on them, and names for parts of it.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct Mesh {
    std::vector<Vec3> points;                   // metres, in the order of the file or of the shape's own numbering
    std::vector<std::array<int, 3>> triangles;  // counter-clockwise seen from outside; of a solid: its outer surface
    std::vector<std::array<int, 4>> tets;       // det[b−a, c−a, d−a] > 0
    // Cells of bodies woven from springs, which have no elements that could be weighed: see point_shares.
    std::vector<std::array<int, 4>> quads;  // around the cell
    std::vector<std::array<int, 8>> hexes;  // corner (a, b, c) of the cell at 4a + 2b + c

    std::map<std::string, std::vector<std::array<int, 2>>> edge_groups;  // "structural", "shear", "bending"…
    std::map<std::string, std::vector<int>> point_groups;                // "left", "corners"…; ascending

    // 0 loose points, 1 line, 2 sheet, 3 volume: what a point's share of mass is measured in (kg, kg/m, kg/m², kg/m³)
    // and how the stiffness of a spring scales with its length.
    int dimension = 3;
};

}  // namespace talweg
