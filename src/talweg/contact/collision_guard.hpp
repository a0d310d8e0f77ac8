/// How far points may move before any candidate pair would touch.
#pragma once
#include "talweg/contact/contact_set.hpp"

namespace talweg {

/// The part of a gap that a move leaves at least.
inline constexpr double gap_left = 0.1;

/// The largest fraction, at most 1, of the move x → x + dx on which every pair keeps a tenth of its gap. The candidates
/// must cover the move.
double largest_safe_step(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                         const Positions& dx, const Interruption& interruption = {});

/// The same, piece by piece: what stops one body need not stop all. Moves that are cut by it are no longer the same
/// move, so they have to be looked at again.
std::vector<double> largest_safe_steps(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                                       const Positions& dx, const std::vector<int>& piece_of_point, int pieces,
                                       const Interruption& interruption = {});

/// The smallest gap, thickness subtracted, of all candidates; infinite without any.
double smallest_gap(const ContactWorld& world, const Candidates& candidates, const Positions& x,
                    const Interruption& interruption = {});

/// Whether a move on which no point goes farther than `farthest` leaves every pair a tenth of its gap, by what is in
/// reach at x alone: the others are at least d̂ apart. Cheaper than to look at all candidates; false may mean that it
/// could not be told.
bool is_clearly_safe(const ContactWorld& world, const ContactSet& contacts, const Positions& x, double farthest);

/// Two features and what is free between them.
struct Gap {
    std::array<int, 2> first;   // a point and −1, or an edge
    std::array<int, 3> second;  // a point and twice −1 (of a plane, its origin), an edge and −1, or a triangle
    double gap = 0.0;           // m, thickness subtracted
};
/// All candidates nearer than `limit`, kind by kind.
std::vector<Gap> gaps_below(double limit, const ContactWorld& world, const Candidates& candidates, const Positions& x);

}  // namespace talweg
