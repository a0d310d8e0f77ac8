#include "talweg/solve/smallest_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

/// Numbers between −1 and 1 that look random and are always the same.
double scattered(std::uint64_t i) {
    std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

/// An orthonormal basis of what the columns span.
Eigen::MatrixXd span_of(const Eigen::MatrixXd& columns) {
    constexpr double new_enough = 1e-10;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(new_enough);
    qr.compute(columns * columns.colwise().norm().cwiseMax(1e-300).cwiseInverse().asDiagonal());
    return qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), qr.rank());
}

/// Adds to `basis` what of the block is new, orthonormal in M; Gram–Schmidt, twice. What lies along `against` is taken
/// out each time: late vectors are small differences, of which rounding would else make such as move almost freely.
void extend(Eigen::MatrixXd& basis, Eigen::MatrixXd block, const Eigen::VectorXd& mass,
            const Eigen::MatrixXd& against) {
    for (Eigen::Index c = 0; c < block.cols(); ++c) {
        Eigen::VectorXd v = block.col(c);
        const double first = std::sqrt(v.dot(mass.cwiseProduct(v)));
        for (int round = 0; round < 2; ++round) {
            if (against.cols() > 0) v -= against * (against.transpose() * v);
            if (basis.cols() > 0) v -= basis * (basis.transpose() * mass.cwiseProduct(v));
        }
        const double left = std::sqrt(v.dot(mass.cwiseProduct(v)));
        if (!(left > 1e-10 * first)) continue;
        basis.conservativeResize(v.size(), basis.cols() + 1);
        basis.rightCols(1) = v / left;
    }
}

void fix_signs(Eigen::MatrixXd& vectors) {
    for (Eigen::Index c = 0; c < vectors.cols(); ++c) {
        const double largest = vectors.col(c).cwiseAbs().maxCoeff();
        for (Eigen::Index i = 0; i < vectors.rows(); ++i)
            if (std::fabs(vectors(i, c)) > (1.0 - 1e-6) * largest) {
                if (vectors(i, c) < 0.0) vectors.col(c) *= -1.0;
                break;
            }
    }
}

}  // namespace

Modes smallest_modes(const Eigen::SparseMatrix<double>& k, const Eigen::VectorXd& mass, int count, double shift,
                     const Eigen::MatrixXd& forbidden, const std::function<void(double)>& progress) {
    const Eigen::Index n = k.rows();
    const Eigen::MatrixXd against = forbidden.cols() > 0 ? span_of(forbidden) : forbidden;
    Eigen::SparseMatrix<double> shifted = k;
    // A smaller shift finds constants sooner; where these are forbidden, it only costs digits.
    const double enough = against.cols() > 0 ? 100.0 * shift : shift;
    for (Eigen::Index i = 0; i < n; ++i) shifted.coeffRef(i, i) += enough * mass[i];
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(shifted);
    if (solver.info() != Eigen::Success) throw Error("the modes of a body cannot be found: its mesh is degenerate");
    // Solutions with constraints Cᵀ w = 0: w = S r − S C (Cᵀ S C)⁻¹ Cᵀ S r.
    Eigen::MatrixXd inverse_against;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> schur;
    if (against.cols() > 0) {
        inverse_against = solver.solve(against);
        schur.compute(against.transpose() * inverse_against);
    }
    const auto apply = [&](const Eigen::MatrixXd& block) {
        Eigen::MatrixXd w = solver.solve(mass.asDiagonal() * block);
        if (against.cols() > 0) w -= inverse_against * schur.solve(against.transpose() * w);
        return w;
    };
    const Eigen::Index width = std::min<Eigen::Index>(n, 6);
    const Eigen::Index wanted = std::min<Eigen::Index>(n, count);
    const Eigen::Index size = std::min<Eigen::Index>(n, std::max<Eigen::Index>(3 * wanted + 24, 8 * width));
    Eigen::MatrixXd block(n, width);
    for (Eigen::Index c = 0; c < width; ++c)
        for (Eigen::Index i = 0; i < n; ++i) block(i, c) = scattered(static_cast<std::uint64_t>(c * n + i));
    Eigen::MatrixXd basis(n, 0);
    block = apply(block);
    while (basis.cols() < size) {
        const Eigen::Index before = basis.cols();
        extend(basis, block, mass, against);
        if (basis.cols() == before) break;  // nothing new: the space is whole
        if (progress) progress(static_cast<double>(basis.cols()) / static_cast<double>(size));
        block = apply(basis.rightCols(basis.cols() - before));
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(basis.transpose() * (k * basis));
    const Eigen::Index found = std::min<Eigen::Index>(wanted, basis.cols());
    Modes modes{ritz.eigenvalues().head(found).cwiseMax(0.0), basis * ritz.eigenvectors().leftCols(found)};
    fix_signs(modes.vectors);
    return modes;
}

}  // namespace talweg
