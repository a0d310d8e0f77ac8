/// What an artist's file says about a surface beyond its shape. Kept beside the mesh, never in it: no physics depends
/// on it, unless a body is told to rest as its texture lies.
#pragma once
#include <array>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct MeshLooks {
    std::vector<std::array<Vec2, 3>> texture;  // of each triangle's corners, v upwards; empty: none
    std::vector<int> quads;                    // first of two triangles in a row that are one face (a b c, a c d)

    bool empty() const { return texture.empty() && quads.empty(); }
};

}  // namespace talweg
