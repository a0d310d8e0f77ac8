#include "talweg/solve/cholesky/dense_panel.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "talweg/solve/cholesky/dense_solve.hpp"

namespace talweg::dense_panel_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A matrix in a larger one, as supernodes hold theirs: nothing around it may change.
struct Framed {
    std::vector<double> numbers;
    int rows, columns, stride;

    explicit Framed(const MatrixXd& m) : rows(int(m.rows())), columns(int(m.cols())), stride(rows + 3) {
        numbers.assign(std::size_t(stride) * columns + dense::overhang, 7.0);
        for (int j = 0; j < columns; ++j)
            for (int i = 0; i < rows; ++i) numbers[i + std::size_t(j) * stride] = m(i, j);
    }
    MatrixXd matrix() const {
        MatrixXd m(rows, columns);
        for (int j = 0; j < columns; ++j)
            for (int i = 0; i < rows; ++i) m(i, j) = numbers[i + std::size_t(j) * stride];
        for (int j = 0; j < columns; ++j)
            for (int i = rows; i < stride; ++i) EXPECT_EQ(numbers[i + std::size_t(j) * stride], 7.0);
        return m;
    }
};

MatrixXd definite(int n) {
    const MatrixXd a = MatrixXd::Random(n, n);
    return a * a.transpose() + 0.1 * n * MatrixXd::Identity(n, n);
}

const std::vector<int> sizes = {1, 2, 3, 4, 5, 6, 9, 12, 13, 24, 33, 63, 64, 65, 100, 150};

TEST(DensePanel, ProductsAgreeWithEigen) {
    std::srand(1);
    for (const int m : sizes)
        for (const int n : {1, 3, 4, 7, 50, 100})
            for (const int k : {1, 3, 40, 130}) {
                const MatrixXd a = MatrixXd::Random(m, k), b = MatrixXd::Random(n, k), c = MatrixXd::Random(m, n);
                const Framed fa(a), fb(b);
                Framed fc(c);
                dense::product(m, n, k, fa.numbers.data(), fa.stride, fb.numbers.data(), fb.stride, fc.numbers.data(),
                               fc.stride);
                EXPECT_LT((fc.matrix() - a * b.transpose()).norm(), 1e-13 * k * std::sqrt(m * n));
                Framed fd(c);
                dense::subtract_product(m, n, k, fa.numbers.data(), fa.stride, fb.numbers.data(), fb.stride,
                                        fd.numbers.data(), fd.stride);
                EXPECT_LT((fd.matrix() - (c - a * b.transpose())).norm(), 1e-13 * k * std::sqrt(m * n));
            }
}

TEST(DensePanel, FactorsAndSolutionsAgreeWithEigen) {
    std::srand(2);
    for (const int n : sizes) {
        const MatrixXd a = definite(n), b = MatrixXd::Random(17, n);
        Framed l(a), x(b);
        ASSERT_TRUE(dense::factorize(n, l.numbers.data(), l.stride));
        const MatrixXd lower = l.matrix().triangularView<Eigen::Lower>();
        EXPECT_LT((lower * lower.transpose() - a).norm(), 1e-14 * n * a.norm());
        dense::divide(17, n, l.numbers.data(), l.stride, x.numbers.data(), x.stride);
        EXPECT_LT((x.matrix() * lower.transpose() - b).norm(), 1e-13 * n * b.norm());
        VectorXd one = VectorXd::Random(n);
        const VectorXd right = one;
        dense::solve_lower(n, l.numbers.data(), l.stride, one.data());
        dense::solve_transposed(n, l.numbers.data(), l.stride, one.data());
        EXPECT_LT((a * one - right).norm(), 1e-12 * right.norm());
        VectorXd t = VectorXd::Random(n), sum = t, back = right;
        dense::add_product(n, n, l.numbers.data(), l.stride, right.data(), sum.data());
        EXPECT_LT((sum - (t + l.matrix() * right)).norm(), 1e-12 * sum.norm() + 1e-14);
        dense::subtract_transposed(n, n, l.numbers.data(), l.stride, t.data(), back.data());
        EXPECT_LT((back - (right - l.matrix().transpose() * t)).norm(), 1e-12 * (back.norm() + 1.0));
    }
}

TEST(DensePanel, APivotThatIsNotPositiveIsSeenWhereverItStands) {
    std::srand(3);
    for (const int n : sizes)
        for (const int at : {0, n / 2, n - 1})
            for (const double bad :
                 {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
                MatrixXd a = MatrixXd::Identity(n, n);
                a(at, at) = bad;
                Framed l(a);
                EXPECT_FALSE(dense::factorize(n, l.numbers.data(), l.stride)) << n << " " << at << " " << bad;
            }
}

}  // namespace
}  // namespace talweg::dense_panel_test
