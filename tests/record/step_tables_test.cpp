#include "talweg/record/step_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_scene.hpp"
#include "support/temporary_directory.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg::step_tables_test {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

class StepTablesTest : public ::testing::Test {
protected:
    World world = build_model(small_scene());
    TemporaryDirectory directory;
    RunDirectory run{directory.path()};

    StepReport report() const {
        StepReport made;
        for (const auto& term : world.model.terms)
            made.potentials.push_back(term->dissipative() ? 1e9 : term->name() == "spring" ? 2.0 : 0.5);
        made.residual = 0.25;
        made.substeps = 3;
        made.rejected_substeps = 1;
        made.at_floor = true;
        made.left = {.moves = 0.25, .forces = 0.75, .balance = 1e-3, .fall = 2e-3, .body = 1};
        made.iterations.resize(2);
        made.iterations[0].alpha = 1.0;
        made.iterations[1].energy = 9.0;
        made.iterations[1].residual = 0.5;
        made.iterations[1].alpha = 0.125;
        return made;
    }
};

TEST_F(StepTablesTest, has_a_column_for_every_potential_and_none_for_dampings) {
    StepTables::create(run, world.model);
    EXPECT_THAT(read_csv(run.steps()).columns,
                ElementsAre("step", "time", "newton_iterations", "residual", "kinetic", "gravity", "spring", "total",
                            "momentum_x", "momentum_y", "momentum_z", "alpha", "substeps", "rejected_substeps",
                            "at_floor", "force_error", "imbalance", "imbalance_body", "fall", "wall_ms"));
    for (const char* column : {"step", "iteration", "energy", "residual", "slope", "alpha", "regularization"})
        EXPECT_GE(read_csv(run.newton()).find(column), 0) << column;
}

TEST_F(StepTablesTest, writes_a_row_per_step_and_per_iteration) {
    StepTables tables = StepTables::create(run, world.model);
    State state = world.state;
    for (Vec3& v : state.v) v = {0.5, 0, -2};
    state.step = 7;
    state.time = 0.07;
    tables.add_step(state, report(), 0.002);
    tables.flush();
    double spring = 0, gravity = 0;
    for (const auto& term : world.model.terms) {
        spring += term->name() == "spring" ? 2.0 : 0.0;
        gravity += term->name() == "gravity" ? 0.5 : 0.0;
    }
    const double kinetic = kinetic_energy(world.model, state);
    double mass = 0;
    for (const double m : world.model.mass.diagonal) mass += m;
    const CsvTable steps = read_csv(run.steps());
    ASSERT_EQ(steps.rows.size(), 1u);
    EXPECT_THAT(steps.rows[0], ElementsAre(7, 0.07, 2, 0.25, kinetic, gravity, spring, kinetic + spring + gravity,
                                           DoubleNear(0.5 * mass, 1e-12), 0, DoubleNear(-2 * mass, 1e-12), 0.125, 3, 1,
                                           1, 0.75, 1e-3, 1, 2e-3, 2));
    EXPECT_EQ(tables.balance().total, kinetic + spring + gravity);
    const CsvTable newton = read_csv(run.newton());
    ASSERT_EQ(newton.rows.size(), 2u);
    const auto last = [&](const char* column) { return newton.rows[1][newton.find(column)]; };
    EXPECT_EQ(last("step"), 7);
    EXPECT_EQ(last("iteration"), 2);
    EXPECT_EQ(last("energy"), 9);
    EXPECT_EQ(last("residual"), 0.5);
    EXPECT_EQ(last("alpha"), 0.125);
}

TEST_F(StepTablesTest, goes_on_at_the_mark) {
    RunMark mark;
    State state = world.state;
    {
        StepTables tables = StepTables::create(run, world.model);
        tables.add_step(state, report(), 0);
        mark.steps_csv_bytes = tables.steps_bytes();
        mark.newton_csv_bytes = tables.newton_bytes();
        tables.add_step(state, report(), 0);
        tables.flush();
    }
    StepTables tables = StepTables::resume(run, world.model, mark);
    EXPECT_EQ(read_csv(run.steps()).rows.size(), 1u);
    EXPECT_EQ(read_csv(run.newton()).rows.size(), 2u);
    tables.add_iterations(1, report().iterations);
    EXPECT_GT(tables.waiting_bytes(), 0u);
    tables.flush();
    EXPECT_EQ(tables.waiting_bytes(), 0u);
    EXPECT_EQ(read_csv(run.newton()).rows.size(), 4u);
}

}  // namespace
}  // namespace talweg::step_tables_test
