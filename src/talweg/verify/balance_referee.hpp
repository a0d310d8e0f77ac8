/// Judges the books of a run: does what acted on each body make the change of its momentum?
///
/// Under implicit Euler P(n+1) − P(n) = Σ impulses, and likewise of moments about the origin; BDF2 and Newmark have
/// their own forms of the first. What a step may leave undone is what talweg's documentation promises at default
/// settings, ε + θ Σ|f| h/m as a speed, with ε from the scene and not from the run: a run whose steps ended too early
/// is refuted, however it was told to take them.
#pragma once
#include <span>

#include "talweg/format/csv.hpp"
#include "talweg/model/model.hpp"
#include "talweg/record/recorded_series.hpp"
#include "talweg/verify/finding.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

/// `start`: positions of the first frame; `farthest`: largest coordinate of any.
Finding judge_balance(const RecordedSeries& series, const CsvTable& steps, std::span<const Body> bodies,
                      const Obligations& obligations, std::span<const Vec3> start, double farthest);

}  // namespace talweg
