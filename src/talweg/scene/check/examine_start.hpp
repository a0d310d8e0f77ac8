/// Whether a scene begins as its energies and contact need it: no element is in a state that its energy forbids,
/// nothing meets what it must stay apart from, and contact does not reach farther than the meshes allow. By exact
/// predicates, n log n.
#pragma once
#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

/// Of a model with or without contact, at its first positions. Features are points of the model. Faults first.
std::vector<Issue> examine_start(const Model& model, const Positions& x);

}  // namespace talweg
