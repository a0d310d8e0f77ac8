/// Words that scenes use for loose points.
#pragma once
#include "talweg/geometry/shapes/particles.hpp"
#include "talweg/scene/text/fields.hpp"

namespace talweg {

inline constexpr const char* particle_region_names[] = {"box", "ball", "cylinder"};
template <>
inline constexpr const char* const* names<ParticleRegion> = particle_region_names;
inline constexpr const char* particle_order_names[] = {"regular", "jittered", "poisson"};
template <>
inline constexpr const char* const* names<ParticleOrder> = particle_order_names;

}  // namespace talweg
