/// The Laplacian of a mesh by linear elements: symmetric, rows sum to zero, positive semi-definite. Over tetrahedra,
/// else triangles, else edges. And functions that are harmonic where they are not given.
#pragma once
#include <Eigen/Sparse>
#include <optional>
#include <span>

#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// `factors`: of each tetrahedron, such as its shear modulus; empty: all are 1. Over the first `count` points.
Eigen::SparseMatrix<double> mesh_laplacian(const Mesh& mesh, int count, std::span<const double> factors = {});

/// Columns of values given at some points (`given[i]`: row i of `values` counts), harmonic elsewhere. None when a
/// connected part has no given point, which is then in `lost`.
std::optional<Eigen::MatrixXd> harmonic_extension(const Eigen::SparseMatrix<double>& laplacian,
                                                  const std::vector<char>& given, const Eigen::MatrixXd& values,
                                                  int* lost = nullptr);

}  // namespace talweg
