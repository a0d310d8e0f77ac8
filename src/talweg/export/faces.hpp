/// The faces of a shown body as files of other programs want them: quads whole, with their texture.
#pragma once
#include "talweg/export/shown_body.hpp"
#include "talweg/geometry/mesh_looks.hpp"

namespace talweg {

struct Faces {
    std::vector<int> counts;    // corners of each face
    std::vector<int> corners;   // of all faces, one after another: indices into the shown points
    std::vector<Vec2> texture;  // of all those corners, v upwards; empty: none
};

Faces faces_of(const ShownBody& skin, const MeshLooks& looks);

/// The body with every point as often as it has texture coordinates, for formats that know them by point; `texture`
/// takes those. Unchanged, and `texture` empty, without looks.
ShownBody split_at_seams(const ShownBody& skin, const MeshLooks& looks, std::vector<Vec2>& texture);

}  // namespace talweg
