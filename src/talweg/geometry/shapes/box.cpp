#include "talweg/geometry/shapes/box.hpp"

#include "talweg/geometry/complete_mesh.hpp"
#include "talweg/geometry/shapes/block.hpp"
#include "talweg/geometry/shapes/require.hpp"

namespace talweg {
namespace {

using Hex = std::array<int, 8>;
using Tets = std::vector<std::array<int, 4>>;

// Corners of a cell are numbered by bits: 4 along x, 2 along y, 1 along z.
void add_five(const Hex& h, bool mirrored, Tets& tets) {
    const int m = mirrored ? 4 : 0;
    // The corner tets stand at 0, 6, 5, 3 (mirrored: their neighbours along x); the middle one joins the other four.
    for (const int corner : {0, 6, 5, 3}) {
        const int c = corner ^ m;
        tets.push_back({h[c], h[c ^ 4], h[c ^ 2], h[c ^ 1]});
    }
    tets.push_back({h[4 ^ m], h[2 ^ m], h[1 ^ m], h[7 ^ m]});
}

void add_six(const Hex& h, Tets& tets) {
    constexpr std::array<std::array<int, 2>, 6> paths{{{4, 6}, {4, 5}, {2, 6}, {2, 3}, {1, 5}, {1, 3}}};
    for (const auto& [first, second] : paths) tets.push_back({h[0], h[first], h[second], h[7]});
}

void add_twelve(const Hex& h, bool mirrored, int middle, Tets& tets) {
    // Both cells at a face cut it along the same diagonal: between its corners with an even sum of numbers.
    for (const int axis : {4, 2, 1})
        for (const int side : {0, axis}) {
            const int u = axis == 4 ? 2 : 4, v = axis == 1 ? 2 : 1;
            const int first = mirrored == (side != 0) ? side : side ^ u;
            const int along = first ^ u, across = first ^ v, opposite = first ^ u ^ v;
            tets.push_back({h[first], h[along], h[opposite], middle});
            tets.push_back({h[first], h[opposite], h[across], middle});
        }
}

}  // namespace

Mesh make_box(const Vec3& size, std::array<int, 3> cells, int tets_per_cell) {
    if (tets_per_cell != 5 && tets_per_cell != 6 && tets_per_cell != 12)
        throw Error("box: tets_per_cell must be 5, 6 or 12, got " + std::to_string(tets_per_cell));
    shapes::require_block("box", size, cells, tets_per_cell);
    const shapes::Block block{cells};
    Mesh mesh;
    mesh.points = block.points(size);
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j)
            for (int k = 0; k < cells[2]; ++k) {
                const Hex h = block.hex(i, j, k);
                if (tets_per_cell == 5) {
                    add_five(h, (i + j + k) % 2 == 1, mesh.tets);
                } else if (tets_per_cell == 6) {
                    add_six(h, mesh.tets);
                } else {
                    mesh.points.push_back(0.5 * (mesh.points[h[0]] + mesh.points[h[7]]));
                    add_twelve(h, (i + j + k) % 2 == 1, int(mesh.points.size()) - 1, mesh.tets);
                }
            }
    orient_tets(mesh);
    complete_solid(mesh);
    mesh.point_groups = block.sides();
    return mesh;
}

}  // namespace talweg
