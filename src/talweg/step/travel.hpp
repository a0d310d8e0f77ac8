/// Brings scripted nodes to where their motions want them at a time, without passing through anything.
///
/// Where nothing is in the way they are put there. Otherwise they go as far as is safe while the others make room as
/// the quadratic model of the landscape answers, turn by turn. Where that comes to a halt they become unknowns for a
/// while and are pulled,
///
///     E + ½ k m |c − ĉ|²,   k doubled until the rest of the way is free,
///
/// so that what is in the way is pushed aside by the same descent that moves everything else (Li et al. 2020, IPC,
/// supplement).
#pragma once
#include "talweg/solve/newton.hpp"
#include "talweg/step/first_guess.hpp"

namespace talweg {

/// `going`: how all go on for a first guess, where that is free and leads lower.
Descent travel(const Landscape& landscape, double time, const Going& going, Nodes& c, double dt,
               const NewtonSettings& settings, Backend& backend);

}  // namespace talweg
