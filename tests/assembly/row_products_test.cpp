#include "talweg/assembly/row_products.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <random>

namespace talweg::row_products_test {
namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937& random) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Eigen::MatrixXd made(rows, columns);
    for (Eigen::Index j = 0; j < columns; ++j)
        for (Eigen::Index i = 0; i < rows; ++i) made(i, j) = number(random);
    return made;
}

/// Wᵀ K W with blocks of one to four rows on the diagonal of K, for sizes on both sides of tiles and parts.
TEST(RowProducts, AreTheDenseProducts) {
    std::mt19937 random(7);
    for (const int nodes : {1, 4, 7, 12, 17, 36, 52, 64})
        for (const int rows : {3, 40, 248, 251, 520}) {
            const Eigen::MatrixXd w = random_matrix(nodes, rows, random);  // Wᵀ
            const RowProducts products(nodes, rows, {w.data(), w.data() + w.size()});
            for (const bool symmetric : {false, true}) {
                Eigen::MatrixXd k = Eigen::MatrixXd::Zero(rows, rows);
                RowProducts::Product product;
                products.begin(product);
                for (int first = 0, count = 0; first < rows; first += count) {
                    count = std::min(rows - first, 1 + first % 4);
                    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> block =
                        random_matrix(count, count, random);
                    if (symmetric) block = (block + block.transpose()).eval();
                    k.block(first, first, count, count) = block;
                    products.set_rows(first, count, block.data(), product);
                }
                products.multiply(symmetric, product);
                const Eigen::MatrixXd expected = w * k * w.transpose();
                for (int f = 0; f < nodes; ++f)
                    for (int g = symmetric ? f : 0; g < nodes; ++g)
                        ASSERT_NEAR(product(f, g), expected(f, g), 1e-12 * rows)
                            << nodes << " " << rows << " " << f << " " << g;
            }
        }
}

}  // namespace
}  // namespace talweg::row_products_test
