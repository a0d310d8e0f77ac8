/// Values that a program gives to points, brought to the nodes that these follow.
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

/// Nodes that points equal take their values, along the components that nothing holds. Nodes that are no point – those
/// of a rigid, affine or reduced body – take what brings all points that follow them nearest to theirs. Throws Error
/// where a point that follows others would not come to the value it is given: `what` says of what.
void take_values(const Model& model, const Positions& values, const char* what, Nodes& nodes);

/// The same for values that another model of the same points had: as near as the nodes bring the points. `b`: what
/// points have beside what nodes bring, W c + b; empty: nothing.
void take_nearest(const Model& model, const Positions& values, const Positions& b, Nodes& nodes);

}  // namespace talweg
