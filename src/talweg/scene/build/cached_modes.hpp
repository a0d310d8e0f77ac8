/// Modes and groups that have been found before, from the same numbers, are taken from the user's cache.
#pragma once
#include "talweg/solve/smallest_modes.hpp"

namespace talweg {

/// As smallest_modes (solve/smallest_modes.hpp).
Modes cached_modes(const Eigen::SparseMatrix<double>& k, const Eigen::VectorXd& mass, int count, double shift,
                   const Eigen::MatrixXd& against = {}, const std::function<void(double)>& progress = {});

/// As cluster_rows (subspace.hpp).
std::vector<int> cached_clusters(const Eigen::MatrixXd& rows, int count);

}  // namespace talweg
