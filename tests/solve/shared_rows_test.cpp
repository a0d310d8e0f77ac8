#include "talweg/solve/shared_rows.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/threads.hpp"

namespace talweg::shared_rows_test {
namespace {

/// Eleven rows over all of 5,000 nodes, two over some in the middle, one over a single node, one over none.
Eigen::MatrixXd rows_of_many_kinds() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(15, 5000);
    const auto fill = [&](int row, int begin, int end) {
        for (int j = begin; j < end; ++j) rows(row, j) = number(random);
    };
    for (int row = 0; row < 11; ++row) fill(row, 0, 5000);
    for (int row = 11; row < 13; ++row) fill(row, 100, 333);
    fill(13, 4999, 5000);
    return rows;
}

struct Products {
    Nodes u, x;
    bool operator==(const Products&) const = default;
};

template <class Rows>
Products products(const Rows& rows, const Nodes& of, const std::vector<double>& weights) {
    Products made{{}, of};
    rows.times(of, weights.data(), made.u);
    rows.add_transposed(-2.0, made.u, weights.data(), made.x);
    return made;
}

TEST(SharedRows, MultiplyAsDenseOnesDoForEveryAxis) {
    const Eigen::MatrixXd dense = rows_of_many_kinds();
    const SharedRows rows(dense);
    ASSERT_EQ(rows.row_count(), 15);
    std::mt19937 random(6);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Nodes x(5000);
    std::vector<double> weights(x.size());
    for (Vec3& at : x) at = {number(random), number(random), number(random)};
    for (double& weight : weights) weight = 1.0 + number(random);
    const Products made = products(rows, x, weights);
    Nodes plain;
    rows.times(x, nullptr, plain);
    for (int a = 0; a < 3; ++a) {
        Eigen::VectorXd along(5000), weighted(5000);
        for (int j = 0; j < 5000; ++j) weighted[j] = weights[j] * (along[j] = x[j][a]);
        const Eigen::VectorXd u = dense * weighted, alone = dense * along, back = dense.transpose() * u;
        for (int s = 0; s < 15; ++s) {
            EXPECT_NEAR(made.u[s][a], u[s], 1e-11);
            EXPECT_NEAR(plain[s][a], alone[s], 1e-11);
        }
        for (int j = 0; j < 5000; ++j) EXPECT_NEAR(made.x[j][a], x[j][a] - 2.0 * weights[j] * back[j], 1e-10);
    }
    EXPECT_EQ(made.u[14], Vec3::zero());
}

/// Rows of half the length multiply as those whose numbers were rounded to it do.
TEST(SharedRows, GuideToSevenDigits) {
    const Eigen::MatrixXd dense = rows_of_many_kinds();
    const GuidingRows guiding(dense);
    const SharedRows rounded(dense.cast<float>().cast<double>());
    Nodes x(5000);
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = {std::sin(0.1 * double(j)), std::cos(0.3 * double(j)), 0.7};
    const std::vector<double> weights(x.size(), 0.3);
    const Products guided = products(guiding, x, weights), exact = products(rounded, x, weights);
    for (std::size_t s = 0; s < exact.u.size(); ++s) EXPECT_LT(norm(guided.u[s] - exact.u[s]), 1e-11);
    for (std::size_t j = 0; j < exact.x.size(); ++j) EXPECT_LT(norm(guided.x[j] - exact.x[j]), 1e-10);
}

TEST(SharedRows, HaveTheSameBitsForAnyNumberOfThreads) {
    const Eigen::MatrixXd dense = rows_of_many_kinds();
    const auto same = [](const auto& rows) {
        Nodes x(5000);
        for (std::size_t j = 0; j < x.size(); ++j) x[j] = {std::sin(0.1 * double(j)), std::cos(0.3 * double(j)), 0.7};
        const std::vector<double> weights(x.size(), 0.3);
        const Products alone = testing::with_threads(1, [&] { return products(rows, x, weights); });
        const Products together = testing::with_threads(4, [&] { return products(rows, x, weights); });
        return alone == together;
    };
    EXPECT_TRUE(same(SharedRows(dense)));
    EXPECT_TRUE(same(GuidingRows(dense)));
}

}  // namespace
}  // namespace talweg::shared_rows_test
