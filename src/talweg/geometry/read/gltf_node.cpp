#include "talweg/geometry/read/gltf_node.hpp"

namespace talweg::read {

AffineMap GltfPlacement::map() const {
    const double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    AffineMap map;
    map.linear = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                  2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                  2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    for (int c = 0; c < 3; ++c) map.linear.set_column(c, map.linear.column(c) * scale[c]);
    map.offset = translation;
    return map;
}

AffineMap map_of_matrix(const double* m) {
    AffineMap map;
    for (int c = 0; c < 3; ++c) map.linear.set_column(c, {m[4 * c], m[4 * c + 1], m[4 * c + 2]});
    map.offset = {m[12], m[13], m[14]};
    return map;
}

GltfPlacement placement_of(const GltfDocument& document, const GltfDocument::Json& node, AffineMap* matrix,
                           bool* has_matrix) {
    GltfPlacement placed;
    *has_matrix = node.contains("matrix");
    if (*has_matrix) *matrix = map_of_matrix(document.numbers(node["matrix"], 16).data());
    if (node.contains("rotation")) {
        const auto q = document.numbers(node["rotation"], 4);
        for (int k = 0; k < 4; ++k) placed.rotation[k] = q[k];
    }
    if (node.contains("scale")) {
        const auto s = document.numbers(node["scale"], 3);
        placed.scale = {s[0], s[1], s[2]};
    }
    if (node.contains("translation")) {
        const auto t = document.numbers(node["translation"], 3);
        placed.translation = {t[0], t[1], t[2]};
    }
    return placed;
}

AffineMap map_of(const GltfDocument& document, const GltfDocument::Json& node) {
    AffineMap matrix;
    bool has_matrix = false;
    const GltfPlacement placed = placement_of(document, node, &matrix, &has_matrix);
    return has_matrix ? matrix : placed.map();
}

}  // namespace talweg::read
