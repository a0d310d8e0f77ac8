/// What a step says of itself: how it converged, or the name of what stopped it.
#pragma once
#include <string>

#include "talweg/solve/newton.hpp"
#include "talweg/step/impulses.hpp"

namespace talweg {

/// Why a step was not taken.
enum class Stop {
    none,
    not_converged,
    overstretched,
    no_room,
    diverged,
    too_far,
    crowded,
    no_value,
    error_control,
    not_solved
};

/// The word for it in records and messages; nothing for none.
constexpr const char* describe(Stop stop) {
    switch (stop) {
        case Stop::none:
            return "";
        case Stop::not_converged:
            return "not_converged";
        case Stop::overstretched:
            return "overstretched";
        case Stop::no_room:
            return "no_room";
        case Stop::diverged:
            return "diverged";
        case Stop::too_far:
            return "too_far";
        case Stop::crowded:
            return "crowded";
        case Stop::no_value:
            return "no_value";
        case Stop::error_control:
            return "error_control";
        case Stop::not_solved:
            return "not_solved";
    }
    return "";
}

struct StepReport {
    bool completed = false;             // the state is now one step further; otherwise it is untouched
    Stop stop = Stop::none;             // why not
    std::string advice;                 // and a sentence for a person
    bool at_floor = false;              // rounding ended the descent short of its tolerance
    bool friction_unsettled = false;    // friction that was to be renewed until it settles did not
    int substeps = 1;                   // more when the step was divided
    int rejected_substeps = 0;          // by error control or by a descent that did not end
    double residual = 0.0;              // m/s, largest of the substeps
    Settlement left = {};               // what was left to settle, the worst of the substeps
    std::vector<Iteration> iterations;  // Newton's, over all substeps
    std::vector<double> potentials;     // joules of each term at the end
    double slowed = 0.0;                // s that scripts fell behind in it
    int waiting_births = 0;             // particles whose place is not free yet
    double gap = std::numeric_limits<double>::infinity();  // smallest between surfaces at the end of a substep, m
    ContactForces contact = {};                            // mean over the step
    Impulses impulses = {};                                // over the step
};

}  // namespace talweg
