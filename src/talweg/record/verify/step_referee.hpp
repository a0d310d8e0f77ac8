/// Judges the table of steps: are its numbers finite, are steps and times in order, do the energies add up to the
/// total, did gaps stay open?
#pragma once
#include "talweg/record/csv.hpp"
#include "talweg/record/verify/finding.hpp"

namespace talweg {

std::vector<Finding> judge_steps(const CsvTable& steps);

}  // namespace talweg
