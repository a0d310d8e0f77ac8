/// W in earnest: points that follow four affine nodes, x = p + A X, move as the full model does when it is held to
/// affine motion – found here by a dense Newton iteration over the full model's own gradient and Hessian.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/spring_grid.hpp"
#include "talweg/step/integrators/implicit_euler.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::affine_body_test {
namespace {

constexpr double dt = 0.01;

/// The full square's terms, masses and points, with four nodes (p, a₁, a₂, a₃) in place of its vertices.
testing::World make_affine(const testing::World& full) {
    ModelBuilder builder(true);
    Mat3 unit = Mat3::identity();
    double moments[4][4] = {};
    for (int i = 0; i < full.model.point_count(); ++i) {
        const Vec3& x = full.model.rest[i];
        const double row[4] = {1.0, x[0], x[1], x[2]};
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b) moments[a][b] += full.model.mass.diagonal[i] * row[a] * row[b];
    }
    moments[3][3] = 1.0;  // a planar body has no extent along z; its third axis is held
    const Vec3 spin_x = {0.0, 3.0, 0.0}, spin_y = {-3.0, 0.0, 0.0};  // ω × X with ω = 3 about z
    builder.add_node({0.1, 0.0, 0.0}, {0.5, 0.2, 0.0}, moments[0][0]);
    builder.add_node(1.2 * unit.column(0), spin_x, moments[1][1]);
    builder.add_node(0.9 * unit.column(1), spin_y, moments[2][2]);
    builder.add_node(unit.column(2), Vec3::zero(), moments[3][3], all_axes);
    for (int a = 0; a < 4; ++a)
        for (int b = a + 1; b < 4; ++b)
            if (moments[a][b] != 0.0) builder.add_coupling(a, b, moments[a][b]);
    for (const Vec3& x : full.model.rest) {
        const NodeWeight row[4] = {{0, 1.0}, {1, x[0]}, {2, x[1]}, {3, x[2]}};
        builder.add_point(x, row);
    }
    builder.add_body({.name = "affine"});
    for (const auto& term : full.model.terms) builder.add_term(term);
    testing::World world;
    world.model = builder.finish();
    world.state = {builder.start(), builder.velocity(), 0.0, 0, 0.0};
    return world;
}

/// The 2n×6 matrix that takes (p, a₁, a₂) in the plane to the full model's planar positions.
Eigen::MatrixXd affine_basis(const Model& full) {
    Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(2 * full.point_count(), 6);
    for (int i = 0; i < full.point_count(); ++i)
        for (int a = 0; a < 2; ++a) {
            basis(2 * i + a, a) = 1.0;
            basis(2 * i + a, 2 + a) = full.rest[i][0];
            basis(2 * i + a, 4 + a) = full.rest[i][1];
        }
    return basis;
}

void place(const Eigen::MatrixXd& basis, const Eigen::VectorXd& q, Nodes& out) {
    const Eigen::VectorXd flat = basis * q;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {flat[2 * i], flat[2 * i + 1], 0.0};
}

/// One implicit Euler step of the full model, restricted to the span of the basis.
void constrained_step(testing::World& full, Assembler& assembler, const Eigen::MatrixXd& basis, Eigen::VectorXd& q) {
    const Landscape landscape = ImplicitEuler::predict(full.model, full.state, dt);
    Nodes c = full.state.c;
    System system;
    for (int k = 0; k < 50; ++k) {
        place(basis, q, c);
        assembler.assemble(landscape, c, Hessian::exact, system);
        Eigen::VectorXd g(basis.rows());
        for (std::size_t i = 0; i < c.size(); ++i)
            for (int a = 0; a < 2; ++a) g[2 * i + a] = system.gradient[i][a];
        Eigen::MatrixXd h = Eigen::MatrixXd::Zero(basis.rows(), basis.rows());
        const BlockPattern& p = *system.hessian.pattern;
        for (int i = 0; i < p.node_count(); ++i)
            for (int b = p.row_begin(i); b < p.row_end(i); ++b)
                for (int r = 0; r < 2; ++r)
                    for (int s = 0; s < 2; ++s) {
                        h(2 * i + r, 2 * p.column(b) + s) = system.hessian.values[b](r, s);
                        h(2 * p.column(b) + s, 2 * i + r) = system.hessian.values[b](r, s);
                    }
        const Eigen::VectorXd move = -(basis.transpose() * h * basis).ldlt().solve(basis.transpose() * g);
        q += move;
        if (move.norm() < 1e-14) break;
    }
    place(basis, q, c);
    ImplicitEuler::update(full.model, full.state, c, dt);
}

TEST(AffineBody, MovesAsTheConstrainedFullModel) {
    testing::World full = testing::SpringGrid{.cells = 3, .stiffness = 2e3, .gravity = {0.0, -9.81, 0.0}}.make();
    testing::World affine = make_affine(full);
    const Positions start = positions(affine.model, affine.state);
    Positions velocity;
    follow_move(affine.model.map, affine.state.v, velocity);
    full.state.c = start;
    full.state.v = velocity;

    const Eigen::MatrixXd basis = affine_basis(full.model);
    Eigen::VectorXd q(6);
    q << 0.1, 0.0, 1.2, 0.0, 0.0, 0.9;
    Assembler assembler(full.model);
    StepSettings settings;
    settings.dt = dt;
    settings.newton.tolerance = 1e-11;
    const auto stepper = make_stepper(affine.model, settings);
    for (int n = 0; n < 50; ++n) {
        const StepReport report = stepper->step(affine.state);
        ASSERT_TRUE(report.completed) << report.advice;
        constrained_step(full, assembler, basis, q);
        const Positions x = positions(affine.model, affine.state);
        for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LT(norm(x[i] - full.state.c[i]), 1e-10) << "step " << n + 1;
    }
    // The motion is worth comparing: it fell, turned and deformed.
    EXPECT_LT(affine.state.c[0][1], -0.5);
    EXPECT_GT(std::abs(affine.state.c[1][1]), 0.1);
}

TEST(AffineBody, FallsAsFreelyAsAnyOther) {
    testing::World affine = make_affine(testing::SpringGrid{.gravity = {0.0, -9.81, 0.0}}.make());
    affine.state.c = {Vec3::zero(), {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (Vec3& v : affine.state.v) v = Vec3::zero();
    for (const IntegratorEntry& entry : list_integrators()) {
        if (std::string(entry.name) == "quasi_static" || std::string(entry.name) == "minimise") continue;
        if (entry.projects) continue;  // these move points that are nodes alone
        State state = affine.state;
        StepSettings settings;
        settings.dt = 1e-3;
        settings.integrator = entry.name;
        settings.newton.tolerance = 1e-9;
        const auto stepper = make_stepper(affine.model, settings);
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(stepper->step(state).completed);
        EXPECT_NEAR(state.c[0][1], -0.5 * 9.81 * 0.01, 6e-4) << entry.name;
        EXPECT_NEAR(state.c[1][0], 1.0, 1e-9) << entry.name;
    }
}

}  // namespace
}  // namespace talweg::affine_body_test
