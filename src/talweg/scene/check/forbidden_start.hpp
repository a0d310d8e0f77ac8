/// Elements that start in a state that their energy forbids, such as inside out: no step could be taken from there.
#pragma once
#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

/// One fault for each body and energy. Features are points of the model.
std::vector<Issue> forbidden_start(const Model& model, const Positions& x);

}  // namespace talweg
