#include "talweg/solve/cholesky/dense_inverse.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/threads.hpp"

namespace talweg::dense_inverse_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Columns of a triangle as DenseInverse takes them, with numbers above the diagonal that mean nothing.
std::vector<double> columns_of(const MatrixXd& l) {
    const int n = int(l.rows()), stride = DenseInverse::padded(n);
    std::vector<double> columns(std::size_t(stride) * n, 0.0);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) columns[i + std::size_t(stride) * j] = i < j ? 1e3 : l(i, j);
    return columns;
}

TEST(DenseInverse, IsTheInverseOfTheProductWhateverItsSize) {
    std::srand(1);
    for (const int n : {1, 2, 11, 12, 13, 95, 96, 97, 193, 300}) {
        const MatrixXd a = MatrixXd::Random(n, n);
        const MatrixXd h = a * a.transpose() + 0.1 * n * MatrixXd::Identity(n, n);
        const MatrixXd l = h.llt().matrixL();
        const DenseInverse inverse(n, columns_of(l));
        const VectorXd x = VectorXd::Random(n);
        VectorXd y(n);
        inverse.multiply(x.data(), y.data());
        EXPECT_LT((h * y - x).norm(), 1e-12 * x.norm()) << n;
        std::vector<Pack> four(n), solved(n);
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < 4; ++k) four[i].set(k, (1 + k) * x[i]);
        inverse.multiply(four.data(), solved.data());
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < 4; ++k) EXPECT_NEAR(solved[i][k], (1 + k) * y[i], 1e-12 * y.norm()) << n;
    }
}

TEST(DenseInverse, IsSymmetricToTheLastBitForAnyNumberOfThreads) {
    std::srand(2);
    const int n = 230;
    const MatrixXd a = MatrixXd::Random(n, n);
    const MatrixXd l = MatrixXd(a * a.transpose() + 1e-9 * MatrixXd::Identity(n, n)).llt().matrixL();
    const auto matrix = [&] {
        const DenseInverse inverse(n, columns_of(l));
        MatrixXd m(n, n);
        for (int j = 0; j < n; ++j) {
            const VectorXd unit = VectorXd::Unit(n, j);
            inverse.multiply(unit.data(), m.col(j).data());
        }
        return m;
    };
    const MatrixXd one = testing::with_threads(1, matrix);
    EXPECT_EQ(one, one.transpose());
    for (const int threads : {2, 3, 8}) EXPECT_EQ(testing::with_threads(threads, matrix), one);
}

}  // namespace
}  // namespace talweg::dense_inverse_test
