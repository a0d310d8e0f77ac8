/// Where a run with contact has the least room: what a stop tells of, and shows.
#pragma once
#include "talweg/geometry/intersection/find_close_pairs.hpp"
#include "talweg/model/model.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// For each pair of bodies that contact holds apart, the two features with the smallest gap; the tightest pair first.
std::vector<ClosePair> tightest_pairs(const Model& model, const Positions& x);

/// "point 3 of square has 2.1e-09 m left to ceiling at (0.5, 0.01, 0)…", of the first few.
std::string describe_tightest(const Model& model, const std::vector<ClosePair>& places);

/// Writes stop.ply, everything with the tightest pair in red and blue, and stop.png, a picture of the pair and of what
/// is around it, into the run directory.
void show_tightest(const RunDirectory& run, const Model& model, const Positions& x, const ClosePair& place);

}  // namespace talweg
