#include "talweg/solve/turning.hpp"

#include <gtest/gtest.h>

#include "talweg/assembly/elements.hpp"
#include "talweg/energies/spring.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::turning_test {
namespace {

/// A crate of eight points, every two of them connected.
struct Crate {
    Model model;
    Nodes c;

    explicit Crate(std::vector<Hold> holds = {}, bool planar = false) {
        ModelBuilder builder(planar);
        VertexBody body;
        for (int k = 0; k < 8; ++k)
            body.rest.push_back({1.0 + (k & 1), 2.0 + (k >> 1 & 1), planar ? 0.0 : 3.0 + (k >> 2)});
        body.start = body.rest;
        body.velocity.assign(8, Vec3::zero());
        for (int k = 0; k < 8; ++k) body.mass.push_back(1.0 + 0.1 * k);
        body.holds = std::move(holds);
        builder.add_vertices(body);
        std::vector<int> points;
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j < i; ++j) points.insert(points.end(), {j, i});
        builder.add_term(
            std::make_shared<Elements<Spring>>(points, std::vector<Spring::Element>(points.size() / 2, {1.0, 1.0})));
        c = builder.start();
        model = builder.finish();
    }
    Nodes move(const Vec3& v, const Vec3& omega, const Vec3& centre) const {
        Nodes p;
        for (const Vec3& x : c) p.push_back(v + cross(omega, x - centre));
        return p;
    }
    /// How far the lengths between points are from what they were, at c + p.
    double stretch(const Nodes& p) const {
        double largest = 0.0;
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                largest = std::max(largest, std::fabs(norm(c[i] + p[i] - c[j] - p[j]) - norm(c[i] - c[j])));
        return largest;
    }
};

TEST(Turning, CarriesOutTurnsWithoutStretching) {
    const Crate crate;
    const Pieces pieces(crate.model);
    Turning turning(crate.model, pieces);
    const Vec3 omega{0.1, -0.2, 0.3};
    Nodes p = crate.move({5, 1, -2}, omega, {0, 0, 0});
    EXPECT_GT(crate.stretch(p), 0.05);
    ASSERT_TRUE(turning.bend(crate.c, crate.model.b, 1e-9, p));
    EXPECT_LT(crate.stretch(p), 1e-12);
    // By |ω| about ω: seen from the centre of mass, which moves as told.
    Vec3 centre = Vec3::zero(), moved = Vec3::zero();
    double mass = 0.0;
    for (std::size_t i = 0; i < crate.c.size(); ++i) {
        mass += crate.model.mass.diagonal[i];
        centre += crate.model.mass.diagonal[i] * crate.c[i];
        moved += crate.model.mass.diagonal[i] * (crate.c[i] + p[i]);
    }
    centre = centre / mass;
    moved = moved / mass;
    EXPECT_LT(norm(moved - centre - (Vec3{5, 1, -2} + cross(omega, centre))), 1e-12);
    for (std::size_t i = 0; i < crate.c.size(); ++i)
        EXPECT_LT(norm(crate.c[i] + p[i] - moved - rotation_matrix(omega) * (crate.c[i] - centre)), 1e-12);
}

TEST(Turning, AgreesWithTheMoveToFirstOrder) {
    const Crate crate;
    const Pieces pieces(crate.model);
    Turning turning(crate.model, pieces);
    double last = 0.0;
    for (const double size : {1e-1, 1e-2, 1e-3}) {
        Nodes straight = crate.move(size * Vec3{1, 0, 2}, size * Vec3{0.4, 0.1, -0.7}, {1, 1, 1});
        for (std::size_t i = 0; i < straight.size(); ++i)
            straight[i] += size * Vec3{std::sin(3.0 * i), std::cos(5.0 * i), std::sin(7.0 * i)};  // and what is no turn
        Nodes bent = straight;
        ASSERT_TRUE(turning.bend(crate.c, crate.model.b, 1e-12, bent));
        double apart = 0.0;
        for (std::size_t i = 0; i < bent.size(); ++i) apart = std::max(apart, norm(bent[i] - straight[i]));
        if (last > 0.0) {
            EXPECT_NEAR(last / apart, 100.0, 30.0) << "second order";
        }
        last = apart;
    }
}

TEST(Turning, LeavesAloneWhatHardlyTurns) {
    const Crate crate;
    const Pieces pieces(crate.model);
    Turning turning(crate.model, pieces);
    Nodes p = crate.move({1, 2, 3}, {1e-4, 0, 0}, {1, 2, 3});
    const Nodes before = p;
    EXPECT_FALSE(turning.bend(crate.c, crate.model.b, 1e-6, p));
    EXPECT_EQ(p, before);
}

TEST(Turning, TurnsAboutWhatHoldsAPiece) {
    // Held at one point, along an edge, and at three corners.
    const Crate hung({{{0}, all_axes, {}}}), hinged({{{0, 4}, all_axes, {}}}), fixed({{{0, 1, 4}, all_axes, {}}});
    const Vec3 corner{1, 2, 3};
    for (const Crate* crate : {&hung, &hinged}) {
        const Pieces pieces(crate->model);
        Turning turning(crate->model, pieces);
        Nodes p = crate->move(Vec3::zero(), {0, 0, 0.4}, corner);
        ASSERT_TRUE(turning.bend(crate->c, crate->model.b, 1e-9, p));
        for (std::size_t i = 0; i < p.size(); ++i)
            EXPECT_LT(norm(crate->c[i] + p[i] - corner - rotation_matrix({0, 0, 0.4}) * (crate->c[i] - corner)), 1e-12);
    }
    const Pieces pieces(fixed.model);
    Turning turning(fixed.model, pieces);
    Nodes p = fixed.move(Vec3::zero(), {0, 0, 0.4}, corner);
    EXPECT_FALSE(turning.bend(fixed.c, fixed.model.b, 1e-9, p));
    // About the axis alone: what a hinge does not allow is not turned.
    const Pieces of_hinge(hinged.model);
    Turning hinge(hinged.model, of_hinge);
    Nodes across = hinged.move(Vec3::zero(), {0.4, 0, 0}, corner);
    EXPECT_FALSE(hinge.bend(hinged.c, hinged.model.b, 1e-2, across));
}

TEST(Turning, StaysInThePlane) {
    const Crate crate({}, true);
    const Pieces pieces(crate.model);
    Turning turning(crate.model, pieces);
    Nodes p = crate.move({1, 0, 0}, {0, 0, 0.3}, {1.5, 2.5, 0});
    ASSERT_TRUE(turning.bend(crate.c, crate.model.b, 1e-9, p));
    EXPECT_LT(crate.stretch(p), 1e-12);
    for (const Vec3& each : p) EXPECT_EQ(each[2], 0.0);
}

}  // namespace
}  // namespace talweg::turning_test
