/// How a node of a glTF file is placed in its parent: translation, rotation and scale, or a matrix.
#pragma once
#include "talweg/geometry/read/gltf_document.hpp"
#include "talweg/math/affine_map.hpp"

namespace talweg::read {

struct GltfPlacement {
    Vec3 translation = Vec3::zero();
    double rotation[4] = {0, 0, 0, 1};  // x, y, z, w
    Vec3 scale{1, 1, 1};

    AffineMap map() const;
};

/// Column-major, as the format has it.
AffineMap map_of_matrix(const double* m);
/// Of a node; none of the parts when it has a matrix, which is then in `matrix`.
GltfPlacement placement_of(const GltfDocument& document, const GltfDocument::Json& node, AffineMap* matrix,
                           bool* has_matrix);
AffineMap map_of(const GltfDocument& document, const GltfDocument::Json& node);

}  // namespace talweg::read
