/// How far points may move before any candidate pair would touch.
#pragma once
#include "talweg/contact/candidates.hpp"

namespace talweg {

/// The part of a gap that a move leaves at least.
inline constexpr double gap_left = 0.1;

/// The largest fraction, at most 1, of the move x → x + dx on which every pair keeps a tenth of its gap. The candidates
/// must cover the move.
double largest_safe_step(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                         const Positions& dx);

/// The smallest gap, thickness subtracted, of all candidates; infinite without any.
double smallest_gap(const ContactWorld& world, const Candidates& candidates, const Positions& x);

}  // namespace talweg
