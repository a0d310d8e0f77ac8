#include "talweg/geometry/embed/tet_fill.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/embed/columns.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {
namespace {

constexpr int per_edge = 6;  // samples along a cube

// The tets of a cube in which a sample lies, by their number in the cube; several when it lies on a border between
// them.
std::vector<int> halves_at(const Vec3& from_middle) {
    std::vector<int> halves;
    double largest = 0.0;
    for (int a = 0; a < 3; ++a) largest = std::max(largest, std::abs(from_middle[a]));
    constexpr double close = 1e-9;
    for (int half = 0; half < 24; ++half) {
        const int axis = half / 8, edge = half % 4, side = (axis + 1 + edge % 2) % 3, other = 3 - axis - side;
        const double towards_face = from_middle[axis] * (half / 4 % 2 == 1 ? 1.0 : -1.0);
        const double towards_edge = from_middle[side] * (edge < 2 ? 1.0 : -1.0);
        if (towards_face > largest - close && towards_edge > std::abs(from_middle[other]) - close)
            halves.push_back(half);
    }
    return halves;
}

}  // namespace

std::vector<double> fill_inside_closed(const Mesh& surface, const BodyCentredGrid& grid,
                                       const std::vector<std::size_t>& tets) {
    const double step = grid.spacing() / per_edge;
    const Columns columns(surface, grid.origin(), step, {grid.cells()[0] * per_edge, grid.cells()[1] * per_edge});
    std::vector<std::vector<int>> halves;
    for (int i = 0; i < per_edge; ++i)
        for (int j = 0; j < per_edge; ++j)
            for (int k = 0; k < per_edge; ++k)
                halves.push_back(halves_at(Vec3{i + 0.5, j + 0.5, k + 0.5} / double(per_edge) - Vec3{0.5, 0.5, 0.5}));

    std::vector<std::size_t> cubes;
    for (const std::size_t tet : tets)
        for (const std::size_t cube : grid.cubes_of(tet)) cubes.push_back(cube);
    std::sort(cubes.begin(), cubes.end());
    cubes.erase(std::unique(cubes.begin(), cubes.end()), cubes.end());

    std::vector<double> fill(tets.size(), 0.0);
    for (const std::size_t cube : cubes) {
        const auto at = grid.cube_of(cube);
        std::array<double, 24> inside{};
        std::size_t sample = 0;
        for (int i = 0; i < per_edge; ++i)
            for (int j = 0; j < per_edge; ++j)
                for (const int winding : columns.windings(at[0] * per_edge + i, at[1] * per_edge + j, at[2] * per_edge,
                                                          (at[2] + 1) * per_edge)) {
                    const auto& shared = halves[sample++];
                    if (winding != 0)
                        for (const int half : shared) inside[half] += 1.0 / double(shared.size());
                }
        for (int half = 0; half < 24; ++half) {
            const auto found = std::lower_bound(tets.begin(), tets.end(), grid.tet_in_cube(cube, half));
            // By symmetry each tet has a twelfth of a cube's samples, half of them in either of its cubes.
            if (found != tets.end() && *found == grid.tet_in_cube(cube, half))
                fill[std::size_t(found - tets.begin())] += inside[half] * 12.0 / (per_edge * per_edge * per_edge);
        }
    }
    for (double& f : fill) f = std::min(f, 1.0);
    return fill;
}

std::vector<double> fill_inside_open(const WindingNumber& winding, const BodyCentredGrid& grid,
                                     const std::vector<std::size_t>& tets) {
    std::vector<double> fill(tets.size(), 0.0);
    parallel_each(0, static_cast<int>(tets.size()), [&](int t) {
        constexpr int n = 3;
        const auto x = grid.positions(tets[t]);
        int inside = 0, asked = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; i + j < n; ++j)
                for (int k = 0; i + j + k < n; ++k) {
                    const double a = (i + 0.25) / n, b = (j + 0.25) / n, c = (k + 0.25) / n;
                    inside += std::abs(winding((1.0 - a - b - c) * x[0] + a * x[1] + b * x[2] + c * x[3])) > 0.5;
                    ++asked;
                }
        fill[t] = double(inside) / asked;
    });
    return fill;
}

}  // namespace talweg
