/// The smallest eigenvalues of K w = λ M w and their vectors, K symmetric and positive semi-definite, M diagonal.
///
/// Shift-invert block Krylov: the spaces of (K + σ M)⁻¹ M from a fixed start, all kept and orthonormal in M, and
/// Rayleigh's quotients over them. Blocks find eigenvalues that come more than once. Signs are fixed: the largest entry
/// of a vector is positive, the first of equals.
#pragma once
#include <Eigen/Sparse>
#include <functional>

namespace talweg {

struct Modes {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;  // one per column, wᵀ M w = 1
};

/// `against`: columns that vectors are to be orthogonal to, in the plain product; none where it is empty. At most as
/// many as there are. `progress` is told the part that is done.
Modes smallest_modes(const Eigen::SparseMatrix<double>& k, const Eigen::VectorXd& mass, int count, double shift,
                     const Eigen::MatrixXd& against = {}, const std::function<void(double)>& progress = {});

}  // namespace talweg
