/// The table of steps with columns from the series, for plots: per body, in newtons, how strongly what touches it and
/// what holds it acted in each step; and the series themselves.
///
///     contact_force.NAME   |impulse of contact and friction| / h
///     reaction.NAME        |impulse of holds| / h
///     SERIES.COLUMN        such as momentum.NAME.x, joints.NAME.turn_z, joint_motion.NAME.angle
#pragma once
#include "talweg/format/csv.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// steps.csv of a run, with those columns in which something is not zero. Rows without a series, of a run still being
/// written, have no number there. Of scenes with more than `most_series_columns` the series themselves are left out.
constexpr std::size_t most_series_columns = 1000;
CsvTable read_steps_with_forces(const RunDirectory& run);

}  // namespace talweg
