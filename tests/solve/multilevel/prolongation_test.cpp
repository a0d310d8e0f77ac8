#include "talweg/solve/multilevel/prolongation.hpp"

#include <gtest/gtest.h>

#include "support/beam_system.hpp"
#include "talweg/solve/inner_product.hpp"
#include "talweg/solve/multilevel/galerkin.hpp"

namespace talweg::prolongation_test {
namespace {

using testing::BeamSystem;

struct Made {
    BeamSystem beam;
    BlockProduct product{beam.pattern(), beam.unknowns};
    FullRows rows{beam.pattern()};
    std::vector<NodeModes> modes;
    TentativeProlongation tentative;
    Prolongation p;

    explicit Made(int cells, double shift = 0.0) : beam(cells, 1.0, 0.1) {
        product.set(beam.system.hessian, shift);
        modes = rigid_modes(beam.c, beam.world.model.node_kinds, beam.unknowns);
        tentative = tentative_prolongation(aggregate(beam.system.hessian, rows, beam.unknowns, 1), modes, 1);
        p = Prolongation(product, rows, tentative);
    }
    /// Numbers on coarse nodes, zero where prescribed.
    Nodes coarse() const {
        Nodes y(tentative.held.size());
        for (std::size_t j = 0; j < y.size(); ++j)
            for (int a = 0; a < 3; ++a) y[j][a] = tentative.held[j] & (1 << a) ? 0.0 : std::sin(7.0 * double(j) + a);
        return y;
    }
};

TEST(Prolongation, SaysEveryRigidMotionByRegions) {
    const Made made(3);
    for (std::size_t i = 0; i < made.modes.size(); ++i) {
        const int j = made.tentative.region[i];
        if (j < 0) continue;
        for (int m = 0; m < 6; ++m)
            for (int a = 0; a < 3; ++a) {
                double sum = 0.0;
                for (int l = 0; l < 6; ++l)
                    sum += made.tentative.values[i](a, l) * made.tentative.modes[2 * j + l / 3](l % 3, m);
                EXPECT_NEAR(sum, made.modes[i](a, m), 1e-12);
            }
    }
}

TEST(Prolongation, PrescribesMotionsThatARegionCannotTellApart) {
    // One node moves but does not turn; two turn about two axes.
    const Unknowns unknowns(std::vector<Axes>{0, 0, 0, 4});
    const Nodes places = {{1, 0, 0}, {0, 0, 0}, {0, 0, 2}, {0, 1, 0}};
    const TentativeProlongation made = tentative_prolongation({3, {0, 1, 1, 2}}, rigid_modes(places, {}, unknowns), 1);
    const auto free_count = [&](int j) {
        int count = 0;
        for (int l = 0; l < 6; ++l) count += !(made.held[2 * j + l / 3] & (1 << (l % 3)));
        return count;
    };
    EXPECT_EQ(free_count(0), 3);
    EXPECT_EQ(free_count(1), 5);
    EXPECT_EQ(free_count(2), 2) << "one of its components is prescribed";
}

TEST(Prolongation, DirectionsTurnAndCoordinatesStay) {
    const Unknowns unknowns(std::vector<Axes>{0, 0, 6});
    const std::vector<NodeModes> modes = rigid_modes(
        {{1, 2, 3}, {0, 1, 0}, {5, 0, 0}}, {NodeKind::place, NodeKind::direction, NodeKind::coordinate}, unknowns);
    EXPECT_EQ(modes[0](1, 1), 1.0);
    EXPECT_EQ(modes[1](1, 1), 0.0);
    EXPECT_NE(modes[1](0, 5), 0.0) << "a turn about z leads y to −x";
    EXPECT_EQ(modes[2], NodeModes::zero());
}

TEST(Prolongation, GathersAsItSpreads) {
    const Made made(4);
    const Nodes y = made.coarse();
    Nodes r = made.beam.c, py(r.size(), Vec3::zero()), ptr;
    made.p.add(y, 1.0, py);
    made.p.gather(r, ptr);
    EXPECT_NEAR(inner_product(py, r), inner_product(y, ptr),
                1e-12 * std::sqrt(inner_product(py, py) * inner_product(r, r)));
    for (std::size_t i = 0; i < py.size(); ++i)
        for (int a = 0; a < 3; ++a) EXPECT_TRUE(made.beam.unknowns(static_cast<int>(i), a) >= 0 || py[i][a] == 0.0);
}

TEST(Prolongation, SumsUpAlongAResidualAsItAdds) {
    const Made made(4);
    const Nodes y = made.coarse(), r = made.beam.c;
    Nodes z = r, again = r;
    made.p.add(y, 1.0, z);
    EXPECT_NEAR(made.p.add_along(y, r, again), inner_product(r, z),
                1e-13 * std::sqrt(inner_product(r, r) * inner_product(z, z)));
    EXPECT_EQ(z, again);
}

TEST(Prolongation, RoundsToFourDigitsOfTheLargest) {
    const auto number = [](int k) { return k == 5 ? 0.0 : (k % 2 == 0 ? -3e-7 : 1e-7) * std::cos(3.0 * k); };
    const RoundedModes rounded(number);
    double largest = 0.0;
    for (int k = 0; k < 18; ++k) largest = std::max(largest, std::fabs(number(k)));
    for (int k = 0; k < 18; ++k) EXPECT_NEAR(rounded[k], number(k), largest / 65000.0) << k;
    EXPECT_EQ(rounded[5], 0.0);
    const RoundedModes nothing([](int) { return 0.0; });
    for (int k = 0; k < 18; ++k) EXPECT_EQ(nothing[k], 0.0);
}

TEST(Prolongation, IsSmoothed) {
    // Energy of a region's motion, alone: smoothing spreads it over neighbours, and it falls.
    const Made made(4);
    Nodes rough(made.beam.c.size(), Vec3::zero()), smooth = rough, hr, hs;
    Nodes y(made.tentative.held.size(), Vec3::zero());
    y[0] = {0.0, 1.0, 0.0};
    for (std::size_t i = 0; i < rough.size(); ++i)
        if (made.tentative.region[i] == 0)
            for (int a = 0; a < 3; ++a) rough[i][a] = made.tentative.values[i](a, 1);
    made.p.add(y, 1.0, smooth);
    made.product.multiply(rough, hr);
    made.product.multiply(smooth, hs);
    EXPECT_LT(inner_product(smooth, hs), 0.7 * inner_product(rough, hr));
}

}  // namespace
}  // namespace talweg::prolongation_test
