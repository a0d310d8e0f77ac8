#include "talweg/assembly/pair_sum.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <random>

namespace talweg::pair_sum_test {
namespace {

/// Elements of N points between two bodies of four nodes each, with Hessians of any symmetric kind or of the form
/// γγᵀ ⊗ B, against the product of dense matrices.
template <int N>
void expect_product(const int (&side)[N], bool outer) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    PairSum sums;
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(24, 24);
    for (int e = 0; e < 40; ++e) {
        PairSum::Row rows[N];
        const auto any = [&](int r, int c) {
            return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(r, c, [&] { return number(random); }));
        };
        Eigen::MatrixXd w = Eigen::MatrixXd::Zero(3 * N, 24), h = any(3 * N, 3 * N);
        h = (h + h.transpose()).eval();
        if (outer) {
            // Positive, as Hessians are that are summed: shares are told by traces.
            const Eigen::MatrixXd share = any(N, 1), root = any(3, 3), b = root * root.transpose();
            for (int i = 0; i < N; ++i)
                for (int j = 0; j < N; ++j) h.block(3 * i, 3 * j, 3, 3) = share(i) * share(j) * b;
        }
        for (int i = 0; i < N; ++i) {
            rows[i].side = side[i];
            for (int a = 0; a < 4; ++a) {
                rows[i].weight[a] = number(random);
                if (side[i] >= 0)
                    w.block(3 * i, 12 * side[i] + 3 * a, 3, 3) = rows[i].weight[a] * Eigen::Matrix3d::Identity();
            }
        }
        std::vector<Mat3> blocks;
        for (int i = 0; i < N; ++i)
            for (int j = i; j < N; ++j) {
                Mat3& block = blocks.emplace_back();
                for (int r = 0; r < 3; ++r)
                    for (int s = 0; s < 3; ++s) block(r, s) = h(3 * i + r, 3 * j + s);
            }
        EXPECT_EQ(OuterForm<N>(PointBlocks<N>{blocks.data()}).b != nullptr, outer);
        sums.add(rows, PointBlocks<N>{blocks.data()});
        expected += w.transpose() * h * w;
    }
    for (int s = 0; s < 2; ++s)
        for (int t = s; t < 2; ++t)
            for (int a = 0; a < 4; ++a) {
                Mat3 four[4];
                sums.blocks(s, a, t, four);
                for (int b = 0; b < 4; ++b)
                    for (int r = 0; r < 3; ++r)
                        for (int c = 0; c < 3; ++c)
                            EXPECT_NEAR(four[b](r, c), expected(12 * s + 3 * a + r, 12 * t + 3 * b + c), 1e-12)
                                << s << t << a << b;
            }
}

TEST(PairSum, IsTheProductOfDenseMatrices) {
    expect_product<2>({0, 1}, false);
    expect_product<3>({0, 1, 1}, false);
    expect_product<3>({1, 0, 0}, false);
    expect_product<4>({0, 0, 1, 1}, false);
    expect_product<4>({1, 0, 0, 0}, false);
    expect_product<4>({0, -1, 1, 0}, false);
    expect_product<2>({1, -1}, false);
}

TEST(PairSum, KnowsWhatOneBlockTells) {
    expect_product<2>({0, 1}, true);
    expect_product<3>({1, 0, 0}, true);
    expect_product<4>({0, 1, 0, 1}, true);
    expect_product<4>({0, -1, -1, 0}, true);
}

}  // namespace
}  // namespace talweg::pair_sum_test
