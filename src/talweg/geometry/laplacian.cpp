#include "talweg/geometry/laplacian.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "talweg/geometry/unique_edges.hpp"

namespace talweg {

namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

void add_pair(int i, int j, double conductance, Entries& entries) {
    entries.emplace_back(i, i, conductance);
    entries.emplace_back(j, j, conductance);
    entries.emplace_back(i, j, -conductance);
    entries.emplace_back(j, i, -conductance);
}

/// ∇φ_i · ∇φ_j V: gradients are the inward face normals over three volumes.
void add_tet(const Mesh& mesh, const std::array<int, 4>& tet, double factor, Entries& entries) {
    Vec3 normal[4];
    for (int i = 0; i < 4; ++i) {
        const Vec3 &a = mesh.points[tet[(i + 1) % 4]], &b = mesh.points[tet[(i + 2) % 4]],
                   &c = mesh.points[tet[(i + 3) % 4]], &apex = mesh.points[tet[i]];
        const Vec3 twice = cross(b - a, c - a);
        normal[i] = dot(twice, apex - a) > 0.0 ? twice : -1.0 * twice;
    }
    const Vec3& o = mesh.points[tet[0]];
    const double six_volumes =
        std::fabs(dot(cross(mesh.points[tet[1]] - o, mesh.points[tet[2]] - o), mesh.points[tet[3]] - o));
    if (!(six_volumes > 0.0)) return;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j)
            add_pair(tet[i], tet[j], -factor * dot(normal[i], normal[j]) / (6.0 * six_volumes), entries);
}

/// Half the cotangent of the angle opposite to each edge.
void add_triangle(const Mesh& mesh, const std::array<int, 3>& triangle, Entries& entries) {
    for (int k = 0; k < 3; ++k) {
        const int i = triangle[(k + 1) % 3], j = triangle[(k + 2) % 3];
        const Vec3 u = mesh.points[i] - mesh.points[triangle[k]], v = mesh.points[j] - mesh.points[triangle[k]];
        const double twice = norm(cross(u, v));
        if (twice > 0.0) add_pair(i, j, 0.5 * dot(u, v) / twice, entries);
    }
}

}  // namespace

Eigen::SparseMatrix<double> mesh_laplacian(const Mesh& mesh, int count, std::span<const double> factors) {
    Entries entries;
    if (!mesh.tets.empty()) {
        for (std::size_t t = 0; t < mesh.tets.size(); ++t)
            add_tet(mesh, mesh.tets[t], factors.empty() ? 1.0 : factors[t], entries);
    } else if (!mesh.triangles.empty()) {
        for (const auto& triangle : mesh.triangles) add_triangle(mesh, triangle, entries);
    } else {
        for (const auto& [name, edges] : mesh.edge_groups)
            if (name != "bending")
                for (const auto& [i, j] : edges) add_pair(i, j, 1.0 / norm(mesh.points[i] - mesh.points[j]), entries);
    }
    Eigen::SparseMatrix<double> laplacian(count, count);
    laplacian.setFromTriplets(entries.begin(), entries.end());
    return laplacian;
}

std::optional<Eigen::MatrixXd> harmonic_extension(const Eigen::SparseMatrix<double>& laplacian,
                                                  const std::vector<char>& given, const Eigen::MatrixXd& values,
                                                  int* lost) {
    const int count = static_cast<int>(given.size());
    std::vector<int> number(count, -1), free;
    for (int i = 0; i < count; ++i)
        if (!given[i]) {
            number[i] = static_cast<int>(free.size());
            free.push_back(i);
        }
    // What is connected to something given, from neighbour to neighbour.
    std::vector<char> reached(given.begin(), given.end());
    std::vector<int> next;
    for (int i = 0; i < count; ++i)
        if (given[i]) next.push_back(i);
    while (!next.empty()) {
        const int i = next.back();
        next.pop_back();
        for (Eigen::SparseMatrix<double>::InnerIterator it(laplacian, i); it; ++it)
            if (const int j = static_cast<int>(it.row()); !reached[j] && it.value() != 0.0) {
                reached[j] = 1;
                next.push_back(j);
            }
    }
    for (int i = 0; i < count; ++i)
        if (!reached[i]) {
            if (lost) *lost = i;
            return std::nullopt;
        }
    Entries entries;
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(free.size()), values.cols());
    for (const int i : free)
        for (Eigen::SparseMatrix<double>::InnerIterator it(laplacian, i); it; ++it) {
            const int j = static_cast<int>(it.row());
            if (given[j])
                right.row(number[i]) -= it.value() * values.row(j);
            else
                entries.emplace_back(number[i], number[j], it.value());
        }
    Eigen::MatrixXd all = values;
    if (free.empty()) return all;
    Eigen::SparseMatrix<double> inner(right.rows(), right.rows());
    inner.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(inner);
    if (solver.info() != Eigen::Success) return std::nullopt;
    const Eigen::MatrixXd solved = solver.solve(right);
    for (std::size_t k = 0; k < free.size(); ++k) all.row(free[k]) = solved.row(static_cast<Eigen::Index>(k));
    return all;
}

}  // namespace talweg
