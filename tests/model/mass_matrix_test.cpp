#include "talweg/model/mass_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace talweg::mass_matrix_test {
namespace {

TEST(MassMatrix, DiagonalMassesWeighEachNode) {
    const MassMatrix mass{{2.0, 3.0}, {}};
    EXPECT_TRUE(mass.is_diagonal());
    const Nodes v{{1, 0, 0}, {0, 2, -1}};
    const Nodes mv = mass * v;
    EXPECT_EQ(mv[0], (Vec3{2, 0, 0}));
    EXPECT_EQ(mv[1], (Vec3{0, 6, -3}));
    EXPECT_DOUBLE_EQ(mass.half_square(v), 0.5 * 2.0 * 1.0 + 0.5 * 3.0 * 5.0);
}

TEST(MassMatrix, CouplingsMatchADenseMatrix) {
    constexpr int n = 6;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    MassMatrix mass;
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        mass.diagonal.push_back(2.0 + number(random));
        dense(i, i) = mass.diagonal.back();
        for (int j = i + 1; j < n; j += 2) {
            mass.couplings.push_back({i, j, 0.2 * number(random)});
            dense(i, j) = dense(j, i) = mass.couplings.back().mass;
        }
    }
    Nodes v(n);
    Eigen::MatrixXd dense_v(n, 3);
    for (int i = 0; i < n; ++i)
        for (int a = 0; a < 3; ++a) dense_v(i, a) = v[i][a] = number(random);

    EXPECT_FALSE(mass.is_diagonal());
    const Nodes mv = mass * v;
    const Eigen::MatrixXd expected = dense * dense_v;
    for (int i = 0; i < n; ++i)
        for (int a = 0; a < 3; ++a) EXPECT_NEAR(mv[i][a], expected(i, a), 1e-15);
    EXPECT_NEAR(mass.half_square(v), 0.5 * (dense_v.transpose() * expected).trace(), 1e-14);
}

TEST(MassMatrix, NoNodesWeighNothing) {
    const MassMatrix mass;
    EXPECT_TRUE((mass * Nodes{}).empty());
    EXPECT_EQ(mass.half_square({}), 0.0);
}

TEST(MassMatrix, ARigidRodHasItsTextbookKineticEnergy) {
    // Two nodes of a rod with linear velocity along it: M = (m/6) [[2, 1], [1, 2]]. Spinning about its middle: ½ (m
    // l²/12) ω².
    const double m = 3.0, l = 2.0, omega = 5.0;
    const MassMatrix mass{{m / 3.0, m / 3.0}, {{0, 1, m / 6.0}}};
    const Nodes spin{{0, -0.5 * l * omega, 0}, {0, 0.5 * l * omega, 0}};
    EXPECT_NEAR(mass.half_square(spin), 0.5 * m * l * l / 12.0 * omega * omega, 1e-12);
    const Nodes drift{{1, 0, 0}, {1, 0, 0}};
    EXPECT_NEAR(mass.half_square(drift), 0.5 * m, 1e-15);
}

}  // namespace
}  // namespace talweg::mass_matrix_test
