#include "talweg/solve/smallest_modes.hpp"

#include <gtest/gtest.h>

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

TEST(SmallestModes, AllOfThemAreTheWholeSpace) {
    const auto k = chain(12, false);
    const Modes modes = smallest_modes(k, Eigen::VectorXd::Ones(12), 40, 1e-6);
    EXPECT_EQ(modes.values.size(), 12);
    expect_solved(k, Eigen::VectorXd::Ones(12), modes);
}

}  // namespace
}  // namespace talweg::smallest_modes_test
