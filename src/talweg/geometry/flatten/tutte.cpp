#include "talweg/geometry/flatten/tutte.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>
#include <numbers>

#include "talweg/geometry/flatten/border_loop.hpp"
#include "talweg/geometry/measures.hpp"
#include "talweg/geometry/unique_edges.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

void lay_border(const Mesh& surface, const std::vector<int>& loop, std::vector<Vec3>& x) {
    const auto length = [&](std::size_t i) {
        return norm(surface.points[loop[(i + 1) % loop.size()]] - surface.points[loop[i]]);
    };
    double total = 0.0, passed = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) total += length(i);
    const double radius = std::sqrt(surface_area(surface) / std::numbers::pi);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const double angle = 2.0 * std::numbers::pi * passed / total;
        x[loop[i]] = {radius * std::cos(angle), radius * std::sin(angle), 0.0};
        passed += length(i);
    }
}

/// Σ over neighbours (x_i − x_j) = 0 for every inner point.
void lay_inside(const Mesh& surface, const std::vector<int>& loop, std::vector<Vec3>& x) {
    std::vector<int> unknown(surface.points.size(), 0);
    for (const int point : loop) unknown[point] = -1;
    int count = 0;
    for (int& u : unknown)
        if (u == 0) u = count++;
    if (count == 0) return;
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::MatrixX2d right = Eigen::MatrixX2d::Zero(count, 2);
    for (const auto& [a, b] : unique_edges(surface.triangles))
        for (const auto& [i, j] : {std::pair(a, b), std::pair(b, a)}) {
            if (unknown[i] < 0) continue;
            entries.emplace_back(unknown[i], unknown[i], 1.0);
            if (unknown[j] >= 0)
                entries.emplace_back(unknown[i], unknown[j], -1.0);
            else
                right.row(unknown[i]) += Eigen::RowVector2d(x[j][0], x[j][1]);
        }
    Eigen::SparseMatrix<double> matrix(count, count);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(matrix);
    const Eigen::MatrixX2d found = factor.solve(right);
    for (std::size_t i = 0; i < x.size(); ++i)
        if (unknown[i] >= 0) x[i] = {found(unknown[i], 0), found(unknown[i], 1), 0.0};
}

}  // namespace

std::vector<Vec3> tutte_layout(const Mesh& surface) {
    const std::vector<int> loop = border_loop(surface);
    std::vector<Vec3> x(surface.points.size());
    lay_border(surface, loop, x);
    lay_inside(surface, loop, x);
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        const auto& t = surface.triangles[i];
        if (!(area_vector(x[t[0]], x[t[1]], x[t[2]])[2] > 0.0))
            throw Error("the flat layout of triangle " + std::to_string(i) +
                        " has no area: all its points lie on the border, or the surface is drawn out too far for "
                        "rounding; refine it there, or cut it shorter");
    }
    return x;
}

std::array<Vec3, 3> laid_flat(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double length = norm(b - a);
    const Vec3 along = (b - a) / length;
    const double x = dot(c - a, along), y = norm(c - a - x * along);
    return {Vec3{0.0, 0.0, 0.0}, Vec3{length, 0.0, 0.0}, Vec3{x, y, 0.0}};
}

}  // namespace talweg
