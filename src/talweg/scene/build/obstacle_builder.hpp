/// Adds a scene's obstacles to a model: what touches, and what pictures show of it.
#pragma once
#include "talweg/model/model_builder.hpp"
#include "talweg/scene/build/contact_builder.hpp"

namespace talweg {

/// `size` is how large the drawn part of a plane is, m; `mass` what each scripted point weighs while on its way, kg.
void add_obstacle(const ObstacleSpec& spec, double size, double mass, ModelBuilder& builder, ContactBuilder& contact);

}  // namespace talweg
