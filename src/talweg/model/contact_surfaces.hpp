/// The contact of a model in the words of the examination: its surfaces, and what a person calls a feature of them.
#pragma once
#include "talweg/geometry/intersection/surfaces.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

Surfaces surfaces_of(const ContactWorld& world);

/// "edge 3–7 of cube", counted from the body's first point; of planes, balls and capsules the name alone.
std::string named_feature(const Model& model, std::span<const int> points);

}  // namespace talweg
