/// The table of steps with columns from the series, for plots: per body, in newtons, how strongly what touches it and
/// what holds it acted in each step.
///
///     contact_force.NAME   |impulse of contact and friction| / h
///     reaction.NAME        |impulse of holds| / h
#pragma once
#include "talweg/format/csv.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// steps.csv of a run, with those columns for the bodies on which something acted. Rows without a series, as of a run
/// still being written, have no number there.
CsvTable read_steps_with_forces(const RunDirectory& run);

}  // namespace talweg
