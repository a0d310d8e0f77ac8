/// Judges the table of steps: are its numbers finite, are steps and times in order, do the energies add up to the
/// total, does more come out of a step than went in, did gaps stay open?
///
/// A step of implicit Euler ends lower in its landscape ½|x − x̃|²_M + h² P than it began, where ½|x − x̃|²_M is h²
/// times the kinetic energy. So P after a step is at most the total energy before it, if nothing acts from outside.
#pragma once
#include "talweg/format/csv.hpp"
#include "talweg/verify/finding.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

std::vector<Finding> judge_steps(const CsvTable& steps, const Obligations& obligations);

}  // namespace talweg
