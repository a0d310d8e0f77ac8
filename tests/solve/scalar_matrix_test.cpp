#include "talweg/solve/scalar_matrix.hpp"

#include <gtest/gtest.h>

#include "support/random_system.hpp"

namespace talweg::scalar_matrix_test {
namespace {

using testing::RandomSystem;

/// m less the upper triangle, transposed, of another matrix.
Eigen::MatrixXd difference(const ScalarMatrix& m, const Eigen::MatrixXd& other) {
    Eigen::MatrixXd out = -Eigen::MatrixXd(other.transpose().triangularView<Eigen::Lower>());
    for (int column = 0; column < m.size(); ++column)
        for (int k = m.column_offsets[column]; k < m.column_offsets[column + 1]; ++k)
            out(m.rows[k], column) += m.values[k];
    return out;
}

TEST(ScalarMatrix, IsTheFreePartOfTheBlockMatrix) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const RandomSystem system(seed);
        ScalarMatrix m(system.pattern(), system.unknowns);
        ASSERT_EQ(m.size(), system.unknowns.count());
        m.set_values(system.h, 0.0);
        EXPECT_EQ(difference(m, system.dense_matrix()).norm(), 0.0) << "values are copied, not computed";
        m.set_values(system.h, 0.25);
        EXPECT_LT(difference(m, system.dense_matrix(0.25)).norm(), 1e-13);
        m.set_values(system.h, 0.0);
        EXPECT_EQ(difference(m, system.dense_matrix()).norm(), 0.0) << "a shift leaves no trace";
    }
}

TEST(ScalarMatrix, ColumnsBeginAtTheDiagonalAndAscend) {
    const RandomSystem system(2);
    const ScalarMatrix m(system.pattern(), system.unknowns);
    for (int column = 0; column < m.size(); ++column) {
        ASSERT_LT(m.column_offsets[column], m.column_offsets[column + 1]);
        EXPECT_EQ(m.rows[m.column_offsets[column]], column);
        for (int k = m.column_offsets[column] + 1; k < m.column_offsets[column + 1]; ++k)
            EXPECT_GT(m.rows[k], m.rows[k - 1]);
    }
}

TEST(ScalarMatrix, ShiftsAreMeasuredInTheFreeDiagonalOfTheNode) {
    ModelBuilder builder;
    for (Axes held : {4, 7, 3}) builder.add_node(Vec3::zero(), Vec3::zero(), 1.0, held);
    const Model model = builder.finish();
    const Unknowns unknowns(model.held_axes);
    BlockMatrix h{std::make_shared<BlockPattern>(model), std::vector<Mat3>(3, Mat3::zero())};
    EXPECT_EQ(shift_unit(h, unknowns), (std::vector<double>{1.0, 1.0, 1.0})) << "nothing to compare with";
    for (int a = 0; a < 3; ++a) h.values[0](a, a) = 1.0 + a;
    EXPECT_EQ(shift_unit(h, unknowns), (std::vector<double>{1.5, 1.5, 1e-6})) << "a node without stiffness";
    h.values[2](2, 2) = -0.5;
    EXPECT_GT(shift_unit(h, unknowns)[2], 0.0);
}

TEST(ScalarMatrix, MayBeEmpty) {
    const BlockMatrix none{std::make_shared<BlockPattern>(Model{}), {}};
    ScalarMatrix m(*none.pattern, Unknowns{});
    m.set_values(none, 1.0);
    EXPECT_EQ(m.size(), 0);

    ModelBuilder builder;
    builder.add_node(Vec3::zero(), Vec3::zero(), 1.0, all_axes);
    const Model held = builder.finish();
    const BlockMatrix h{std::make_shared<BlockPattern>(held), {Mat3::identity()}};
    ScalarMatrix no_unknowns(*h.pattern, Unknowns(held.held_axes));
    no_unknowns.set_values(h, 1.0);
    EXPECT_EQ(no_unknowns.entry_count(), 0);
}

}  // namespace
}  // namespace talweg::scalar_matrix_test
