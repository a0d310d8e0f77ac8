#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/dense.hpp"
#include "support/landscape_around.hpp"
#include "support/spring_grid.hpp"
#include "support/threads.hpp"
#include "talweg/assembly/assembler.hpp"
#include "talweg/assembly/dense_rows.hpp"
#include "talweg/assembly/row_kinds.hpp"

namespace talweg::shared_rows_test {
namespace {

/// Springs that come and go between points of bodies that four nodes lead each; one body shares a node with the next,
/// one point is a node, one is prescribed.
struct Bodies {
    Bodies(int bodies, int springs) {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> number(-1.0, 1.0);
        const auto vector = [&] { return Vec3{number(random), number(random), number(random)}; };
        const int nodes = 3 * bodies + 1;
        for (int i = 0; i < nodes; ++i) builder.add_node(vector(), Vec3::zero(), 1.0 + 0.01 * i);
        for (int body = 0; body < bodies; ++body)
            for (int p = 0; p < 6; ++p) {
                std::vector<NodeWeight> row;
                for (int i = 0; i < 4; ++i) row.push_back({3 * body + i, number(random)});
                builder.add_point(Vec3::zero(), row, vector());
            }
        const NodeWeight own{2, 1.0};
        builder.add_point(Vec3::zero(), {&own, 1});
        builder.add_point(Vec3::zero(), {}, vector());
        const int points = 6 * bodies + 2;
        for (int k = 0; k < springs; ++k) {
            const int first = static_cast<int>(random() % points);
            ends.push_back(first);
            // Mostly with the next body, so that many share their nodes; some anywhere.
            const int near = (first / 6 * 6 + 6 + static_cast<int>(random() % 6)) % points;
            ends.push_back(near != first ? near : (first + 1) % points);
            elements.push_back({1.0, 5.0 + number(random)});
        }
    }
    std::shared_ptr<const Term> term() const { return std::make_shared<Elements<Spring>>(ends, elements); }

    ModelBuilder builder;
    std::vector<int> ends;
    std::vector<Spring::Element> elements;
};

TEST(SharedRows, AreTheProductByHand) {
    Bodies bodies(4, 200);
    const Model model = bodies.builder.finish();
    const auto term = bodies.term();
    ASSERT_TRUE(DenseRows::of_contacts(model.map, std::make_shared<RowKinds>(model.map), *term));
    const Nodes c = bodies.builder.start();
    const Landscape landscape = testing::landscape_around(model, c);
    Assembler assembler(model);
    assembler.set_transient({term});
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
    free_builder.add_term(term);
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
}

TEST(SharedRows, AreTheSameForAnyNumberOfThreads) {
    Bodies bodies(40, 5000);
    const Model model = bodies.builder.finish();
    const auto term = bodies.term();
    ASSERT_TRUE(DenseRows::of_contacts(model.map, std::make_shared<RowKinds>(model.map), *term));
    const Nodes c = bodies.builder.start();
    const Landscape landscape = testing::landscape_around(model, c);
    const auto values = [&] {
        Assembler assembler(model);
        assembler.set_transient({term});
        System system;
        assembler.assemble(landscape, c, Hessian::projected, system);
        return system.hessian.values;
    };
    const auto one = testing::with_threads(1, values);
    EXPECT_EQ(one, testing::with_threads(2, values));
    EXPECT_EQ(one, testing::with_threads(3, values));
}

/// What an assembler has summed before leaves no trace but memory.
TEST(SharedRows, AreTheSameWhateverCameBefore) {
    Bodies some(10, 600), others(10, 900);
    others.ends.resize(2 * 700);
    others.elements.resize(700);
    std::rotate(others.ends.begin(), others.ends.begin() + 400, others.ends.end());
    const Model model = some.builder.finish();
    const Nodes c = some.builder.start();
    const Landscape landscape = testing::landscape_around(model, c);
    const auto last = [&](const std::vector<std::shared_ptr<const Term>>& terms) {
        Assembler assembler(model);
        System system;
        for (const auto& term : terms) {
            assembler.set_transient({term});
            assembler.assemble(landscape, c, Hessian::projected, system);
        }
        return system.hessian;
    };
    const BlockMatrix after = last({others.term(), some.term(), others.term(), some.term(), some.term()}),
                      alone = last({some.term()});
    for (int i = 0; i < model.node_count(); ++i)
        for (int j = i; j < model.node_count(); ++j)
            if (const int block = alone.pattern->find(i, j); block >= 0) {
                EXPECT_EQ(alone.values[block], after.values[after.pattern->find(i, j)]) << i << " " << j;
            }
}

/// Where no two elements share their nodes they pay only if several nodes lead every point; where every point is a
/// node, there is nothing to condense.
TEST(SharedRows, AreNotMadeWhereTheyDoNotPay) {
    Bodies few(40, 30);
    const Model model = few.builder.finish();
    const auto kinds = std::make_shared<RowKinds>(model.map);
    const int alone = 6 * 40;  // the point that is a node
    ASSERT_EQ(std::count(few.ends.begin(), few.ends.end(), alone), 0);
    EXPECT_TRUE(DenseRows::of_contacts(model.map, kinds, *few.term()));
    few.ends.insert(few.ends.end(), {alone, 100});
    few.elements.push_back({1.0, 5.0});
    EXPECT_FALSE(DenseRows::of_contacts(model.map, kinds, *few.term()));
    ModelBuilder free_builder;
    for (int i = 0; i < 2; ++i) {
        const NodeWeight own{free_builder.add_node({double(i), 0, 0}, Vec3::zero(), 1.0), 1.0};
        free_builder.add_point(Vec3::zero(), {&own, 1});
    }
    const Model direct = free_builder.finish();
    const Elements<Spring> springs({0, 1, 0, 1, 0, 1}, {{1.0, 1.0}, {1.0, 1.0}, {1.0, 1.0}});
    EXPECT_FALSE(DenseRows::of_contacts(direct.map, std::make_shared<RowKinds>(direct.map), springs));
}

}  // namespace
}  // namespace talweg::shared_rows_test
