#include "talweg/geometry/shapes/lattice.hpp"

#include "talweg/geometry/shapes/block.hpp"

namespace talweg {
namespace {

using Edges = std::vector<std::array<int, 2>>;

// Calls visit(at) for every point of the block from which a step of one cell along all axes in `along` stays inside.
template <class Visit>
void for_each_start(const shapes::Block& block, std::array<int, 3> along, const Visit& visit) {
    for (int i = 0; i + along[0] <= block.cells[0]; ++i)
        for (int j = 0; j + along[1] <= block.cells[1]; ++j)
            for (int k = 0; k + along[2] <= block.cells[2]; ++k) visit(std::array<int, 3>{i, j, k});
}

Edges structural_edges(const shapes::Block& block) {
    Edges edges;
    for (int axis = 0; axis < 3; ++axis) {
        std::array<int, 3> along{};
        along[axis] = 1;
        for_each_start(block, along, [&](std::array<int, 3> at) {
            const int from = block.point(at);
            at[axis] += 1;
            edges.push_back({from, block.point(at)});
        });
    }
    return edges;
}

Edges face_diagonals(const shapes::Block& block) {
    Edges edges;
    for (int normal = 2; normal >= 0; --normal) {
        const int u = normal == 0 ? 1 : 0, v = normal == 2 ? 1 : 2;
        std::array<int, 3> along{1, 1, 1};
        along[normal] = 0;
        for_each_start(block, along, [&](const std::array<int, 3>& at) {
            std::array<int, 3> u_end = at, v_end = at, both = at;
            u_end[u] += 1, v_end[v] += 1, both[u] += 1, both[v] += 1;
            edges.push_back({block.point(at), block.point(both)});
            edges.push_back({block.point(u_end), block.point(v_end)});
        });
    }
    return edges;
}

Edges space_diagonals(const std::vector<std::array<int, 8>>& hexes) {
    Edges edges;
    for (const auto& hex : hexes)
        for (int corner = 0; corner < 4; ++corner) edges.push_back({hex[corner], hex[7 - corner]});
    return edges;
}

// Two triangles for every cell face on the outside.
std::vector<std::array<int, 3>> surface_triangles(const shapes::Block& block) {
    std::vector<std::array<int, 3>> triangles;
    for (int normal = 0; normal < 3; ++normal) {
        const int u = (normal + 1) % 3, v = (normal + 2) % 3;  // u × v points along +normal
        for (int side = 0; side < 2; ++side)
            for (int p = 0; p < block.cells[u]; ++p)
                for (int q = 0; q < block.cells[v]; ++q) {
                    const auto corner = [&](int du, int dv) {
                        std::array<int, 3> at{};
                        at[normal] = side * block.cells[normal], at[u] = p + du, at[v] = q + dv;
                        return block.point(at);
                    };
                    const int a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
                    if (side == 1) {
                        triangles.push_back({a, b, c});
                        triangles.push_back({a, c, d});
                    } else {
                        triangles.push_back({a, c, b});
                        triangles.push_back({a, d, c});
                    }
                }
    }
    return triangles;
}

}  // namespace

Mesh make_lattice(const Vec3& size, std::array<int, 3> cells) {
    // Three structural, six shear and four space diagonals per cell are the longest list.
    shapes::require_block("lattice", size, cells, 13);
    const shapes::Block block{cells};
    Mesh mesh;
    mesh.dimension = 3;
    mesh.points = block.points(size);
    mesh.hexes = block.hexes();
    mesh.triangles = surface_triangles(block);
    mesh.edge_groups["structural"] = structural_edges(block);
    mesh.edge_groups["shear"] = face_diagonals(block);
    mesh.edge_groups["diagonal"] = space_diagonals(mesh.hexes);
    mesh.point_groups = block.sides();
    return mesh;
}

}  // namespace talweg
