#include "talweg/assembly/dense_rows.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/dense.hpp"
#include "support/landscape_around.hpp"
#include "support/spring_grid.hpp"
#include "talweg/assembly/assembler.hpp"

namespace talweg::dense_rows_test {
namespace {

/// Springs between points that follow all of twenty-four nodes: the matrix is Wᵀ H W, as by hand.
TEST(DenseRows, AreTheProductByHand) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vector = [&] { return Vec3{number(random), number(random), number(random)}; };
    constexpr int nodes = 24, points = 15;
    ModelBuilder builder;
    for (int i = 0; i < nodes; ++i) builder.add_node(vector(), Vec3::zero(), 1.0 + i);
    for (int p = 0; p < points; ++p) {
        std::vector<NodeWeight> row;
        for (int i = 0; i < nodes; ++i) row.push_back({i, number(random)});
        builder.add_point(Vec3::zero(), row, vector());
    }
    std::vector<int> ends;
    std::vector<Spring::Element> springs;
    for (int k = 0; k < 30; ++k) {
        ends.push_back(static_cast<int>(random() % points));
        ends.push_back((ends.back() + 1 + static_cast<int>(random() % (points - 1))) % points);
        springs.push_back({1.0, 5.0 + number(random)});
    }
    builder.add_term(std::make_shared<Elements<Spring>>(ends, springs));
    const Model model = builder.finish();
    ASSERT_TRUE(DenseRows::of_long_rows(model.map, *model.terms[0]));
    const Nodes c = builder.start();
    const Landscape landscape = testing::landscape_around(model, c);
    Assembler assembler(model);
    System system;
    assembler.assemble(landscape, c, Hessian::exact, system);

    // The same springs between points that are nodes.
    ModelBuilder free_builder;
    Positions x;
    follow(model.map, c, landscape.b, x);
    for (const Vec3& place : x) {
        const NodeWeight own{free_builder.add_node(place, Vec3::zero(), 0.0), 1.0};
        free_builder.add_point(Vec3::zero(), {&own, 1});
    }
    free_builder.add_term(std::make_shared<Elements<Spring>>(ends, springs));
    const Model free_model = free_builder.finish();
    Landscape flat = testing::landscape_around(free_model, free_builder.start());
    flat.scale = landscape.scale;
    Assembler free_assembler(free_model);
    System of_points;
    free_assembler.assemble(flat, free_builder.start(), Hessian::exact, of_points);

    const Eigen::MatrixXd w = testing::dense_weights(model);
    const Eigen::MatrixXd expected =
        w.transpose() * testing::dense(of_points.hessian) * w + landscape.inertia * testing::dense_mass(model);
    const double size = expected.cwiseAbs().maxCoeff();
    EXPECT_LT((testing::dense(system.hessian) - expected).cwiseAbs().maxCoeff(), 1e-12 * size);

    // And its product, without the matrix.
    ASSERT_TRUE(assembler.condenses());
    System uncondensed;
    assembler.assemble_uncondensed(landscape, c, uncondensed);
    EXPECT_EQ(uncondensed.gradient, system.gradient);
    EXPECT_EQ(uncondensed.energy.value, system.energy.value);
    Nodes d(nodes), hd;
    for (Vec3& each : d) each = vector();
    assembler.multiply_uncondensed(uncondensed, d, hd);
    EXPECT_LT((testing::dense(hd) - testing::dense(system.hessian) * testing::dense(d)).norm(), 1e-12 * size);
}

}  // namespace
}  // namespace talweg::dense_rows_test
