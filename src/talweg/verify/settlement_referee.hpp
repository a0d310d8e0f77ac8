/// Judges what a run itself says of the end of every step: moves, forces, balance and fall that were left, the columns
/// `residual`, `force_error`, `imbalance` and `fall` of steps.csv, against what is promised at default settings.
///
/// The books of momenta see a step that ended too early only where something was left to push a body as a whole. False
/// strain pushes nothing, and equilibria have no momentum at all.
#pragma once
#include "talweg/format/csv.hpp"
#include "talweg/verify/finding.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

/// `size`: diagonal of what is no obstacle at the start, m.
Finding judge_settlement(const CsvTable& steps, const Obligations& obligations, double size);

}  // namespace talweg
