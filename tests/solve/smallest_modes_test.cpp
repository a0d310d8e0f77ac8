#include "talweg/solve/smallest_modes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>
#include <numbers>

namespace talweg::smallest_modes_test {
namespace {

/// A chain or a ring of springs: eigenvalues 2 − 2 cos of known angles.
Eigen::SparseMatrix<double> chain(int count, bool closed) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i + (closed ? 0 : 1) < count; ++i) {
        const int j = (i + 1) % count;
        entries.emplace_back(i, i, 1.0);
        entries.emplace_back(j, j, 1.0);
        entries.emplace_back(i, j, -1.0);
        entries.emplace_back(j, i, -1.0);
    }
    Eigen::SparseMatrix<double> k(count, count);
    k.setFromTriplets(entries.begin(), entries.end());
    return k;
}

void expect_solved(const Eigen::SparseMatrix<double>& k, const Eigen::VectorXd& mass, const Modes& modes) {
    for (Eigen::Index m = 0; m < modes.values.size(); ++m) {
        const Eigen::VectorXd w = modes.vectors.col(m);
        EXPECT_LT((k * w - modes.values[m] * mass.cwiseProduct(w)).norm(), 1e-8) << m;
        Eigen::Index largest = 0;
        w.cwiseAbs().maxCoeff(&largest);
    }
    const Eigen::MatrixXd products = modes.vectors.transpose() * mass.asDiagonal() * modes.vectors;
    EXPECT_LT((products - Eigen::MatrixXd::Identity(products.rows(), products.cols())).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(SmallestModes, OfAChainAreCosines) {
    const int count = 200;
    const auto k = chain(count, false);
    const Eigen::VectorXd mass = Eigen::VectorXd::Constant(count, 2.0);
    const Modes modes = smallest_modes(k, mass, 10, 1e-6);
    for (int m = 0; m < 10; ++m)
        EXPECT_NEAR(modes.values[m], (2.0 - 2.0 * std::cos(m * std::numbers::pi / count)) / 2.0, 1e-12) << m;
    expect_solved(k, mass, modes);
}

/// Pairs of equal eigenvalues are both found.
TEST(SmallestModes, OfARingComeInPairs) {
    const int count = 150;
    const auto k = chain(count, true);
    const Eigen::VectorXd mass = Eigen::VectorXd::Ones(count);
    const Modes modes = smallest_modes(k, mass, 9, 1e-6);
    for (int m = 0; m < 9; ++m)
        EXPECT_NEAR(modes.values[m], 2.0 - 2.0 * std::cos(2.0 * ((m + 1) / 2) * std::numbers::pi / count), 1e-11) << m;
    expect_solved(k, mass, modes);
}

TEST(SmallestModes, KeepClearOfWhatTheyAreAgainst) {
    const int count = 100;
    const auto k = chain(count, false);
    const Eigen::VectorXd mass = Eigen::VectorXd::Ones(count);
    Eigen::MatrixXd against(count, 2);
    for (int i = 0; i < count; ++i) against.row(i) << 1.0, i;
    const Modes modes = smallest_modes(k, mass, 6, 1e-6, against);
    EXPECT_LT((against.transpose() * modes.vectors).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_GT(modes.values[0], 1e-3);
}

/// What is forbidden may be said twice, and may be nearly all that moves freely: the modes are those of the dense
/// problem in what is left, and have nothing of the rest.
TEST(SmallestModes, AreThoseOfWhatIsLeft) {
    const int count = 100;
    const auto k = chain(count, false);
    const Eigen::VectorXd mass = Eigen::VectorXd::LinSpaced(count, 0.5, 2.0);
    Eigen::MatrixXd against(count, 30);
    for (int i = 0; i < count; ++i) {
        const double x = (i + 0.5) / count - 0.5, w = 1.0 / (1.0 + std::exp(-9.0 * x));
        for (int d = 0; d < 15; ++d) {
            against(i, 2 * d) = std::pow(x, d % 5) * (d < 5 ? w : 1.0 - w) * mass[i];
            against(i, 2 * d + 1) = 0.3 * against(i, 2 * (d / 2));
        }
    }
    const Eigen::MatrixXd q = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(against).householderQ();
    const Eigen::MatrixXd left = q.rightCols(count - 10);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(left.transpose() * (k * left),
                                                                          left.transpose() * mass.asDiagonal() * left);
    const Eigen::MatrixXd expected = left * dense.eigenvectors().leftCols(6);
    const Modes modes = smallest_modes(k, mass, 6, 1e-8, against);
    ASSERT_EQ(modes.values.size(), 6);
    EXPECT_LT((q.leftCols(10).transpose() * modes.vectors).cwiseAbs().maxCoeff(), 1e-10);
    for (int m = 0; m < 6; ++m) EXPECT_NEAR(modes.values[m], dense.eigenvalues()[m], 1e-10) << m;
    // As far as iterations go.
    EXPECT_LT((modes.vectors - expected * (expected.transpose() * mass.asDiagonal() * modes.vectors)).norm(), 5e-6);
}

TEST(SmallestModes, AllOfThemAreTheWholeSpace) {
    const auto k = chain(12, false);
    const Modes modes = smallest_modes(k, Eigen::VectorXd::Ones(12), 40, 1e-6);
    EXPECT_EQ(modes.values.size(), 12);
    expect_solved(k, Eigen::VectorXd::Ones(12), modes);
}

}  // namespace
}  // namespace talweg::smallest_modes_test
