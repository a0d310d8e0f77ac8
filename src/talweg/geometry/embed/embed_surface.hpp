/// Turns a surface into a simulable solid: a lattice of tetrahedra around it, in which the surface's points ride.
/// The surface may have holes and overlap itself: what it winds around by more than one half is inside. Parts closer
/// together than the spacing share tetrahedra and move as one; use a finer lattice to keep them apart.
#pragma once
#include "talweg/geometry/mesh.hpp"

namespace talweg {

struct EmbeddedSurface {
    Mesh lattice;                                // the body-centred tets that the surface crosses or holds
    std::vector<double> fill;                    // part of each tet inside the surface, 0 … 1
    std::vector<int> tet;                        // of each surface point
    std::vector<std::array<double, 4>> weights;  // of each surface point in its tet: x = Σ weight · corner
};

/// `spacing`: edge length of the lattice's cubes (m). Every point of the surface, used by triangles or not, lies in a
/// kept tet. Throws Error when the surface encloses nothing or the lattice would be absurdly large.
EmbeddedSurface embed_surface(const Mesh& surface, double spacing);

}  // namespace talweg
