/// Small meshes for reader tests.
#pragma once
#include "talweg/geometry/outer_surface.hpp"
#include "talweg/geometry/shapes/lattice.hpp"

namespace talweg::testing {

/// Closed surface of a box, 26 points, coordinates that floats hold exactly.
inline Mesh sample_surface() {
    Mesh lattice = make_lattice({1, 2, 4}, {2, 2, 2});
    // The centre is no surface point: take it out, so that every point is used.
    const int center = 13;
    lattice.points.erase(lattice.points.begin() + center);
    for (auto& t : lattice.triangles)
        for (int& corner : t) corner -= corner > center;
    Mesh mesh;
    mesh.dimension = 2;
    mesh.points = lattice.points;
    mesh.triangles = lattice.triangles;
    return mesh;
}

/// A box of 8 cells with five tets each: one in the middle and four at corners, mirrored from cell to cell.
inline Mesh sample_solid() {
    Mesh mesh;
    const Mesh lattice = make_lattice({1, 2, 4}, {2, 2, 2});
    mesh.points = lattice.points;
    int cell = 0;
    for (const auto& h : lattice.hexes) {
        const int parity = (cell / 4 + cell / 2 + cell) % 2;
        ++cell;
        const int five[2][5][4] = {{{0, 4, 2, 1}, {6, 2, 4, 7}, {5, 4, 7, 1}, {3, 2, 1, 7}, {4, 2, 1, 7}},
                                   {{4, 0, 5, 6}, {2, 0, 6, 3}, {1, 0, 3, 5}, {7, 6, 5, 3}, {0, 6, 5, 3}}};
        for (const auto& t : five[parity]) mesh.tets.push_back({h[t[0]], h[t[1]], h[t[2]], h[t[3]]});
    }
    for (auto& t : mesh.tets) {
        const auto& x = mesh.points;
        if (dot(x[t[1]] - x[t[0]], cross(x[t[2]] - x[t[0]], x[t[3]] - x[t[0]])) < 0) std::swap(t[2], t[3]);
    }
    mesh.triangles = outer_surface(mesh.tets);
    return mesh;
}

}  // namespace talweg::testing
