#include "talweg/render/smooth_surface.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "talweg/geometry/outer_surface.hpp"

namespace talweg::smooth_surface_test {
namespace {

struct Sheet {
    std::vector<Vec3> x;
    std::vector<std::array<int, 3>> triangles;
};

/// cells × cells squares over [0, 1]², raised by a cylinder of the given curvature along x.
Sheet sheet(int cells, double curvature) {
    Sheet result;
    for (int i = 0; i <= cells; ++i)
        for (int j = 0; j <= cells; ++j) {
            const double u = double(i) / cells, v = double(j) / cells;
            result.x.push_back({u, -0.5 * curvature * u * u, v});
        }
    const auto at = [cells](int i, int j) { return i * (cells + 1) + j; };
    for (int i = 0; i < cells; ++i)
        for (int j = 0; j < cells; ++j) {
            result.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
            result.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
        }
    return result;
}

TEST(SmoothSurface, a_tetrahedron_keeps_its_edges) {
    const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const SmoothSurface surface(outer_surface({{0, 1, 2, 3}}), x);
    EXPECT_EQ(surface.vertex_point.size(), 12u);  // three per point
    for (const auto& t : surface.triangles) {
        const Vec3 normal = surface.normals(x)[t[0]];
        EXPECT_NEAR(norm(normal), 1, 1e-12);
        EXPECT_NEAR(dot(normal, x[surface.vertex_point[t[1]]] - x[surface.vertex_point[t[0]]]), 0, 1e-12);
    }
}

TEST(SmoothSurface, a_bent_sheet_has_one_normal_per_point_that_converges) {
    double before = 1;
    for (const int cells : {8, 16, 32}) {
        const Sheet s = sheet(cells, 0.6);
        const SmoothSurface surface(s.triangles, s.x);
        ASSERT_EQ(surface.vertex_point.size(), s.x.size());
        const auto normals = surface.normals(s.x);
        double error = 0;
        for (std::size_t k = 0; k < normals.size(); ++k) {
            const Vec3& p = s.x[surface.vertex_point[k]];
            if (p[0] < 0.2 || p[0] > 0.8) continue;  // at the rim, one side decides
            const Vec3 exact = Vec3{0.6 * p[0], 1, 0} / std::hypot(0.6 * p[0], 1.0);
            error = std::max(error, norm(normals[k] - exact));
        }
        EXPECT_LT(error, 0.6 * before) << cells;
        before = error;
    }
    EXPECT_LT(before, 1e-2);
}

TEST(SmoothSurface, wires_leave_out_the_diagonals_of_cells) {
    const Sheet s = sheet(4, 0.0);
    for (const unsigned char sides : wire_sides(s.triangles, s.x)) EXPECT_EQ(std::popcount(sides), 2);
    // A triangle alone has no diagonal, and an even rhombus's short diagonal is a side like others.
    EXPECT_EQ(wire_sides({{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), std::vector<unsigned char>{7});
    const std::vector<Vec3> rhombus{{0, 0, 0}, {1, 0, 0}, {0.5, 0.866, 0}, {1.5, 0.866, 0}};
    for (const unsigned char sides : wire_sides({{0, 1, 2}, {1, 3, 2}}, rhombus)) EXPECT_EQ(sides, 7);
}

TEST(SmoothSurface, what_has_no_area_has_no_normal) {
    const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    const SmoothSurface surface({{0, 1, 2}}, x);
    for (const Vec3& normal : surface.normals(x)) EXPECT_EQ(normal, Vec3::zero());
}

}  // namespace
}  // namespace talweg::smooth_surface_test
