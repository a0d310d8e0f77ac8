/// Newton's method, projected on demand: descends a landscape to its lowest point, never uphill.
///
/// Li, 15-769 lecture 3, algorithm 3, with what the printed form lacks: it ends when moves, forces, balance and the
/// fall still promised are small, not moves alone (solve/settlement.hpp); it always moves at least once; its line
/// search holds down to rounding, and follows turns (solve/turning.hpp); Hessians are exact until one leads nowhere,
/// and only then projected (Longva et al., "Pitfalls of projection", 2023; docs/decisions/0004); and a stall is met,
/// first by a stronger diagonal, then by a name.
#pragma once
#include <limits>

#include "talweg/solve/backend.hpp"

namespace talweg {

struct NewtonSettings {
    double tolerance = 1e-2;  // m/s: what is settled, see solve/settlement.hpp
    int max_iterations = 1000;
};

/// How a descent ended.
enum class Outcome {
    converged,     // to its tolerance
    at_floor,      // short of its tolerance by no more than rounding explains
    stalled,       // no direction, however regularised, leads down
    out_of_turns,  // max_iterations reached
    held_up,       // scripted points could not be brought to where they belong
};
const char* describe(Outcome outcome);

/// One applied direction.
struct Iteration {
    double energy;          // of the landscape before the move
    double residual;        // m/s: largest point speed along the direction
    double slope;           // gᵀp
    double limit;           // largest safe step length: what the guards allow
    double alpha;           // step length taken
    double regularization;  // diagonal shift, relative
};

struct Descent {
    Outcome outcome = Outcome::out_of_turns;
    std::vector<Iteration> iterations;
    double residual = 0.0;           // m/s: of the last direction, which was not applied
    Settlement left = {};            // what was left to settle at the end
    std::vector<double> potentials;  // joules of each term where it ended
    Nodes gradient = {};             // of the landscape where it ended; none where constraints did not ask for it there
    double gap = std::numeric_limits<double>::infinity();  // smallest between surfaces at the end, m
    ContactForces contact = {};                            // at the end
    bool friction_unsettled = false;                       // renewed a hundred times, and still changing
    bool led = false;      // by constraints alone, which can be slowed where it is hard to follow them
    double way = 0.0;      // when these are held up: the part of their way that was free
    double pressed = 0.0;  // when led: how far contact presses the surface in beside how fine it is, see contact_step
    /// Adds what came after; its end is now the end.
    void append(Descent&& later) {
        outcome = later.outcome;
        iterations.insert(iterations.end(), later.iterations.begin(), later.iterations.end());
        residual = later.residual;
        left = later.left;
        potentials = std::move(later.potentials);
        gradient = std::move(later.gradient);
    }
    bool reached() const { return outcome == Outcome::converged || outcome == Outcome::at_floor; }
};

/// Moves c to the minimum of the landscape; `dt` turns moves into speeds.
Descent descend(const Landscape& landscape, Nodes& c, double dt, const NewtonSettings& settings, Backend& backend);
/// The same over other unknowns than those that are not held.
Descent descend(const Landscape& landscape, Nodes& c, double dt, const NewtonSettings& settings, Backend& backend,
                FreeSystem& unknowns);

}  // namespace talweg
