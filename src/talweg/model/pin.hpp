/// A point that a program takes by the hand while a model is in use: held still, or led to another place.
#pragma once
#include <span>

#include "talweg/model/model.hpp"

namespace talweg {

struct Pin {
    int point;
    Vec3 from, to;      // m
    double start, end;  // s: when it leaves the one place, and reaches the other
};

/// Holds the points of the pins along all axes from now on; of a point that follows several nodes, all of them, which
/// are at c. Throws Error, changing nothing, for a point that is not there or that the model holds already.
void add_pins(Model& model, std::span<const Pin> pins, const Nodes& c);

/// Other places and times for the pins that were added last, in their order.
void lead_pins(Model& model, std::span<const Pin> pins, const Nodes& c);

}  // namespace talweg
