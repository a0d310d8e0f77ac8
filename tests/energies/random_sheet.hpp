/// Flat sheets of nothing but odd triangles, and what they cost bent: for energies that should not mind the mesh.
#pragma once
#include <set>

#include "math/random_matrices.hpp"
#include "talweg/energies/interface/description.hpp"
#include "talweg/geometry/hinges.hpp"

namespace talweg::testing {

struct Sheet {
    std::vector<Vec3> flat;  // in the plane of x and y
    std::vector<std::array<int, 3>> triangles;
};

/// A square grid whose points have been moved at random and whose cells are cut along random diagonals: nothing about
/// it is regular.
inline Sheet random_sheet(int n, std::uint64_t seed) {
    RandomMatrices random(seed);
    Sheet sheet;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i)
            sheet.flat.push_back({i + random.uniform(-0.2, 0.2), j + random.uniform(-0.2, 0.2), 0});
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i, b = a + 1, c = a + n + 2, d = a + n + 1;
            if (random.uniform(0.0, 1.0) < 0.5)
                sheet.triangles.insert(sheet.triangles.end(), {{a, b, c}, {c, d, a}});  // one turned in its list
            else
                sheet.triangles.insert(sheet.triangles.end(), {{a, b, d}, {d, c, b}});  // one facing down
        }
    return sheet;
}

/// Energy per area of triangles away from the border, when the sheet is bent to z = ½ xᵀ Q x.
template <class Energy>
double bent_energy_density(const Sheet& sheet, const Mat2& q, const double* values) {
    double energy = 0.0, area = 0.0;
    for (const auto& patch : find_patches(sheet.triangles)) {
        RestElement<12> rest = {{}, 0.0, 2};
        Points<double, 12> x;
        for (int k = 0; k < 12; ++k) {
            const Vec3 p = sheet.flat[patch[k]];
            rest.x[k] = p;
            x[k] = {p[0], p[1], 0.5 * (q(0, 0) * p[0] * p[0] + q(1, 1) * p[1] * p[1]) + q(0, 1) * p[0] * p[1]};
        }
        const std::set<int> distinct(patch.begin(), patch.end());
        if (distinct.size() < 12) continue;  // the border is near
        energy += Energy::energy(x, Energy::make(rest, values));
        area += 0.5 * norm(cross(rest.x[1] - rest.x[0], rest.x[2] - rest.x[0]));
    }
    return energy / area;
}

}  // namespace talweg::testing
